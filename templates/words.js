"use strict";
window.padmaSay ??= Object.assign(
  (id, slots = {}) => {
    const counts = new Intl.PluralRules("en");
    const chosen = (choices, value) => {
      const key = { true: "yes", false: "no" }[value] ?? value;
      return choices[key] ?? choices[typeof value === "number" && counts.select(value)] ?? choices[""] ?? [];
    };
    const write = (parts) => parts.map(part).join("");
    const part = (text) => {
      if (typeof text === "string") return text;
      if (text.group) return text.group.some((one) => Array.isArray(one) && part(one) === "") ? "" : write(text.group);
      const [slot, choices] = text;
      return choices ? write(chosen(choices, slots[slot])) : (slots[slot] ?? "");
    };
    return write(window.padmaSay.messages[id]);
  },
  { messages: {} },
);
Object.assign(window.padmaSay.messages, MESSAGES);
