// Reduces English words to their stems, so that "rotates" finds "rotation": the algorithm of M. F.
// Porter, "An algorithm for suffix stripping" (1980).
"use strict";

window.padmaStem = (() => {
  // Writes each letter as a vowel or a consonant; a y is a vowel after a consonant.
  const shape = (word) =>
    [...word].reduce((so, letter) => {
      const vowel = "aeiou".includes(letter) || (letter === "y" && so.endsWith("c"));
      return so + (vowel ? "v" : "c");
    }, "");
  const measure = (word) => (shape(word).match(/v+c+/g) ?? []).length;
  const hasVowel = (word) => shape(word).includes("v");
  const isDouble = (word) => word.at(-1) === word.at(-2) && shape(word).endsWith("c");
  const isShort = (word) => shape(word).endsWith("cvc") && !/[wxy]$/.test(word);

  // Parses the rules of a step, such as "ational:ate", a suffix and its replacement; the longest
  // suffix comes first.
  const rules = (text) =>
    text
      .split(" ")
      .map((rule) => rule.split(":"))
      .sort(([a], [b]) => b.length - a.length);
  const PLURALS = rules("sses:ss ies:i ss:ss s:");
  const PAST = rules("ed: ing:");
  const RESTORED = rules("at:ate bl:ble iz:ize");
  const DOUBLE_SUFFIXES = rules(
    "ational:ate tional:tion enci:ence anci:ance izer:ize abli:able alli:al entli:ent eli:e ousli:ous ization:ize " +
      "ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble",
  );
  const ADJECTIVES = rules("icate:ic ative: alize:al iciti:ic ical:ic ful: ness:");
  const LAST = rules(
    "al: ance: ence: er: ic: able: ible: ant: ement: ment: ent: sion:s tion:t ou: ism: ate: iti: ous: ive: ize:",
  );

  // Only the rule of the longest matching suffix applies, and only if what it would leave passes
  // the test.
  const apply = (word, step, passes = () => true) => {
    const rule = step.find(([suffix]) => word.endsWith(suffix));
    if (!rule) return word;
    const [suffix, instead] = rule;
    const kept = word.slice(0, word.length - suffix.length);
    // In the last step, the consonant of "sion" and "tion" stays, and counts in the test.
    const tested = step === LAST ? kept + instead : kept;
    return passes(tested) ? kept + instead : word;
  };

  const past = (word) => {
    if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
    const kept = apply(word, PAST, hasVowel);
    if (kept === word) return word;
    const restored = apply(kept, RESTORED);
    if (restored !== kept) return restored;
    if (isDouble(kept) && !/[lsz]$/.test(kept)) return kept.slice(0, -1);
    return measure(kept) === 1 && isShort(kept) ? `${kept}e` : kept;
  };

  const ending = (word) => {
    const kept = word.slice(0, -1);
    const silent = measure(kept) > 1 || (measure(kept) === 1 && !isShort(kept));
    const open = word.endsWith("e") && silent ? kept : word;
    return open.endsWith("ll") && measure(open) > 1 ? open.slice(0, -1) : open;
  };

  return (word) => {
    if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
    const single = past(apply(word, PLURALS));
    const plain = single.endsWith("y") && hasVowel(single.slice(0, -1)) ? `${single.slice(0, -1)}i` : single;
    const shortened = apply(plain, DOUBLE_SUFFIXES, (kept) => measure(kept) > 0);
    const bare = apply(shortened, ADJECTIVES, (kept) => measure(kept) > 0);
    return ending(apply(bare, LAST, (kept) => measure(kept) > 1));
  };
})();
