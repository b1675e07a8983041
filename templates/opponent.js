// Lets the program play a side of a game on the page, give a hint, and say who is better. Needs `try.js`,
// whose game it belongs to, and `think.js`, which thinks apart from the page.
"use strict";

window.padmaOpponent ??= (() => {
  const say = window.padmaSay;
  // How many positions the program looks at; fewer where there are many moves.
  const STRENGTHS = { knows: 100, casual: 1000, club: 8000 };
  const HINT = STRENGTHS.club;

  return class {
    constructor(match, make) {
      this.match = match;
      // The sides that the program plays.
      this.sides = [];
      this.nodes = STRENGTHS.casual;
      this.seed = 1 + Math.floor(Math.random() * 1e9);
      const choice = (name, values, act) => {
        const options = values.map((value) => make("option", { value }, name(value)));
        const select = make("select", {}, ...options);
        select.addEventListener("change", () => act(select.value));
        return make("label", {}, `${name("")} `, select);
      };
      const opponent = (value) => say("opponent", { value });
      const who = choice(opponent, ["nobody", "black", "white", "both"], (value) => {
        this.sides = { nobody: [], black: [1], white: [0], both: [0, 1] }[value];
        this.turn();
      });
      const strengths = (value) => say("strength", { value });
      const strength = choice(strengths, Object.keys(STRENGTHS), (value) => { this.nodes = STRENGTHS[value]; });
      strength.querySelector("select").value = "casual";
      this.hint = make("button", { type: "button" }, say("hint"));
      this.hint.addEventListener("click", () => this.giveHint());
      this.judges = make("input", { type: "checkbox" });
      this.judges.addEventListener("change", () => this.judge());
      this.says = make("p", { class: "try-thinks", role: "status" });
      const judged = make("label", {}, this.judges, ` ${say("who-is-better")}`);
      this.place = make("div", { class: "try-opponent" }, make("p", { class: "try-tools" }, who, strength), make("p", { class: "try-tools" }, this.hint, judged), this.says);
    }

    // Whether it is the program's turn.
    get isOn() {
      const { match } = this;
      return this.sides.includes(match.side) && !match.outcome && match.here === match.texts.length;
    }

    // Asks for the best move here. Resolves to null if the game has gone on, or back, in the meantime.
    async ask(nodes) {
      const { match } = this;
      const texts = match.texts.slice(0, match.here);
      this.says.textContent = say("thinking");
      this.place.classList.add("is-thinking");
      this.asked = texts.join();
      try {
        const found = await window.padmaThink.best(match.variant, { nodes, seed: this.seed + texts.length }, texts);
        return this.asked === texts.join() && match.texts.slice(0, match.here).join() === texts.join() ? found : null;
      } catch (error) {
        this.says.textContent = say("rules-not-loaded", { reason: error.message });
        return null;
      } finally {
        this.place.classList.remove("is-thinking");
      }
    }

    // Plays if it is the program's turn, else says who is better if that is wanted.
    async turn() {
      if (!this.isOn) return this.judge();
      const found = await this.ask(this.nodes);
      if (!found?.text || !this.isOn) return undefined;
      this.says.textContent = "";
      return this.match.make({ text: found.text });
    }

    async giveHint() {
      if (this.match.outcome) return;
      const found = await this.ask(HINT);
      if (found?.text) this.says.textContent = say("hint-is", { text: found.text });
    }

    async judge() {
      this.says.textContent = "";
      if (!this.judges.checked || this.match.outcome) return;
      const found = await this.ask(HINT);
      if (found?.text) this.says.textContent = this.verdict(found);
    }

    // Says who is better: by how many of the weakest pieces, or who can force a win.
    verdict({ side, score, wins_in: wins, loses_in: loses }) {
      const names = [say("rules.side:white"), say("rules.side:black")];
      const [own, other] = [names[side], names[1 - side]];
      if (wins !== null || loses !== null) return say("wins-in", { side: wins === null ? other : own, count: wins ?? loses });
      const EVEN = 50;
      if (Math.abs(score) < EVEN) return say("about-even");
      return say("is-better", { side: score > 0 ? own : other, by: (Math.abs(score) / 100).toFixed(1) });
    }
  };
})();
