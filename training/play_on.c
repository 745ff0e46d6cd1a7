/* Duels played on from a turn by players who look ahead as `master` does, with exact ends.

   `benchmarks/analysis.py` judges by them what a turn lost; nothing is learned here. */

#include "duel.c"

/* ------------------------------------------------------------------ exact ends */

/* An end without lots: each side draws all that is left to it after its next turn. */
typedef struct {
    u64 hand, draw, their_hand, their_draw;
    int up, down, their_up, their_down, known, won;
} End;

#define ENDS (1 << 16)
#define MAX_END 8 /* turns: of at most 16 cards each lays two or more */
static End ends[ENDS]; /* the ends that were solved last, by their hash */
static Own end_buffer[MAX_END][MAX_OWN];

static int winning(const End *e, int depth, Result *found);

static int is_same(const End *a, const End *b)
{
    return a->hand == b->hand && a->draw == b->draw && a->their_hand == b->their_hand
        && a->their_draw == b->their_draw && a->up == b->up && a->down == b->down
        && a->their_up == b->their_up && a->their_down == b->their_down;
}

/* Says whether the player to move wins an end. */
static int wins(End e, int depth)
{
    if (!can_lay_two(e.hand, e.up, e.down, e.their_up, e.their_down)) return 0;
    u64 tops = ((u64)e.up << 18) | ((u64)e.down << 12) | (e.their_up << 6) | e.their_down;
    Lots hash = {e.hand * 3 + e.their_hand * 7 + e.draw * 11 + e.their_draw * 13
                 + tops * 1000003ULL};
    End *at = &ends[word(&hash) % ENDS];
    if (at->known && is_same(at, &e)) return at->won;
    Result found;
    e.won = winning(&e, depth, &found);
    e.known = 1;
    *at = e;
    return e.won;
}

/* Finds a turn that wins an end, those that lay the most cards first. */
static int winning(const End *e, int depth, Result *found)
{
    int cards[HAND], n; Gift gift[13];
    Own *own = end_buffer[depth];
    int m = own_results(GOES_UP, GOES_DOWN, e->hand, e->up, e->down, cards, &n, own);
    int gn = gifts(cards, n, e->their_up, e->their_down, gift);
    for (int laid = n; laid >= 2; laid--)
        for (int j = 0; j < gn; j++)
            for (int i = 0; i < m; i++) {
                Gift given = gift[j];
                if (own[i].used & given.bit) continue;
                int used = own[i].used | given.bit;
                if (COUNT((u64)used) != laid) continue;
                u64 held = (e->hand & ~mask_of_used(e->hand, used)) | e->draw;
                End left = {e->their_hand, e->their_draw, held, 0,
                            given.up, given.down, own[i].up, own[i].down, 0, 0};
                if (held && wins(left, depth + 1)) continue;
                *found = (Result){used, own[i].up, own[i].down, given.up, given.down, given.gave};
                return 1;
            }
    return 0;
}

/* ------------------------------------------------------------------ looking ahead */

#define CANDIDATES 8 /* turns that are tried in each world, the best by the net */
#define QUICK 8      /* cheapest turns of which the best by the net is played next */

/* Finds the cheapest turns of the mover with near cards on its own piles, or with any where two
   near ones cannot be laid there. */
static int cheapest_turns(const Side *me, const Side *they, int most, Costed *out)
{
    int cards[HAND] = {0}, n, near = 0;
    int m = own_results(REACH_UP, REACH_DOWN, me->hand, me->up, me->down, cards, &n, own_buffer);
    for (int i = 0; i < m; i++) near |= COUNT((u64)own_buffer[i].used) > 1;
    if (!near)
        m = own_results(GOES_UP, GOES_DOWN, me->hand, me->up, me->down, cards, &n, own_buffer);
    return cheapest_of(m, cards, n, me, they, most, out);
}

