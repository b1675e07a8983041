// How the pages look to this reader: light or dark, and whether the signs of checked statements show. What was chosen is kept
// by the browser, if it keeps anything; until something is chosen the system decides.
"use strict";

{
  const KEY = "padma-look";
  const root = document.documentElement;
  const CHOICES = {
    theme: { legend: "Colours", values: { "": "as the system", light: "light", dark: "dark" } },
    claims: { legend: "Signs of checks", values: { "": "shown", hushed: "hidden" } },
  };

  // A browser may forbid a page to keep anything, and says so by an exception.
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
      // It holds for this page alone.
    }
  };
  let look = kept();
  const apply = () => {
    for (const [name, { values }] of Object.entries(CHOICES)) {
      const chosen = Object.hasOwn(values, look[name] ?? "") ? look[name] : "";
      if (chosen) root.dataset[name] = chosen;
      else delete root.dataset[name];
    }
  };
  // Before the page is drawn, so that it does not change under the reader's eyes.
  apply();

  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const group = ([name, { legend, values }]) => {
    const labels = Object.entries(values).map(([value, text]) => {
      const input = make("input", { type: "radio", name: `look-${name}`, value });
      input.checked = value === (root.dataset[name] ?? "");
      input.addEventListener("change", () => {
        look = { ...look, [name]: value };
        keep(look);
        apply();
      });
      return make("label", {}, input, ` ${text}`);
    });
    return make("fieldset", {}, make("legend", {}, legend), ...labels);
  };
  addEventListener("DOMContentLoaded", () => {
    const button = make("summary", { "aria-label": "How the pages look" });
    const menu = make("div", { class: "look-menu" }, ...Object.entries(CHOICES).map(group));
    const control = make("details", { class: "look" }, button, menu);
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
  // Another page of the site that is open follows.
  addEventListener("storage", ({ key }) => {
    if (key !== KEY) return;
    look = kept();
    apply();
  });
}
