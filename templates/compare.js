// Shows the reach of chosen pieces from one cell side by side. Needs `ask.js` and the page's data, which hold the first
// choice with its reach. For any other, the program is loaded and computes the reach. The address holds the choice:
// #rook+bishop@e4, with lotus-41/ in front for a board other than the first. So the Back button returns to the previous
// choice.
(() => {
  'use strict';
  const say = window.padmaSay;
  const byId = (id) => document.getElementById(id);
  const variants = JSON.parse(byId('comparer-data').textContent);
  const picker = {
    variant: byId('comparer-variant'), cell: byId('comparer-cell'), pieces: byId('comparer-pieces'),
  };
  const says = byId('comparer-says');
  const boards = byId('comparer-boards');
  let chosen = { variant: variants[0], pieces: [], cell: 0 };

  const make = (name, attributes = {}, text = '') => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    return element;
  };
  const draw = (name, attributes) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };

  const stands = ({ kinds, absent }, { id }, cell) => !absent.includes(cell) && kinds.find((kind) => kind.id === id).stands[0].includes(cell);
  // The choice that the page proposes.
  const first = (variant) => ({
    variant,
    pieces: variant.pieces.filter(({ id }) => variant.first.pieces.includes(id)),
    cell: variant.cells.indexOf(variant.first.cell),
  });
  const isFirst = ({ variant, pieces, cell }) => {
    const proposed = first(variant);
    return cell === proposed.cell && pieces.length === proposed.pieces.length && pieces.every((piece) => proposed.pieces.includes(piece));
  };

  // Returns the cells that a piece reaches, or null where it may not stand.
  const reach = (variant, piece, cell) => {
    if (!variant.ask) {
      const known = variant.first.reaches[variant.first.pieces.indexOf(piece.id)];
      return known && new Set(known);
    }
    if (!stands(variant, piece, cell)) return null;
    const { answers: [{ cells }] } = variant.ask('cells', '', `reach(${piece.id}, ${variant.cells[cell]})`);
    return new Set(cells.map((name) => variant.cells.indexOf(name)));
  };

  const list = (cells) => {
    const names = [...cells].map((cell) => chosen.variant.cells[cell]);
    return names.length ? names.join(', ') : say("pictures.cells", { count: 0 });
  };
  const counted = (count) => say("labels.some-cells", { count });

  const decoded = (text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return '';
    }
  };

  const read = () => {
    const text = decoded(location.hash.slice(1));
    const slash = text.indexOf('/');
    const variant = slash < 0 ? variants[0] : variants.find((one) => one.id === text.slice(0, slash));
    const at = text.lastIndexOf('@');
    if (!variant || at < 0) return null;
    const ids = text.slice(slash + 1, at).split('+').filter((id) => id !== '');
    const cell = variant.cells.indexOf(text.slice(at + 1));
    if (variant.absent.includes(cell)) return null;
    const pieces = variant.pieces.filter((piece) => ids.includes(piece.id));
    return cell < 0 || pieces.length < ids.length ? null : { variant, pieces, cell };
  };

  const write = () => {
    const { variant, pieces, cell } = chosen;
    const prefix = variant === variants[0] ? '' : `${variant.id}/`;
    const hash = `#${prefix}${pieces.map((piece) => piece.id).join('+')}@${variant.cells[cell]}`;
    history.pushState(null, '', hash);
  };

  // Computed without a layout: every new mark would force the browser to make one.
  const centre = (shape) => {
    if (shape.r) return [shape.cx.baseVal.value, shape.cy.baseVal.value];
    const points = [...(shape.points ?? [])];
    if (points.length) {
      const mean = (key) => points.reduce((sum, point) => sum + point[key], 0) / points.length;
      return [mean('x'), mean('y')];
    }
    const { x, y, width, height } = shape.getBBox();
    return [x + width / 2, y + height / 2];
  };

  // Sets the title or the description of a picture, as in the page's other pictures.
  const describe = (svg, piece, what, text) => {
    const element = svg.querySelector(`:scope > ${what}`);
    element.id = `comparer.${piece}.${what}`;
    element.textContent = text;
    svg.setAttribute(what === 'title' ? 'aria-labelledby' : 'aria-describedby', element.id);
  };

  // Makes the board of a piece. It stays as long as the piece is chosen, and so do unchanged
  // marks.
  const panel = (piece, variant) => {
    const template = document.querySelector(`template[data-board="${CSS.escape(variant.id)}"]`);
    const svg = template.content.firstElementChild.cloneNode(true);
    window.padmaPicture.unfold(svg);
    const caption = make('figcaption');
    const figure = make('figure');
    figure.append(svg, caption);
    const shapes = new Map([...svg.querySelectorAll('[data-cell]')].map((shape) => [variant.cells.indexOf(shape.dataset.cell), shape]));
    return { piece, variant, svg, caption, figure, shapes, marks: new Map(), from: null };
  };

  const unmark = ({ shapes, marks }, index) => {
    const { kind, symbol } = marks.get(index);
    const shape = shapes.get(index);
    shape.setAttribute('class', shape.getAttribute('class').replace(`b-t${kind}`, 'b-c'));
    symbol.remove();
    marks.delete(index);
  };

  const mark = ({ svg, shapes, marks }, index, kind) => {
    const shape = shapes.get(index);
    const [x, y] = centre(shape);
    shape.setAttribute('class', shape.getAttribute('class').replace(/^b-c/, `b-t${kind}`));
    const symbol = kind
      ? draw('path', { class: 'b-m1', d: `M${x} ${y - 11}l10 11-10 11-10-11z` })
      : draw('circle', { class: 'b-m0', cx: x, cy: y, r: 8 });
    svg.append(symbol);
    marks.set(index, { kind, symbol });
  };

  const nameOf = (piece) => say("labels.piece-on", { piece: piece.name, cell: chosen.variant.cells[chosen.cell] });

  const stand = (panel, from) => {
    const { piece, variant, svg, shapes } = panel;
    panel.body?.remove();
    panel.from = from;
    if (from === null) return;
    const [x, y] = centre(shapes.get(from));
    panel.body = draw('use', { href: `#play.${variant.id}.${2 * piece.kind}`, x, y });
    svg.append(panel.body);
  };

  const fillPanel = (panel, cells, shared) => {
    const { piece, svg, caption, marks } = panel;
    const name = nameOf(piece);
    const does = cells ? say("reaches-cells", { cells: counted(cells.size) }) : say("may-not-stand-there");
    describe(svg, piece.id, 'title', name);
    describe(svg, piece.id, 'desc', say("it-does", { does, cells: cells?.size ? list(cells) : '' }));
    caption.textContent = say("name-does", { piece: name, does });
    const kindOf = (index) => (cells?.has(index) ? Number(shared.has(index)) : undefined);
    [...marks].filter(([index, { kind }]) => kindOf(index) !== kind).forEach(([index]) => unmark(panel, index));
    [...(cells ?? [])].filter((index) => !marks.has(index)).forEach((index) => mark(panel, index, kindOf(index)));
    const from = cells ? chosen.cell : null;
    if (panel.from !== from) stand(panel, from);
  };

  // Adds the drawings of a variant's pieces, which the boards refer to.
  const addPictures = async ({ id }) => {
    await window.padmaAsk.scripts(['try-board.js', `play/${id}.js`]);
    window.padmaBoard.addPictures(id, window.padmaDrawings[id]);
  };

  // Loads the program and a variant's rules, and then shows what is chosen, unless it is shown already.
  const load = async (variant) => {
    if (variant.ask || variant.isLoading) return;
    variant.isLoading = true;
    const isAwaited = () => chosen.variant === variant && !isFirst(chosen);
    try {
      Object.assign(variant, await window.padmaAsk.variant(variant.id));
      if (isAwaited()) show();
    } catch (error) {
      variant.isLoading = false;
      if (isAwaited()) says.replaceChildren(make('p', {}, say("rules-not-loaded", { reason: error.message })));
    }
  };

  // Lays out the boards of the chosen pieces in order; existing ones stay.
  let panels = [];
  const lay = () => {
    const { pieces, variant } = chosen;
    const found = (piece) => panels.find((one) => one.piece === piece) ?? panel(piece, variant);
    const wanted = pieces.map(found);
    panels.filter((one) => !wanted.includes(one)).forEach(({ figure }) => figure.remove());
    wanted.forEach(({ figure }, place) => {
      const there = boards.children[place];
      if (there !== figure) boards.insertBefore(figure, there ?? null);
    });
    panels = wanted;
  };

  // Names what the boards will show when the program is loaded.
  const announce = () => {
    for (const panel of panels) {
      const { piece, svg, caption, marks } = panel;
      describe(svg, piece.id, 'title', nameOf(piece));
      describe(svg, piece.id, 'desc', say("being-loaded"));
      caption.textContent = nameOf(piece);
      [...marks.keys()].forEach((index) => unmark(panel, index));
      stand(panel, null);
    }
    says.replaceChildren(make('p', {}, window.padmaAsk.loading));
  };

  const show = () => {
    const { pieces, cell, variant } = chosen;
    lay();
    addPictures(variant).catch(() => {});
    if (!variant.ask && !isFirst(chosen)) {
      announce();
      load(variant);
      return;
    }
    const reaches = pieces.map((piece) => reach(variant, piece, cell));
    const standing = reaches.filter(Boolean);
    const shared = new Set(standing.length > 1 ? [...standing[0]].filter((one) => standing.every((cells) => cells.has(one))) : []);
    panels.forEach((one, index) => fillPanel(one, reaches[index], shared));
    const own = pieces.flatMap((piece, index) => {
      if (!reaches[index]) return [];
      const only = [...reaches[index]].filter((one) => reaches.every((cells, other) => other === index || !cells?.has(one)));
      return only.length ? [say("only-the", { piece: piece.name, cells: list(only) })] : [];
    });
    const all = say("all-of", { some: standing.length < pieces.length, count: pieces.length });
    const from = variant.cells[cell];
    const common = shared.size > 0
      ? say("all-reach", { cell: from, all, count: counted(shared.size), cells: list(shared) })
      : say("none-reached", { cell: from, all });
    const sum = standing.length > 1 ? [common] : [];
    const reached = pieces.length > 1 ? [...sum, ...own] : [say("choose-two")];
    const hidden = pieces.filter(({ powers }) => powers.length).map(({ name, powers }) => say("with-powers", { piece: name, powers: powers.join(', ') }));
    const named = hidden.length && hidden.reduce((one, other) => say("and-the", { one, other }));
    const others = hidden.length ? [say("powers-hidden", { pieces: named })] : [];
    says.replaceChildren(...[...reached, ...others].map((words) => make('p', {}, words)));
  };

  const fill = () => {
    const { variant, pieces, cell } = chosen;
    if (picker.variant) picker.variant.value = variant.id;
    const there = variant.cells.map((name, index) => ({ name, index })).filter(({ index }) => !variant.absent.includes(index));
    picker.cell.replaceChildren(...there.map(({ name, index }) => make('option', { value: index }, name)));
    picker.cell.value = cell;
    picker.pieces.replaceChildren(...variant.pieces.map((piece) => {
      const label = make('label');
      const box = make('input', { type: 'checkbox', value: piece.id });
      box.checked = pieces.includes(piece);
      label.append(box, ` ${piece.name}`);
      return label;
    }));
    show();
  };

  variants.forEach((variant) => picker.variant?.append(make('option', { value: variant.id }, variant.title)));
  picker.variant?.addEventListener('change', () => {
    const variant = variants.find((one) => one.id === picker.variant.value);
    const kept = variant.pieces.filter((piece) => chosen.pieces.some((one) => one.id === piece.id));
    const cell = variant.cells.indexOf(chosen.variant.cells[chosen.cell]);
    const isThere = cell >= 0 && !variant.absent.includes(cell);
    chosen = kept.length && isThere ? { variant, pieces: kept, cell } : first(variant);
    write();
    fill();
  });
  picker.cell.addEventListener('change', () => {
    chosen.cell = Number(picker.cell.value);
    write();
    show();
  });
  picker.pieces.addEventListener('change', () => {
    const ids = [...picker.pieces.querySelectorAll('input:checked')].map((box) => box.value);
    chosen.pieces = chosen.variant.pieces.filter((piece) => ids.includes(piece.id));
    write();
    show();
  });
  // A click chooses a cell too; keyboard users have the list.
  boards.addEventListener('click', (event) => {
    const index = chosen.variant.cells.indexOf(event.target.dataset?.cell);
    if (index < 0) return;
    chosen.cell = index;
    picker.cell.value = index;
    write();
    show();
  });
  addEventListener('hashchange', () => {
    chosen = read() ?? (location.hash ? chosen : first(variants[0]));
    fill();
  });
  // Loads the program when a reader is about to choose.
  for (const event of ['pointerover', 'focusin']) byId('comparer').addEventListener(event, () => load(chosen.variant));
  byId('comparer').hidden = false;
  chosen = read() ?? first(variants[0]);
  fill();
})();