/* The chance of the mover, who plays the best of its cheapest turns, as the net judges it. */
static double chance_to_move(const Duel *g, const double *w)
{
    Costed turns[QUICK];
    const Side *me = &g->s[g->mover];
    int n = cheapest_turns(me, &g->s[1 - g->mover], QUICK, turns), ix[PICKED];
    double best = -1e9;
    for (int i = 0; i < n; i++) {
        if (!me->n && mask_of_used(me->hand, turns[i].r.used) == me->hand) return 1;
        picked(g, turns[i].r, ix);
        double v = worth(w, SIZE, ix, PICKED);
        if (v > best) best = v;
    }
    return n ? chance(best) : 0;
}

/* The part of a world's games that a turn wins: the other answers with its cheapest turn, and the
   net judges what the player can do then. */
static double chance_in(Duel world, Result r, const double *w)
{
    int mover = world.mover, end = play(&world, r);
    Costed answer;
    if (end < 0 && cheapest_turns(&world.s[1 - mover], &world.s[mover], 1, &answer))
        end = play(&world, answer.r);
    return end < 0 ? chance_to_move(&world, w) : end == mover;
}

/* Chooses the turn that does best in some worlds, each with another hand and other draws by lot. */
static Result look_ahead(const Duel *g, const Player *p, Lots *l)
{
    int n = judge_all(g, p->w, scored), few = n < CANDIDATES ? n : CANDIDATES, mover = g->mover;
    Result turns[CANDIDATES];
    double sums[CANDIDATES] = {0};
    for (int i = 0; i < few; i++) {
        int best = i;
        for (int j = i + 1; j < n; j++) if (scored[j].v > scored[best].v) best = j;
        turns[i] = scored[best].r;
        if (scored[best].v >= 1e9) return turns[i];
        scored[best] = scored[i];
    }
    for (int i = 0; i < p->worlds && few > 1; i++) {
        Duel world = *g;
        Side *me = &world.s[mover], *they = &world.s[1 - mover];
        int size = COUNT(they->hand);
        they->draw |= they->hand; they->hand = 0;
        they->n = shuffled(they->draw, they->deck, l);
        draw_cards(they, size);
        shuffled(me->draw, me->deck, l);
        for (int k = 0; k < few; k++) sums[k] += chance_in(world, turns[k], p->w);
    }
    int best = 0;
    for (int k = 1; k < few; k++) if (sums[k] > sums[best]) best = k;
    return turns[best];
}

/* Chooses by looking ahead, but with both hands open a turn that wins an end without lots. */
static Result choose_well(const Duel *g, const Player *p, Lots *l)
{
    const Side *me = &g->s[g->mover], *they = &g->s[1 - g->mover];
    End end = {me->hand, me->draw, they->hand, they->draw,
               me->up, me->down, they->up, they->down, 0, 0};
    Result found;
    if (me->n <= 2 && they->n <= 2 && winning(&end, 0, &found)) return found;
    return look_ahead(g, p, l);
}

/* As `match`, for a first player who looks ahead. */
int match_ahead(const Player *a, const Player *b, int pairs, u64 seed)
{
    return match_of(look_ahead, a, b, pairs, seed);
}

/* The share of games won by the player who has just laid and now draws `drawn` cards, when the
   other's hand of `hand` cards and all draws are dealt by lot and both play on by looking ahead,
   exactly once no lot is left. The same seed deals the same games whatever the turn was, as far as
   cards and counts allow. */
double play_on(const Player *p, u64 kept, u64 draw, int up, int down, int drawn,
               u64 left, int hand, int their_up, int their_down, int games, u64 seed)
{
    int won = 0;
    init_tables();
    for (int i = 0; i < games; i++) {
        Lots l = {seed * 1000003ULL + i}, tried = {seed * 7919ULL + i};
        Duel g = {.mover = 1};
        Side *me = &g.s[0], *they = &g.s[1];
        int end = -1;
        they->up = their_up; they->down = their_down; they->draw = left;
        they->n = shuffled(left, they->deck, &l);
        draw_cards(they, hand);
        me->up = up; me->down = down; me->hand = kept; me->draw = draw;
        me->n = shuffled(draw, me->deck, &l);
        draw_cards(me, drawn);
        if (!me->hand && !me->n) end = 0;
        else if (!can_lay_two(they->hand, they->up, they->down, up, down)) end = 0;
        while (end < 0) end = play(&g, choose_well(&g, p, &tried));
        won += end == 0;
    }
    return (double)won / games;
}
