// The reader's choice of how pages look: light or dark, and with or without the ticks of checked
// statements. The browser keeps the choice, if it can; until there is one, the system's setting
// applies. It comes before the style sheet of a page, because a script after one waits for it.
"use strict";

// Fetches the typeface of the text with the style sheet, not after it, so that lines do not break differently when it
// arrives. For a page opened from a folder this is not needed, and browsers refuse it.
if (document.currentScript.src.startsWith("http")) {
  const typeface = document.createElement("link");
  const href = new URL("typefaces/libertinus-serif-400.woff2", document.currentScript.src);
  Object.assign(typeface, { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "", href });
  document.head.append(typeface);

  // A link to a game begins to fetch the program when a reader is about to follow it.
  const program = new URL("engine.js", document.currentScript.src).href;
  const prefetch = ({ target }) => {
    const link = target.closest?.('a[href*="#play="]');
    if (!link || link.pathname === location.pathname) return;
    if (!document.querySelector(`link[href="${program}"]`)) {
      document.head.append(Object.assign(document.createElement("link"), { rel: "prefetch", as: "script", href: program }));
    }
  };
  for (const event of ["pointerover", "pointerdown", "focusin"]) addEventListener(event, prefetch, { passive: true });
}

{
  const KEY = "padma-look";
  const say = window.padmaSay;
  const root = document.documentElement;
  const CHOICES = {
    theme: { legend: say("theme"), values: ["", "light", "dark"], word: (value) => say("theme-value", { value }) },
    claims: { legend: say("ticks"), values: ["", "hushed"], word: (value) => say("ticks-value", { value }) },
  };
  // The script's own words are English, whatever the language of the page.

  // A browser may forbid a page to store anything, and throws an exception then.
  const kept = () => {
    try {
      return JSON.parse(localStorage.getItem(KEY)) ?? {};
    } catch {
      return {};
    }
  };
  const keep = (look) => {
    try {
      localStorage.setItem(KEY, JSON.stringify(look));
    } catch {
      // The choice applies to this page only.
    }
  };
  let look = kept();
  const apply = () => {
    for (const [name, { values }] of Object.entries(CHOICES)) {
      const chosen = values.includes(look[name] ?? "") ? look[name] : "";
      if (chosen) root.dataset[name] = chosen;
      else delete root.dataset[name];
    }
  };
  // Before the first paint, so that the page does not change while it is read.
  apply();

  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const group = ([name, { legend, values, word }]) => {
    const labels = values.map((value) => {
      const input = make("input", { type: "radio", name: `look-${name}`, value });
      input.checked = value === (root.dataset[name] ?? "");
      input.addEventListener("change", () => {
        look = { ...look, [name]: value };
        keep(look);
        apply();
      });
      return make("label", {}, input, ` ${word(value)}`);
    });
    return make("fieldset", {}, make("legend", {}, legend), ...labels);
  };
  addEventListener("DOMContentLoaded", () => {
    const button = make("summary", { "aria-label": say("display-settings") });
    const menu = make("div", { class: "look-menu" }, ...Object.entries(CHOICES).map(group));
    const control = make("details", { ...window.padmaSay.ours, class: "look" }, button, menu);
    document.querySelector("header.running")?.append(control);
    addEventListener("pointerdown", ({ target }) => {
      if (!control.contains(target)) control.open = false;
    });
    control.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape" || !control.open) return;
      control.open = false;
      button.focus();
    });
  });
  // Other open pages of the site follow.
  addEventListener("storage", ({ key }) => {
    if (key !== KEY) return;
    look = kept();
    apply();
  });
}
