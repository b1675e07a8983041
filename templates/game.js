// Steps through recorded games in place. Without it, every step is a link that leads to its
// position. Each step is an entry of the browser's history, so the Back button returns to the
// previous position.
"use strict";

{
  const MOTION = 220;
  const games = [];

  // Animates the pieces that a move has moved, unless the reader has asked for reduced motion. A strip of cells with
  // its pieces is one shared drawing, so during the animation a copy of the drawing replaces it, and the piece moves in
  // the copy.
  const animate = (svg) => {
    if (!svg || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const marked = (end) => [...svg.querySelectorAll(`:scope > use[href$=".${end}"]`)];
    const placeOf = (use) => ["x", "y"].map((axis) => Number(use.getAttribute(axis)));
    const [left, moved] = [marked("f"), marked("m")].map((uses) => uses.map(placeOf));
    moved.forEach(([x, y], nth) => {
      const from = left[nth];
      const isThere = (use) => placeOf(use).join() === [x, y].join();
      const groups = [...svg.querySelectorAll(':scope > use:not([x])')];
      const drawn = groups.map((use) => [use, document.getElementById(use.getAttribute("href").slice(1))]);
      const [use, group] = drawn.find(([, definition]) => [...(definition?.children ?? [])].some((child) => child.localName === "use" && isThere(child))) ?? [];
      if (!from || !group) return;
      const copy = group.cloneNode(true);
      copy.removeAttribute("id");
      use.replaceWith(copy);
      const body = [...copy.children].find(isThere);
      copy.append(body);
      const way = [{ translate: `${from[0] - x}px ${from[1] - y}px` }, { translate: "0 0" }];
      const restore = () => copy.replaceWith(use);
      body.animate(way, { duration: MOTION, easing: "ease-out" }).finished.then(restore, restore);
    });
  };

  const follow = (game) => {
    const positions = [...game.querySelectorAll(".at")];
    const links = [...game.querySelectorAll(".moves a")];
    const says = document.createElement("p");
    says.className = "unseen";
    says.setAttribute("aria-live", "polite");
    game.append(says);
    let here = 0;

    const placeOf = (hash) => positions.findIndex(({ id }) => `#${id}` === hash);

    // Moves the focus to the matching element of the new position.
    const passFocusOn = (from, to) => {
      const old = document.activeElement;
      if (from === to || !from.contains(old)) return;
      const like = old.rel ? `a[rel=${old.rel}]` : ".board";
      (to.querySelector(like) ?? to.querySelector(".board")).focus({ preventScroll: true });
    };

    const show = (place) => {
      const [from, to] = [positions[here], positions[place]];
      here = place;
      to.classList.add("here");
      passFocusOn(from, to);
      if (from !== to) from.classList.remove("here");
      for (const link of links) {
        if (link.hash === `#${to.id}`) link.setAttribute("aria-current", "step");
        else link.removeAttribute("aria-current");
      }
    };

    const step = (place) => {
      if (!positions[place] || place === here) return;
      const isNext = place === here + 1;
      show(place);
      if (isNext) animate(positions[place].querySelector(".board svg"));
      const position = positions[place];
      history.pushState(places(), "", `#${position.id}`);
      const said = [...position.querySelectorAll(".step b, .note")];
      says.textContent = said.map((element) => element.textContent).join(". ");
    };

    game.addEventListener("click", (event) => {
      const link = event.target.closest("a");
      const place = link ? placeOf(link.hash) : -1;
      if (place < 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      step(place);
    });

    const press = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const place = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: positions.length - 1 }[event.key];
      if (place === undefined) return;
      event.preventDefault();
      step(place);
    };
    game.addEventListener("keydown", press);
    // For the game in view, the arrow keys also work when nothing has the focus.
    document.addEventListener("keydown", (event) => {
      const { top, bottom } = positions[here].getBoundingClientRect();
      const isSeen = top < innerHeight / 2 && bottom > innerHeight / 2;
      if (event.target === document.body && event.key.startsWith("Arrow") && isSeen) press(event);
    });

    game.classList.add("stepped");
    show(Math.max(placeOf(location.hash), 0));
    return { show, placeOf, here: () => here };
  };

  games.push(...[...document.querySelectorAll(".game")].map(follow));
  const places = () => games.map(({ here }) => here());
  history.replaceState(places(), "");
  // The address holds the position of one game; the history state holds those of the others.
  addEventListener("popstate", ({ state }) => {
    games.forEach(({ show, placeOf, here }, index) => {
      const place = placeOf(location.hash);
      show(place < 0 ? (state?.[index] ?? here()) : place);
    });
  });
}
