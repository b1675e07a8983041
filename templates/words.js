"use strict";
window.padmaSay ??= (() => {
  const { tag, direction, counts } = LANGUAGE;
  // Above 200 the last two digits decide.
  const count = (number) => counts[number < 200 ? number : 100 + (number % 100)] ?? counts[""];
  const chosen = (choices, value) => {
    const key = { true: "yes", false: "no" }[value] ?? value;
    return choices[key] ?? choices[typeof value === "number" && count(value)] ?? choices[""] ?? [];
  };
  const write = (parts, slots) => parts.map((text) => part(text, slots)).join("");
  const part = (text, slots) => {
    if (typeof text === "string") return text;
    if (text.group) {
      const isSilent = text.group.some((one) => Array.isArray(one) && part(one, slots) === "");
      return isSilent ? "" : write(text.group, slots);
    }
    const [slot, choices] = text;
    return choices ? write(chosen(choices, slots[slot]), slots) : (slots[slot] ?? "");
  };
  const isOfPage = document.documentElement.lang.toLowerCase().split("-")[0] === tag;
  return Object.assign((id, slots = {}) => write(window.padmaSay.messages[id], slots), {
    // The attributes of an element with these words.
    ours: isOfPage ? {} : { lang: tag, dir: direction },
    messages: {},
  });
})();
Object.assign(window.padmaSay.messages, MESSAGES);
