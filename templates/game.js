// Steps through recorded games in place. Without it, every step is a link that leads to its
// position. Each step is an entry of the browser's history, so the Back button returns to the
// previous position.
"use strict";

{
  const MOTION = 220;
  const games = [];

  // Animates the pieces that a move has moved, unless the reader has asked for reduced motion.
  const animate = (svg) => {
    if (!svg || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const marked = (end) => [...svg.querySelectorAll(`:scope > use[href$=".${end}"]`)];
    const placeOf = (use) => ["x", "y"].map((axis) => Number(use.getAttribute(axis)));
    const [left, moved] = [marked("f"), marked("m")].map((uses) => uses.map(placeOf));
    const pieces = [...svg.querySelectorAll(":scope > g > use")];
    moved.forEach(([x, y], nth) => {
      const from = left[nth];
      const piece = pieces.find((use) => placeOf(use).join() === [x, y].join());
      if (!from || !piece) return;
      piece.parentElement.append(piece);
      const way = [{ translate: `${from[0] - x}px ${from[1] - y}px` }, { translate: "0 0" }];
      piece.animate(way, { duration: MOTION, easing: "ease-out" });
    });
  };

  const follow = (game) => {
    // Most positions are in an element that a browser with scripts does not read; each is on the page while it shows. The
    // first and the last are always there: the last is what is printed.
    const folded = game.querySelector("noscript");
    const unfolded = new DOMParser().parseFromString(folded?.textContent ?? "", "text/html");
    const inside = [...unfolded.querySelectorAll(".at")].map((position) => document.adoptNode(position));
    const [first, ...last] = game.querySelectorAll(".at");
    const positions = [first, ...inside, ...last];
    const links = [...game.querySelectorAll(".moves a")];
    const says = document.createElement("p");
    says.className = "unseen";
    says.setAttribute("aria-live", "polite");
    game.append(says);
    let here = 0;

    // Puts the pieces of a position in place of its strips of cells, each a drawing that positions share.
    const unfold = (position) => {
      for (const use of position.querySelectorAll(".board svg > use")) {
        const [, id] = /^#(.*\.s\d+)$/u.exec(use.getAttribute("href")) ?? [];
        if (!id) continue;
        const strip = document.importNode(document.getElementById(id) ?? unfolded.getElementById(id), true);
        strip.removeAttribute("id");
        use.replaceWith(strip);
      }
    };

    const placeOf = (hash) => positions.findIndex(({ id }) => `#${id}` === hash);
    // Shows the position that the address names, which the browser may not have found.
    const seek = () => {
      const place = placeOf(location.hash);
      if (place < 0) return;
      show(place);
      positions[place].scrollIntoView();
    };

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
      unfold(to);
      if (!to.isConnected) folded.before(to);
      to.classList.add("here");
      passFocusOn(from, to);
      if (from !== to) from.classList.remove("here");
      if (from !== to && inside.includes(from)) from.remove();
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
    show(0);
    seek();
    return { show, placeOf, seek, here: () => here };
  };

  games.push(...[...document.querySelectorAll(".game")].map(follow));
  const places = () => games.map(({ here }) => here());
  history.replaceState(places(), "");
  // The address holds the position of one game; the history state holds those of the others.
  addEventListener("popstate", ({ state }) => {
    games.forEach(({ show, placeOf, seek, here }, index) => {
      const place = placeOf(location.hash);
      if (place < 0) show(state?.[index] ?? here());
      else if (state) show(place);
      else seek();
    });
  });
}
