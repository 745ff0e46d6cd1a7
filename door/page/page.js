// What the page adds to the terminal: keys for a thumb, the keyboard when it is asked for, and
// what is said at the end. The terminal itself, and its messages, are those of textual.js.
"use strict";

const LEAST = { columns: 40, rows: 20 };
const CELL = { width: 0.6, height: 1.34 }; // of a letter of Roboto Mono, in its size
const LARGEST_FONT = 16;
const FIRST_REPEAT = 400;
const NEXT_REPEATS = 80;
const FONT_PATIENCE = 3000;
const ENDED = 1000;

const KEYS = {
  up: "\x1b[A",
  down: "\x1b[B",
  right: "\x1b[C",
  left: "\x1b[D",
  enter: "\r",
  space: " ",
  backspace: "\x7f",
  escape: "\x1b",
  menu: "m",
};

const find = (name) => document.querySelector(name);
const isTouched = matchMedia("(pointer: coarse)").matches;
let line = null;
let lastWords = "";

// textual.js opens the line; the page needs it too. What is sent too early or too late is lost:
// the size is sent again when the line is open.
window.WebSocket = class extends WebSocket {
  constructor(address) {
    super(address);
    line = this;
    this.addEventListener("message", hearLastWords);
    this.addEventListener("close", tellEnd);
  }

  send(message) {
    if (this.readyState === WebSocket.OPEN) {
      super.send(message);
    }
  }
};

const send = (key) => line?.send(JSON.stringify(["stdin", KEYS[key]]));

function hearLastWords(message) {
  const [kind, words] = typeof message.data === "string" ? JSON.parse(message.data) : [];
  lastWords = kind === "said" ? words : lastWords;
}

function tellEnd(closed) {
  const why = lastWords ? "told" : closed.code === ENDED ? "left" : "lost";
  find("#told").textContent = lastWords;
  find("#end").className = why;
  find("#end").showModal();
  if (why === "lost") {
    document.addEventListener("visibilitychange", () => document.hidden || location.reload());
  }
}

// A key that is held repeats, but for those that would do harm.
function offer(button) {
  const key = button.dataset.key;
  const isRepeated = ["up", "down", "left", "right", "backspace"].includes(key);
  let again = 0;
  const stop = () => clearTimeout(again);
  const repeat = () => {
    send(key);
    again = setTimeout(repeat, NEXT_REPEATS);
  };
  button.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    send(key);
    if (isRepeated) {
      again = setTimeout(repeat, FIRST_REPEAT);
    }
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
    button.addEventListener(name, stop);
  }
  button.addEventListener("mousedown", (event) => event.preventDefault()); // it would take the focus
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("click", (event) => event.detail || send(key)); // not by a pointer
}

// A field of this kind has the focus, and the phone shows no keyboard for it.
function askForTyping(field, isAsked) {
  field.inputMode = isAsked ? "text" : "none";
  find("#typing").setAttribute("aria-pressed", isAsked);
  field.blur();
  field.focus();
}

// The largest font with which a game has the cells that it needs.
function fontFor(table) {
  const widest = table.clientWidth / LEAST.columns / CELL.width;
  const highest = table.clientHeight / LEAST.rows / CELL.height;
  return Math.floor(Math.min(LARGEST_FONT, widest, highest));
}

async function begin(open) {
  const table = find("#table");
  table.dataset.fontSize = fontFor(table);
  table.dataset.sessionWebsocketUrl = new URL("play", location.href).href.replace(/^http/, "ws");
  const loaded = document.fonts.load(`${LARGEST_FONT}px "Roboto Mono"`);
  await Promise.race([loaded, new Promise((late) => setTimeout(late, FONT_PATIENCE))]);
  open();
  const field = find(".xterm-helper-textarea");
  field.setAttribute("aria-label", table.getAttribute("aria-label"));
  document.querySelectorAll("#keys [data-key]").forEach(offer);
  find("#typing").addEventListener("click", () => askForTyping(field, field.inputMode === "none"));
  find("#again").addEventListener("click", () => location.reload());
  // The terminal keeps its font; a phone that is turned may need another one.
  screen.orientation?.addEventListener("change", () => {
    addEventListener("resize", () => fontFor(table) < table.dataset.fontSize && location.reload());
  });
  if (isTouched) {
    askForTyping(field, false);
  } else {
    field.focus();
  }
}

// textual.js begins when everything is loaded; the page begins then, and lets it follow.
addEventListener("DOMContentLoaded", () => {
  const open = window.onload;
  window.onload = () => begin(open);
});
