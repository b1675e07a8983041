// Where the links of the pages lead, judged when every page has told its anchors.

import { existsSync, statSync } from "node:fs";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";

const text = (written) => written.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&#39;", "'").replaceAll("&amp;", "&");

// What a page has as it is written, without a browser: its anchors, its links and how many of each thing.
export function written(url, html) {
  const all = (pattern) => [...html.matchAll(pattern)];
  const links = all(/<a [^>]*?href="([^"]*)"[^>]*>/g).map(([html, href]) => ({ html, href: new URL(text(href), url).href }));
  const counts = { links: links.length, claims: all(/class="claim[" ]/g).length, pictures: all(/<svg /g).length };
  return { url, anchors: all(/\sid="([^"]*)"/g).map(([, id]) => text(id)), links, counts };
}

export class Links {
  #site;
  #anchors = new Map();
  #links = [];

  constructor(site) {
    this.#site = site;
  }

  // Takes down what a visit saw: the page's address, its anchors, its links as `{ html, href }`.
  note(page, { url, anchors, links }) {
    this.#anchors.set(url, new Set(anchors));
    for (const link of links) this.#links.push({ page, ...link });
  }

  judge(report) {
    for (const { page, html, href } of this.#links) {
      const url = new URL(href);
      // An author may link to the world; the site itself is made of files.
      if (url.protocol !== "file:") continue;
      // A link to a game begins it on the board that is there to play on.
      const anchor = decodeURIComponent(url.hash.slice(1)).replace(/^play=/, "try.");
      url.hash = "";
      const path = fileURLToPath(url);
      if (!path.startsWith(this.#site + sep)) report(page, html, "it leads out of the site");
      else if (!existsSync(path) || !statSync(path).isFile()) report(page, html, "there is no such file");
      else if (anchor !== "" && !this.#anchors.get(url.href)?.has(anchor)) {
        report(page, html, `there is no anchor \`${anchor}\` on that page`);
      }
    }
  }
}
