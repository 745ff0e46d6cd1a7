/* Duels played, judged and learned from, at the speed of C: the arithmetic behind train.py.

   Whatever is drawn by lot comes from a seed, and nothing here calls a function of the
   mathematical library but sqrt, which IEEE 754 rounds exactly: the same seed gives the same
   weights on every machine (compile without -ffast-math, with -ffp-contract=off). */

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t u64;
#define HAND 6
#define REACH 15 /* pips beyond a top within which cheap turns are looked for first */
#define BIT(n) (1ULL << (n))
#define COUNT(m) __builtin_popcountll(m)
#define LOW(m) __builtin_ctzll(m)
#define HIGH(m) (63 - __builtin_clzll(m))

static u64 DECK, GOES_UP[64], GOES_DOWN[64], HELPS_UP[64], HELPS_DOWN[64];
static u64 NEAR_UP[64], NEAR_DOWN[64], WIDE_UP[64], WIDE_DOWN[64], JUMP_UP[64], JUMP_DOWN[64], ABOVE[64], BELOW[64];
static u64 REACH_UP[64], REACH_DOWN[64];

/* ------------------------------------------------------------------ lots */

typedef struct { u64 s; } Lots;

static u64 word(Lots *l)
{
    u64 z = (l->s += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

static int below(Lots *l, int n) { return (int)((word(l) >> 32) * (u64)n >> 32); }
static double unit(Lots *l) { return (double)(word(l) >> 11) / 9007199254740992.0; }

/* ------------------------------------------------------------------ the game */

typedef struct {
    int up, down, n;            /* tops, cards in the draw pile */
    u64 hand, draw;             /* masks */
    uint8_t deck[58];           /* deck[n-1] is drawn next */
} Side;

typedef struct { Side s[2]; int mover; } Duel;

typedef struct { int used, up, down, their_up, their_down, gave; } Result;

static void init_tables(void)
{
    DECK = BIT(60) - BIT(2);
    for (int t = 0; t < 61; t++) {
        ABOVE[t] = DECK & ~(BIT(t + 1) - 1);
        BELOW[t] = DECK & (BIT(t) - 1);
        JUMP_UP[t] = t - 10 >= 2 ? BIT(t - 10) & DECK : 0;
        JUMP_DOWN[t] = t + 10 <= 59 ? BIT(t + 10) & DECK : 0;
        GOES_UP[t] = ABOVE[t] | JUMP_UP[t];
        GOES_DOWN[t] = BELOW[t] | JUMP_DOWN[t];
        HELPS_UP[t] = BELOW[t];
        HELPS_DOWN[t] = ABOVE[t];
        NEAR_UP[t] = t + 9 <= 60 ? ABOVE[t] & (BIT(t + 9) - 1) : ABOVE[t];
        WIDE_UP[t] = t + 17 <= 60 ? ABOVE[t] & (BIT(t + 17) - 1) : ABOVE[t];
        WIDE_DOWN[t] = t - 16 > 0 ? BELOW[t] & ~(BIT(t - 16) - 1) : BELOW[t];
        NEAR_DOWN[t] = t - 8 > 0 ? BELOW[t] & ~(BIT(t - 8) - 1) : BELOW[t];
        REACH_UP[t] = (t + REACH < 60 ? ABOVE[t] & (BIT(t + REACH + 1) - 1) : ABOVE[t]) | JUMP_UP[t];
        REACH_DOWN[t] = (t > REACH ? BELOW[t] & ~(BIT(t - REACH) - 1) : BELOW[t]) | JUMP_DOWN[t];
    }
}

/* Lays out the cards of a mask by lot; returns how many there are. */
static int shuffled(u64 cards, uint8_t *deck, Lots *l)
{
    int n = 0;
    for (; cards; cards &= cards - 1) deck[n++] = LOW(cards);
    for (int i = n - 1; i > 0; i--) {
        int j = below(l, i + 1);
        uint8_t t = deck[i]; deck[i] = deck[j]; deck[j] = t;
    }
    return n;
}

static void draw_cards(Side *s, int k)
{
    while (k-- > 0 && s->n) {
        u64 b = BIT(s->deck[--s->n]);
        s->hand |= b; s->draw ^= b;
    }
}

static void deal(Duel *g, Lots *l)
{
    for (int p = 0; p < 2; p++) {
        Side *s = &g->s[p];
        s->up = 1; s->down = 60; s->hand = 0; s->draw = DECK;
        s->n = shuffled(DECK, s->deck, l);
        draw_cards(s, HAND);
    }
    g->mover = 0;
}

typedef struct { int used[400], top[400], n; } Pile;

static uint8_t seen[64][61];
static uint8_t stamp;

static void pile_results(const int *cards, int n, int top, const u64 *goes, Pile *p)
{
    if (++stamp == 0) { memset(seen, 0, sizeof seen); stamp = 1; }
    p->n = 1; p->used[0] = 0; p->top[0] = top;
    for (int i = 0; i < p->n; i++)
        for (int k = 0; k < n; k++) {
            int used = p->used[i], c = cards[k];
            if (used >> k & 1 || !(goes[p->top[i]] >> c & 1)) continue;
            used |= 1 << k;
            if (seen[used][c] == stamp) continue;
            seen[used][c] = stamp;
            p->used[p->n] = used; p->top[p->n++] = c;
        }
}

#define MAX_OWN 16384
#define MAX_RESULTS 60000
typedef struct { int used, up, down; } Own;

/* Results of laying cards on the own piles, by the cards that go on each top. */
static int own_results(const u64 *rises, const u64 *falls, u64 hand, int up, int down, int *cards,
                       int *count, Own *out)
{
    static Pile a, b;
    int n = 0, k = 0;
    for (u64 m = hand; m; m &= m - 1) cards[k++] = LOW(m);
    *count = k;
    pile_results(cards, k, up, rises, &a);
    pile_results(cards, k, down, falls, &b);
    for (int i = 0; i < a.n; i++)
        for (int j = 0; j < b.n; j++)
            if (!(a.used[i] & b.used[j]))
                out[n++] = (Own){a.used[i] | b.used[j], a.top[i], b.top[j]};
    return n;
}

typedef struct { int bit, up, down, gave; } Gift;

static int gifts(const int *cards, int n, int up, int down, Gift *out)
{
    int k = 0;
    out[k++] = (Gift){0, up, down, 0};
    for (int i = 0; i < n; i++) {
        if (HELPS_UP[up] >> cards[i] & 1) out[k++] = (Gift){1 << i, cards[i], down, 1};
        if (HELPS_DOWN[down] >> cards[i] & 1) out[k++] = (Gift){1 << i, up, cards[i], 1};
    }
    return k;
}

static int can_lay_two(u64 hand, int up, int down, int tup, int tdown)
{
    int cards[HAND] = {0}, n = 0; Gift g[13];
    if (COUNT(hand) < 2) return 0;
    for (u64 m = hand; m; m &= m - 1) cards[n++] = LOW(m);
    int gn = gifts(cards, n, tup, tdown, g);
    for (int i = 0; i < n; i++) {
        u64 c = BIT(cards[i]), rest = hand ^ c;
        if (GOES_UP[up] & c) {
            if (rest & (GOES_UP[cards[i]] | GOES_DOWN[down])) return 1;
            for (int k = 1; k < gn; k++) if (g[k].bit != 1 << i) return 1;
        }
        if (GOES_DOWN[down] & c) {
            if (rest & (GOES_UP[up] | GOES_DOWN[cards[i]])) return 1;
            for (int k = 1; k < gn; k++) if (g[k].bit != 1 << i) return 1;
        }
    }
    return 0;
}

static u64 mask_of_used(u64 hand, int used)
{
    u64 m = 0;
    for (int i = 0; hand; i++, hand &= hand - 1)
        if (used >> i & 1) m |= hand & -hand;
    return m;
}

/* Lays a result of the mover's hand and draws. Returns the winner, or -1. */
static int play(Duel *g, Result r)
{
    Side *me = &g->s[g->mover], *they = &g->s[1 - g->mover];
    me->hand &= ~mask_of_used(me->hand, r.used);
    me->up = r.up; me->down = r.down;
    they->up = r.their_up; they->down = r.their_down;
    draw_cards(me, r.gave ? HAND - COUNT(me->hand) : 2);
    if (!me->hand && !me->n) return g->mover;
    g->mover ^= 1;
    if (!can_lay_two(they->hand, they->up, they->down, me->up, me->down)) return 1 - g->mover;
    return -1;
}

/* ------------------------------------------------------------------ judgement */

#define G 17 /* gaps 0 (none), 1..15, 16 (more) */
enum {
    /* the mover's own side, after laying, before drawing */
    M_TOPS = 0,                       /* [up 16][mirrored down 16] */
    M_ROOM = M_TOPS + 16 * 16,        /* [up + mirrored down 25][left 15] */
    M_GAPS = M_ROOM + 25 * 15,        /* [a1][a2][jump] */
    M_BOTH = M_GAPS + G * G * 2,      /* [a1][b1][jumps 4] */
    M_HAND = M_BOTH + G * G * 4,      /* [kept 7][drawn 7] */
    M_LEFT = M_HAND + 49,             /* [left 30][drawn 7] */
    M_NEAR = M_LEFT + 30 * 7,         /* [near up 9][near down 9][jumps 4] of the draw pile */
    M_FIT = M_NEAR + 81 * 4,          /* [15][15] of all left, by the pile they fit on */
    M_TWO = M_FIT + 225,              /* [cost of two 64][kept 7] */
    M_THREE = M_TWO + 64 * 7,         /* [cost of two 32][of three 32] */
    M_FOUR = M_THREE + 32 * 32,       /* [cost of four 64][kept 7] */
    M_WIDE = M_FOUR + 64 * 7,         /* [up 17][down 17] of the draw pile */
    M_CHAIN = M_WIDE + 17 * 17,       /* [4][4][kept 7] */
    M_THIRD = M_CHAIN + 16 * 7,       /* [a2][b2] */
    M_DEAD = M_THIRD + G * G,         /* [left that fit on neither pile 16][left 32] */
    /* the other side, of which only the set of cards left is known */
    T_TOPS = M_DEAD + 16 * 32,
    T_ROOM = T_TOPS + 256,
    T_NEAR = T_ROOM + 25 * 15,        /* near and jumps of the cards left */
    T_WIDE = T_NEAR + 81 * 4,
    T_FIT = T_WIDE + 17 * 17,
    T_HAND = T_FIT + 225,             /* [hand 7][left 20] */
    T_DEAD = T_HAND + 7 * 20,
    /* both sides */
    X_ROOM = T_DEAD + 16 * 32,        /* [up + mirrored down 16][theirs 16] */
    X_LEFT = X_ROOM + 16 * 16,        /* [left 31][theirs 31] */
    SIZE = X_LEFT + 31 * 31
};

static inline int clip(int g) { return g > 16 ? 16 : g; }

typedef struct { int a1, a2, b1, b2, ju, jd, cu, cd, two, three, four; } Shape;

#define NONE 60

/* cost[n]: pips that laying n cards of the set moves a pile on, jumps taken first. */
static inline void costs(const int *gap, int jump, int *cost)
{
    cost[0] = 0;
    if (jump) { cost[1] = -10; cost[2] = gap[0]; cost[3] = gap[1]; cost[4] = gap[2]; }
    else for (int i = 0; i < 4; i++) cost[i + 1] = gap[i];
}

static inline int cheapest(const int *a, const int *b, int n)
{
    int best = NONE;
    for (int i = 0; i <= n; i++) if (a[i] + b[n - i] < best) best = a[i] + b[n - i];
    return best;
}

static inline int bucket(int cost) { return cost + 20 < 0 ? 0 : cost + 20 > 63 ? 63 : cost + 20; }

static inline Shape shape(u64 hand, int up, int down)
{
    Shape s = {0};
    int a[4], b[4], ca[5], cb[5];
    u64 x = hand & ABOVE[up], y = hand & BELOW[down];
    for (int i = 0; i < 4; i++) {
        a[i] = x ? LOW(x) - up : NONE;
        x &= x - 1;
        if (y) { int h = HIGH(y); b[i] = down - h; y ^= BIT(h); } else b[i] = NONE;
    }
    s.a1 = a[0] == NONE ? 0 : clip(a[0]); s.a2 = a[1] == NONE ? 0 : clip(a[1]);
    s.b1 = b[0] == NONE ? 0 : clip(b[0]); s.b2 = b[1] == NONE ? 0 : clip(b[1]);
    s.ju = (hand & JUMP_UP[up]) != 0;
    s.jd = (hand & JUMP_DOWN[down]) != 0;
    costs(a, s.ju, ca); costs(b, s.jd, cb);
    s.two = bucket(cheapest(ca, cb, 2));
    s.three = bucket(cheapest(ca, cb, 3));
    s.four = bucket(cheapest(ca, cb, 4));
    u64 pairs = hand & hand >> 10; /* lower cards of pairs x, x + 10 */
    s.cu = COUNT(pairs & ABOVE[up]); if (s.cu > 3) s.cu = 3;
    s.cd = COUNT(pairs << 10 & BELOW[down]); if (s.cd > 3) s.cd = 3;
    return s;
}

static inline int wide_index(u64 set, int up, int down)
{
    return COUNT(set & WIDE_UP[up]) * 17 + COUNT(set & WIDE_DOWN[down]);
}

static inline int near_index(u64 set, int up, int down)
{
    return (COUNT(set & NEAR_UP[up]) * 9 + COUNT(set & NEAR_DOWN[down])) * 4
        + ((set & JUMP_UP[up]) != 0) * 2 + ((set & JUMP_DOWN[down]) != 0);
}

static inline int fit_index(u64 set, int up, int down)
{
    return (COUNT(set & ABOVE[up]) >> 2) * 15 + (COUNT(set & BELOW[down]) >> 2);
}

static inline int dead_index(u64 set, int up, int down)
{
    int dead = COUNT(set & ~(ABOVE[up] | BELOW[down])), n = COUNT(set);
    return (dead > 15 ? 15 : dead) * 32 + (n > 31 ? 31 : n);
}

/* Few cards are told apart exactly. */
static inline int finely(int left) { return left < 16 ? left : 16 + (left - 16) / 3; }

#define MINE 16
static void mine(u64 kept, u64 draw, int up, int down, int drawn, int *ix)
{
    Shape s = shape(kept, up, down);
    int e = 61 - down, k = COUNT(kept), left = k + COUNT(draw);
    ix[0] = M_TOPS + (up >> 2) * 16 + (e >> 2);
    ix[1] = M_ROOM + (up + e) / 5 * 15 + (left >> 2);
    ix[2] = M_GAPS + (s.a1 * G + s.a2) * 2 + s.ju;
    ix[3] = M_GAPS + (s.b1 * G + s.b2) * 2 + s.jd;
    ix[4] = M_BOTH + (s.a1 * G + s.b1) * 4 + s.ju * 2 + s.jd;
    ix[5] = M_HAND + k * 7 + drawn;
    ix[6] = M_LEFT + (left >> 1) * 7 + drawn;
    ix[7] = M_NEAR + near_index(draw, up, down);
    ix[8] = M_FIT + fit_index(kept | draw, up, down);
    ix[9] = M_CHAIN + (s.cu * 4 + s.cd) * 7 + k;
    ix[10] = M_THIRD + s.a2 * G + s.b2;
    ix[11] = M_TWO + s.two * 7 + k;
    ix[12] = M_THREE + (s.two >> 1) * 32 + (s.three >> 1);
    ix[13] = M_FOUR + s.four * 7 + k;
    ix[14] = M_WIDE + wide_index(draw, up, down);
    ix[15] = M_DEAD + dead_index(kept | draw, up, down);
}

#define THEIRS 7
static void theirs(u64 left, int hand, int up, int down, int *ix)
{
    int e = 61 - down, n = COUNT(left);
    ix[0] = T_TOPS + (up >> 2) * 16 + (e >> 2);
    ix[1] = T_ROOM + (up + e) / 5 * 15 + (n >> 2);
    ix[2] = T_NEAR + near_index(left, up, down);
    ix[3] = T_FIT + fit_index(left, up, down);
    ix[4] = T_HAND + hand * 20 + n / 3;
    ix[5] = T_WIDE + wide_index(left, up, down);
    ix[6] = T_DEAD + dead_index(left, up, down);
}

#define CROSS 2
static void cross(int left, int up, int down, int their_left, int their_up, int their_down, int *ix)
{
    ix[0] = X_ROOM + ((up + 61 - down) >> 3) * 16 + ((their_up + 61 - their_down) >> 3);
    ix[1] = X_LEFT + finely(left) * 31 + finely(their_left);
}

#define PICKED (MINE + THEIRS + CROSS)
#define LANES 16 /* lane 0 adds up straight, the others through a clip and an output weight */

int size(void) { return SIZE; }
int lanes(void) { return LANES; }

static void add_rows(double *h, const double *w, const int *ix, int n)
{
    for (int i = 0; i < n; i++) {
        const double *row = w + (size_t)ix[i] * LANES;
        for (int j = 0; j < LANES; j++) h[j] += row[j];
    }
}

static inline double clipped(double x) { return x > 1 ? 1 : x < -1 ? -1 : x; }

static double output(const double *h, const double *v)
{
    double x = h[0];
    for (int j = 1; j < LANES; j++) x += v[j] * clipped(h[j]);
    return x;
}

static double worth(const double *w, int rows, const int *ix, int n)
{
    double h[LANES] = {0};
    add_rows(h, w, ix, n);
    return output(h, w + (size_t)rows * LANES);
}

/* An algebraic sigmoid: exact on every machine. */
static double chance(double x) { return 0.5 + 0.5 * x / sqrt(1 + x * x); }

/* Rows and output weights, and how often each row was picked. A row's step is first / (1 + times /
   slow), but never less than the rate given to `learn`. */
typedef struct { double *w, *times, first, slow; int rows, picked; } Net;

/* Fresh weights: small ones by lot where a gradient needs them to differ. */
void fresh(double *w, int rows, u64 seed)
{
    Lots l = {seed};
    for (int i = 0; i < rows * LANES; i++) w[i] = i % LANES ? 0.2 * (unit(&l) - 0.5) : 0;
    for (int j = 0; j < LANES; j++) w[rows * LANES + j] = j ? 0.4 * (unit(&l) - 0.5) : 0;
}

static void learn(Net *t, const int *ix, double target, double rate)
{
    double h[LANES] = {0}, g[LANES], *v = t->w + (size_t)t->rows * LANES;
    add_rows(h, t->w, ix, t->picked);
    double error = target - chance(output(h, v));
    g[0] = error;
    for (int j = 1; j < LANES; j++) {
        g[j] = error * v[j] * (h[j] > 1 || h[j] < -1 ? 0.05 : 1);
        v[j] += rate * error * clipped(h[j]);
    }
    for (int i = 0; i < t->picked; i++) {
        double *row = t->w + (size_t)ix[i] * LANES, *times = &t->times[ix[i]];
        *times += 1;
        double step = t->first / (1 + *times / t->slow);
        if (step < rate) step = rate;
        for (int j = 0; j < LANES; j++) row[j] += step * g[j];
    }
}

/* ------------------------------------------------------------------ players */

typedef struct { Result r; double v; } Scored;

static Own own_buffer[MAX_OWN];
static Scored scored[MAX_RESULTS];

static int drawn_after(const Side *me, int used, int gave)
{
    int k = COUNT(me->hand) - COUNT((u64)used), d = gave ? HAND - k : 2;
    return d < me->n ? d : me->n;
}

/* Every result of the mover's turn, with its worth. */
static int judge_all(const Duel *g, const double *w, Scored *out)
{
    const Side *me = &g->s[g->mover], *they = &g->s[1 - g->mover];
    int cards[HAND], n, k = 0, ix[MINE + CROSS], tx[THEIRS];
    Gift gift[13];
    int m = own_results(GOES_UP, GOES_DOWN, me->hand, me->up, me->down, cards, &n, own_buffer);
    int gn = gifts(cards, n, they->up, they->down, gift);
    u64 unseen = they->hand | they->draw;
    int their_hand = COUNT(they->hand);
    for (int j = 0; j < gn; j++) {
        theirs(unseen, their_hand, gift[j].up, gift[j].down, tx);
        double base[LANES] = {0}, h[LANES];
        add_rows(base, w, tx, THEIRS);
        for (int i = 0; i < m; i++) {
            int used = own_buffer[i].used;
            if (used & gift[j].bit || COUNT((u64)used) + gift[j].gave < 2) continue;
            used |= gift[j].bit;
            u64 kept = me->hand & ~mask_of_used(me->hand, used);
            mine(kept, me->draw, own_buffer[i].up, own_buffer[i].down,
                 drawn_after(me, used, gift[j].gave), ix);
            cross(COUNT(kept | me->draw), own_buffer[i].up, own_buffer[i].down, COUNT(unseen),
                  gift[j].up, gift[j].down, ix + MINE);
            memcpy(h, base, sizeof h);
            add_rows(h, w, ix, MINE + CROSS);
            double v = output(h, w + (size_t)SIZE * LANES);
            if (!kept && !me->n) v = 1e9;
            out[k++] = (Scored){{used, own_buffer[i].up, own_buffer[i].down, gift[j].up,
                                 gift[j].down, gift[j].gave}, v};
        }
    }
    return k;
}

static Result best_of(const Scored *s, int n)
{
    int b = 0;
    for (int i = 1; i < n; i++) if (s[i].v > s[b].v) b = i;
    return s[b].r;
}

typedef struct { Result r; int cost; } Costed;

/* Keeps the cheapest results in order, the first of equal ones first. */
static void keep(Costed *kept, int *n, int most, Costed found)
{
    if (*n == most && found.cost >= kept[most - 1].cost) return;
    int i = *n < most ? (*n)++ : most - 1;
    for (; i > 0 && kept[i - 1].cost > found.cost; i--) kept[i] = kept[i - 1];
    kept[i] = found;
}

/* Finds the cheapest turns of m own results in the buffer, each with no gift or one. A pip of own
   advance costs 10, one of relief 8. */
static int cheapest_of(int m, const int *cards, int size, const Side *me, const Side *they, int most,
                       Costed *out)
{
    Gift gift[13];
    int n = 0, gn = gifts(cards, size, they->up, they->down, gift);
    for (int j = 0; j < gn; j++) {
        int relief = 8 * (they->up - gift[j].up + gift[j].down - they->down);
        for (int i = 0; i < m; i++) {
            int used = own_buffer[i].used;
            if (used & gift[j].bit || COUNT((u64)used) + gift[j].gave < 2) continue;
            int cost = 10 * (own_buffer[i].up - me->up + me->down - own_buffer[i].down) + relief;
            keep(out, &n, most, (Costed){{used | gift[j].bit, own_buffer[i].up, own_buffer[i].down,
                                          gift[j].up, gift[j].down, gift[j].gave}, cost});
        }
    }
    return n;
}

static Result greedy(const Duel *g)
{
    const Side *me = &g->s[g->mover];
    int cards[HAND], n;
    Costed best = {0};
    int m = own_results(GOES_UP, GOES_DOWN, me->hand, me->up, me->down, cards, &n, own_buffer);
    cheapest_of(m, cards, n, me, &g->s[1 - g->mover], 1, &best);
    return best.r;
}

typedef struct {
    const double *w; /* what it judges by, one turn ahead; nothing: it is greedy */
    double noise;    /* added to the worth by lot, to explore */
    int worlds;      /* in which it tries its turns where it looks ahead, in play_on.c */
} Player;

static Result choose(const Duel *g, const Player *p, Lots *l)
{
    if (!p->w) return greedy(g);
    int n = judge_all(g, p->w, scored);
    if (p->noise > 0)
        for (int i = 0; i < n; i++) {
            double u = unit(l);
            scored[i].v += p->noise * u * u * u; /* mostly little, now and then much */
        }
    return best_of(scored, n);
}

typedef Result Choose(const Duel *, const Player *, Lots *);

/* Mirrored pairs: returns how many of 2 * pairs games the first player won, who chooses so. */
static int match_of(Choose *chooses, const Player *a, const Player *b, int pairs, u64 seed)
{
    int won = 0;
    init_tables();
    for (int i = 0; i < pairs; i++)
        for (int swap = 0; swap < 2; swap++) {
            Lots d = {seed * 1000003ULL + i}, l = {seed * 7919ULL + 2 * i + swap};
            Duel g;
            int w = -1;
            deal(&g, &d);
            while (w < 0) w = play(&g, g.mover ^ swap ? choose(&g, b, &l) : chooses(&g, a, &l));
            won += (w ^ swap) == 0;
        }
    return won;
}

int match(const Player *a, const Player *b, int pairs, u64 seed)
{
    return match_of(choose, a, b, pairs, seed);
}

/* ------------------------------------------------------------------ learning */

#define MAX_TURNS 400
typedef struct { int ix[PICKED], seat; } Moment;

static void picked(const Duel *g, Result r, int *ix)
{
    const Side *me = &g->s[g->mover], *they = &g->s[1 - g->mover];
    u64 kept = me->hand & ~mask_of_used(me->hand, r.used);
    mine(kept, me->draw, r.up, r.down, drawn_after(me, r.used, r.gave), ix);
    theirs(they->hand | they->draw, COUNT(they->hand), r.their_up, r.their_down, ix + MINE);
    cross(COUNT(kept | me->draw), r.up, r.down, COUNT(they->hand | they->draw), r.their_up,
          r.their_down, ix + MINE + THEIRS);
}

/* The worth of what a turn leaves, for comparing with another program. */
double worth_after(const double *w, u64 kept, u64 draw, int up, int down, int drawn, u64 left,
                   int hand, int their_up, int their_down)
{
    int ix[PICKED];
    init_tables();
    mine(kept, draw, up, down, drawn, ix);
    theirs(left, hand, their_up, their_down, ix + MINE);
    cross(COUNT(kept | draw), up, down, COUNT(left), their_up, their_down, ix + MINE + THEIRS);
    return worth(w, SIZE, ix, PICKED);
}

/* Plays games of a with itself, every `against`-th of them with b, and teaches a net how good
   what a's turns left was: its target is what followed, mixed with how the net judges a's next
   turn (lambda: the part of what followed). The rate falls to a tenth of itself. */
void teach(double *w, double *times, double first, double slow, const Player *a, const Player *b,
           int against, int games, u64 seed, double rate, double lambda)
{
    static Moment m[MAX_TURNS];
    Net net = {w, times, first, slow, SIZE, PICKED};
    init_tables();
    for (int i = 0; i < games; i++) {
        Lots d = {seed * 1000003ULL + i}, l = {seed * 7919ULL + i};
        Duel g;
        int won = -1, n = 0;
        int other = against && i % against == 0 ? (int)(word(&l) & 1) : -1;
        double r = rate * (1 - 0.9 * i / games);
        deal(&g, &d);
        while (won < 0 && n < MAX_TURNS) {
            Result chosen = choose(&g, g.mover == other ? b : a, &l);
            picked(&g, chosen, m[n].ix);
            m[n++].seat = g.mover;
            won = play(&g, chosen);
        }
        if (won < 0) continue;
        double target[2] = {won == 0, won == 1};
        for (int t = n - 1; t >= 0; t--) {
            int s = m[t].seat;
            if (s == other) continue;
            double v = chance(worth(w, SIZE, m[t].ix, PICKED));
            learn(&net, m[t].ix, target[s], r);
            target[s] = lambda * target[s] + (1 - lambda) * v;
        }
    }
}

/* ------------------------------------------------------------------ both hands known */

enum {
    O_MOVER = 0,                    /* the features of one's own side, of the player to move */
    O_OTHER = T_TOPS,               /* the same of the other */
    O_ROOM = 2 * T_TOPS,            /* [up + mirrored down 16][theirs 16] */
    O_LEFT = O_ROOM + 16 * 16,      /* [left 31][theirs 31] */
    O_GIFT = O_LEFT + 31 * 31,      /* [smallest relief of a gift, up 17][down 17] */
    O_LAID = O_GIFT + G * G,        /* [cards that fit on an own pile 7][theirs 7] */
    O_SIZE = O_LAID + 7 * 7
};

#define O_PICKED (2 * MINE + CROSS + 2)

int open_size(void) { return O_SIZE; }

static int fitting(const Side *s) { return COUNT(s->hand & (GOES_UP[s->up] | GOES_DOWN[s->down])); }

static int gift_index(u64 hand, int up, int down)
{
    u64 a = hand & HELPS_UP[up], b = hand & HELPS_DOWN[down];
    return (a ? clip(up - HIGH(a)) : 0) * G + (b ? clip(LOW(b) - down) : 0);
}

static void open_picked(const Side *me, const Side *they, int *ix)
{
    mine(me->hand, me->draw, me->up, me->down, 0, ix);
    mine(they->hand, they->draw, they->up, they->down, 0, ix + MINE);
    for (int i = MINE; i < 2 * MINE; i++) ix[i] += O_OTHER;
    int *x = ix + 2 * MINE;
    cross(COUNT(me->hand | me->draw), me->up, me->down, COUNT(they->hand | they->draw),
          they->up, they->down, x);
    for (int i = 0; i < CROSS; i++) x[i] += O_ROOM - X_ROOM;
    x[CROSS] = O_GIFT + gift_index(me->hand, they->up, they->down);
    x[CROSS + 1] = O_LAID + fitting(me) * 7 + fitting(they);
}

/* The chance of the player to move when both hands are known, for comparing. */
double open_chance(const double *w, u64 hand, u64 draw, int up, int down, u64 their_hand,
                   u64 their_draw, int their_up, int their_down)
{
    int ix[O_PICKED];
    Side me = {.up = up, .down = down, .hand = hand, .draw = draw};
    Side they = {.up = their_up, .down = their_down, .hand = their_hand, .draw = their_draw};
    init_tables();
    open_picked(&me, &they, ix);
    return chance(worth(w, O_SIZE, ix, O_PICKED));
}

/* Plays games of a with itself and teaches a net the chance of the player to move, who knows both
   hands and not the order of the draws; the rest as for `teach`. */
void teach_open(double *w, double *times, double first, double slow, const Player *a, int games,
                u64 seed, double rate, double lambda)
{
    static int ix[MAX_TURNS][O_PICKED];
    Net net = {w, times, first, slow, O_SIZE, O_PICKED};
    init_tables();
    for (int i = 0; i < games; i++) {
        Lots d = {seed * 1000003ULL + i}, l = {seed * 7919ULL + i};
        Duel g;
        int won = -1, n = 0;
        double r = rate * (1 - 0.9 * i / games);
        deal(&g, &d);
        while (won < 0 && n < MAX_TURNS) {
            open_picked(&g.s[g.mover], &g.s[1 - g.mover], ix[n++]);
            won = play(&g, choose(&g, a, &l));
        }
        if (won < 0) continue;
        double target = won == 0; /* player 0 moves at even turns */
        for (int t = n - 1; t >= 0; t--) {
            double v = chance(worth(w, O_SIZE, ix[t], O_PICKED));
            learn(&net, ix[t], t % 2 ? 1 - target : target, r);
            target = lambda * target + (1 - lambda) * (t % 2 ? 1 - v : v);
        }
    }
}
