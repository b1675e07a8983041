// Escape hides the visible tip until the reader leaves its claim and comes back (WCAG 1.4.13).
// Everything else about tips is done by the style sheet, and works without scripts.
"use strict";

addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  const showing = document.querySelectorAll(".stated:hover, .stated:focus-within");
  for (const stated of showing) stated.classList.add("hushed");
});

for (const leaving of ["mouseout", "focusout"]) {
  addEventListener(leaving, ({ target, relatedTarget }) => {
    const stated = target.closest?.(".hushed");
    if (stated && !stated.contains(relatedTarget)) stated.classList.remove("hushed");
  });
}
