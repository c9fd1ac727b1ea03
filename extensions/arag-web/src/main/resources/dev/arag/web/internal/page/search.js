// Searches by words and by meaning.

import { byId, count, element, fill, place, show } from "./dom.js";
import { openHit } from "./passage.js";
import { post } from "./server.js";
import { highlighted } from "./text.js";

const HELP = {
  keyword: "Finds exact words. Put a phrase in quotation marks.",
  semantic: "Finds sentences with a similar meaning.",
};

let search = null;
let started = 0;

export function startSearch(status) {
  byId("search-form").addEventListener("submit", (event) => {
    event.preventDefault();
    begin();
  });
  for (const input of modes()) {
    input.addEventListener("change", () => {
      showHelp();
      if (search && byId("query").value.trim() !== "") {
        begin();
      }
    });
  }
  byId("more-hits").addEventListener("click", () => load(search.hits));
  showSearchStatus(status);
  showHelp();
}

/** An index without embeddings has no search by meaning. */
export function showSearchStatus(status) {
  const semantic = modes().find((input) => input.value === "semantic");
  semantic.disabled = !status.hasEmbeddings;
  semantic.parentElement.title = status.hasEmbeddings ? "" : "The index has no embeddings.";
}

const modes = () => [...document.querySelectorAll("input[name=mode]")];

const mode = () => modes().find((input) => input.checked).value;

function showHelp() {
  fill(byId("mode-help"), HELP[mode()]);
}

function begin() {
  const query = byId("query").value.trim();
  if (query === "") {
    byId("query").focus();
    return;
  }
  search = { query, mode: mode(), hits: 0 };
  byId("hits").replaceChildren();
  show(byId("more-hits"), false);
  load(0);
}

async function load(offset) {
  const own = ++started;
  const asked = search;
  fill(byId("search-status"), "Searching …");
  try {
    const found = await post("/api/search", { query: asked.query, mode: asked.mode, offset });
    if (own === started) {
      draw(found, offset);
    }
  } catch (failure) {
    if (own === started) {
      fill(byId("search-status"), failure.message);
    }
  }
}

function draw(found, offset) {
  search.hits = offset + found.hits.length;
  byId("hits").append(...found.hits.map((each) => hit(each, search)));
  show(byId("more-hits"), found.hasMore);
  fill(byId("search-status"), [status(found), found.note].filter(Boolean).join(". "));
}

function status(found) {
  if (search.hits === 0) {
    return "Nothing was found";
  }
  return found.total === null
    ? `The ${count(search.hits, "passage")} with the most similar sentences`
    : `${count(found.total, "passage")} found`;
}

/** Where the words of the query are in a text, for the eye. The server decides what matches. */
function words(text, { mode, query }) {
  if (mode !== "keyword") {
    return [];
  }
  const terms = [...query.matchAll(/"([^"]+)"|(\S+)/g)].map((match) => (match[1] ?? match[2]).toLowerCase());
  const lower = text.toLowerCase();
  const spans = [];
  for (const term of terms.filter((each) => each.length > 1)) {
    for (let at = lower.indexOf(term); at >= 0; at = lower.indexOf(term, at + term.length)) {
      spans.push({ start: at, end: at + term.length });
    }
  }
  return lower.length === text.length ? spans.sort((a, b) => a.start - b.start) : [];
}

/** Draws a hit of a search. */
export function hit(found, asked) {
  const where = [found.document === found.title ? "" : found.document, place(found)]
    .filter(Boolean)
    .join(" · ");
  return element(
    "li.hit",
    {},
    element(
      "button",
      { type: "button", onclick: () => openHit(found) },
      element("span.hit-title", { dir: "auto" }, found.title),
      where === "" ? null : element("span.hit-place", { dir: "auto" }, where),
      ...found.sentences.map(({ text }) => element("span.hit-text", { dir: "auto" }, ...highlighted(text, words(text, asked)))),
    ),
  );
}
