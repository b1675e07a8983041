// The playground itself: an inventor edits a piece, or all rules of a variant, and the board shows the
// result at once. The program reads the text, reports its mistakes and computes the result; this
// script shows them. Needs `ask.js` and `try-board.js`.
"use strict";

window.padmaPlayground = (() => {
  const SIDES = ["white", "black"];
  const say = window.padmaSay;
  const NAMES = [say("rules.side:white"), say("rules.side:black")];
  const EDITED = "playground";

  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };

  const counting = (names) => say("cells-answer", { count: names.length, names: names.join(", ") });

  // Returns the part of a variant's TOML that is about a piece, from its header to the next: where
  // it begins and ends. Without a piece it is the whole text.
  const partOf = (toml, piece) => {
    if (!piece) return [0, toml.length];
    const headers = [...toml.matchAll(/^\[.*$/gmu)].map(({ index }) => index).concat(toml.length);
    const place = headers.findIndex((start, nth) => {
      const table = toml.slice(start, headers[nth + 1]);
      return table.startsWith("[[piece]]") && table.split("\n").includes(`id = "${piece}"`);
    });
    return place < 0 ? [0, toml.length] : [headers[place], headers[place + 1]];
  };

  return class {
    constructor(section, { rules, ask }) {
      const { variant, piece = "" } = section.dataset;
      const toml = window.padmaTexts[variant];
      const [start, end] = partOf(toml, piece);
      Object.assign(this, { section, variant, piece, rules, ask, before: toml.slice(0, start), printed: toml.slice(start, end).trimEnd(), after: `\n\n${toml.slice(end)}` });
      this.kind = piece || rules.kinds[0].id;
      this.side = 0;
      this.blockers = new Map();
      this.cell = this.shownCell();
      this.build();
    }

    // The cell on which the small picture of the piece shows it; of a piece without one, any on which it may stand.
    shownCell() {
      const shown = (this.section.dataset.cells ?? "").split(" ").find((one) => one.startsWith(`${this.kind}@`));
      const { stands } = this.rules.kinds.find(({ id }) => id === this.kind);
      return shown ? this.rules.cells.indexOf(shown.slice(this.kind.length + 1)) : (stands[0][0] ?? 0);
    }

    build() {
      const { section, rules } = this;
      const button = (label, act) => {
        const element = make("button", { type: "button" }, label);
        element.addEventListener("click", act);
        return element;
      };
      this.place = make("div", { class: "board try-board", role: "group", "aria-label": say("board-of-game", { game: rules.title }) });
      this.text = make("textarea", { rows: this.piece ? "8" : "24", spellcheck: "false", "aria-label": this.piece ? say("piece-as-toml") : say("rules-as-toml") });
      this.question = make("input", { type: "text", value: "reach(P)", spellcheck: "false", "aria-label": say("question") });
      this.complaints = make("ul", { class: "playground-complaints" });
      this.says = make("p", { class: "try-says", role: "status" });
      this.copied = make("span", { class: "try-not", role: "status" });
      this.kinds = make("select", { "aria-label": say("piece-on-board") }, ...rules.kinds.map((kind) => make("option", { value: kind.id }, kind.name)));
      this.kinds.value = this.kind;
      this.puts = make("select", {}, ...[say("the-piece"), ...NAMES.map((side) => say("a-blocker", { side }))].map((label, value) => make("option", { value }, label)));
      this.sides = make("select", { "aria-label": say("side-of-piece") }, ...NAMES.map((name, value) => make("option", { value }, name)));
      const present = rules.cells.map((name, cell) => ({ name, cell })).filter(({ cell }) => !rules.absent.includes(cell));
      this.cells = make("select", { "aria-label": say("cell-of-piece") }, ...present.map(({ name, cell }) => make("option", { value: cell }, name)));
      this.text.value = this.printed;
      const copy = button(say("copy-as-toml"), () => this.copy());
      const restore = button(say("restore-rules"), () => {
        this.text.value = this.printed;
        this.show();
      });
      const tools = make("p", { class: "try-tools" }, copy, restore, this.copied);
      const choices = make("p", { class: "try-tools" }, ...(this.piece ? [] : [this.kinds]), this.sides, this.cells, make("label", {}, `${say("puts-down")} `, this.puts));
      const aside = make("div", { class: "try-aside" }, this.text, make("div", { role: "status" }, this.complaints), make("label", { class: "playground-question" }, `${say("question")} `, this.question), this.says, tools);
      const table = make("div", { class: "try-table" }, this.place, choices);
      const title = this.piece ? [make("h3", {}, say("labels.page:playground.md"))] : [];
      section.replaceChildren(...title, make("p", { class: "playground-how" }, say("playground-how")), make("div", { class: "try-hall" }, table, aside));
      this.board = new window.padmaBoard(this.place, rules, window.padmaDrawings[this.variant], this.variant);
      for (const element of [this.text, this.question]) element.addEventListener("input", () => this.show());
      this.kinds.addEventListener("change", () => {
        this.kind = this.kinds.value;
        this.cell = this.shownCell();
        this.show();
      });
      this.sides.addEventListener("change", () => {
        this.side = Number(this.sides.value);
        this.show();
      });
      this.cells.addEventListener("change", () => {
        this.cell = Number(this.cells.value);
        this.show();
      });
      this.place.addEventListener("click", ({ target }) => {
        const cell = this.board.cellOf(target);
        if (cell >= 0) this.put(cell);
      });
    }

    put(cell) {
      const blocker = Number(this.puts.value) - 1;
      if (blocker < 0) {
        this.cell = cell;
        this.blockers.delete(cell);
      } else if (this.blockers.get(cell) === blocker) this.blockers.delete(cell);
      else if (cell !== this.cell) this.blockers.set(cell, blocker);
      this.show();
    }

    get whole() {
      return this.before + this.text.value + this.after;
    }

    // Asks the question by the rules of the text, and shows the answer or what is wrong with them.
    show() {
      const { rules } = this;
      const base = rules.kinds.findIndex(({ id }) => id === this.kind);
      const position = { pieces: [[this.cell, this.side, base]], blockers: [...this.blockers], absent: rules.absent };
      this.cells.value = this.cell;
      this.copied.textContent = "";
      const { variant, mistakes } = this.ask("load", EDITED, this.whole);
      this.complain(mistakes, this.before.length, this.text.value);
      let [targets, words] = [[], variant ? "" : say("rules-unreadable")];
      if (variant && variant.cells.join() !== rules.cells.join()) {
        words = say("other-cells");
      } else if (variant) {
        [targets, words] = this.answer(variant);
      }
      this.board.show(position, { held: this.cell, targets });
      this.says.replaceChildren(words);
      this.remember();
    }

    answer(variant) {
      const piece = [SIDES[this.side], "P", this.kind, variant.cells[this.cell]];
      const blockers = [...this.blockers].map(([cell, owner]) => [SIDES[owner], "", "", variant.cells[cell]]);
      const lines = [["absent", ...variant.absent.map((cell) => variant.cells[cell])], piece, ...blockers];
      try {
        const position = lines.filter((words) => words.length > 1).map((words) => words.join("\t")).join("\n");
        const { answers: [found] } = this.ask("cells", EDITED, position, this.question.value);
        if (found.cells) return [found.cells.map((name) => variant.cells.indexOf(name)), counting(found.cells)];
        return [[], found.value ?? found.fault ?? found.mistakes.map(({ message, label }) => `${message}; ${label}`).join(". ")];
      } catch (error) {
        return [[], error.message];
      }
    }

    // Lists complaints, each with its line and the word it is about.
    complain(mistakes, start, text) {
      const item = ({ message, label, help, at }) => {
        const words = [message, ...help].join("; ");
        const [from, to] = at ? at.map((place) => place - start) : [-1, -1];
        if (from < 0 || to > text.length) return make("li", {}, words);
        const [begin, end] = [text.lastIndexOf("\n", from - 1) + 1, text.indexOf("\n", to)];
        const line = make("code", {}, text.slice(begin, from), make("mark", { title: label ?? "" }, text.slice(from, to)), text.slice(to, end < 0 ? text.length : end));
        const go = make("button", { type: "button" }, say("go-there"));
        go.addEventListener("click", () => {
          this.text.focus();
          this.text.setSelectionRange(from, to);
        });
        return make("li", {}, words, make("br"), line, " ", label ?? "", " ", go);
      };
      // One edit can cause the same mistake at several places outside the box. It is listed once.
      const isOutside = ({ at }) => !at || at[0] < start || at[1] > start + text.length;
      const isFirst = (mistake, nth) => !isOutside(mistake) || mistakes.findIndex((one) => isOutside(one) && one.message === mistake.message) === nth;
      this.complaints.replaceChildren(...mistakes.filter(isFirst).map(item));
    }

    remember() {
      const { variant, kind, rules, cell, text, printed } = this;
      const edit = text.value === printed ? "" : `/${encodeURIComponent(text.value)}`;
      history.replaceState(history.state, "", `#playground=${encodeURIComponent(variant)}/${encodeURIComponent(kind)}@${rules.cells[cell]}${edit}`);
    }

    // Takes over what an address holds; a part that makes no sense is left as it is.
    follow({ kind, cell, text }) {
      if (!this.piece && this.rules.kinds.some(({ id }) => id === kind)) this.kind = this.kinds.value = kind;
      if (this.rules.cells.includes(cell)) this.cell = this.rules.cells.indexOf(cell);
      if (text !== "") this.text.value = text;
      this.show();
    }

    focus() {
      this.text.focus();
      this.text.setSelectionRange(0, 0);
      this.text.scrollTop = 0;
    }

    async copy() {
      try {
        await navigator.clipboard.writeText(this.piece ? this.text.value : this.whole);
        this.copied.textContent = say("copied");
      } catch {
        this.text.select();
        this.copied.textContent = say("text-selected");
      }
    }
  };
})();
