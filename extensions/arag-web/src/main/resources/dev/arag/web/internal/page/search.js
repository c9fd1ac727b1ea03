// Searches by words, by meaning, and by both.

import { pageOf, setAddress } from "./address.js";
import { byId, count, element, fill, place, show } from "./dom.js";
import { openHit } from "./passage.js";
import { post } from "./server.js";
import { highlighted } from "./text.js";

/** The number of hits that are added at once, and how often. */
const PAGE = 10;
const LAST_PAGE = 100;

const BOTH = "hybrid";
const HELP = {
  hybrid: "Ranks passages by their words and by their meaning.",
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
  byId("more-hits").addEventListener("click", more);
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

/** Shows the search of an address, unless it is shown already. */
export function showSearch(parameters) {
  const query = (parameters.get("q") ?? "").trim();
  const wanted = modes().find(({ value, disabled }) => value === (parameters.get("mode") ?? BOTH) && !disabled);
  const input = wanted ?? modes()[0];
  const pages = pageOf(parameters, LAST_PAGE);
  if (search?.query === query && search.mode === input.value && search.pages === pages) {
    return;
  }
  byId("query").value = query;
  input.checked = true;
  showHelp();
  run({ query, mode: input.value, pages, hits: 0 });
}

function begin() {
  const query = byId("query").value.trim();
  if (query === "") {
    byId("query").focus();
    return;
  }
  run({ query, mode: mode(), pages: 1, hits: 0 }, true);
}

/** Starts a search; an empty one shows nothing. */
function run(next, isStep = false) {
  search = next.query === "" ? null : next;
  byId("hits").replaceChildren();
  show(byId("more-hits"), false);
  setSearchAddress(next, isStep);
  if (search) {
    load(0, next.pages * PAGE);
  } else {
    started++;
    fill(byId("search-status"));
  }
}

function more() {
  search.pages++;
  setSearchAddress(search, false);
  load(search.hits, PAGE);
}

function setSearchAddress({ query, mode: name, pages }, isStep) {
  const parameters = { q: query, mode: name === BOTH ? "" : name, page: pages === 1 ? "" : String(pages) };
  setAddress("search", parameters, isStep);
}

async function load(offset, size) {
  const own = ++started;
  const asked = search;
  fill(byId("search-status"), "Searching …");
  try {
    const found = await post("/api/search", { query: asked.query, mode: asked.mode, offset, size });
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
  if (found.total !== null) {
    return `${count(found.total, "passage")} found`;
  }
  return search.mode === BOTH
    ? `The best ${count(search.hits, "passage")}`
    : `The ${count(search.hits, "passage")} with the most similar sentences`;
}

/** Where the words of the query are in a text, for the eye. The server decides what matches. */
function words(text, { mode, query }) {
  if (mode === "semantic") {
    return [];
  }
  const terms = [...query.matchAll(/["“„]([^"“”]+)["”“]|(\S+)/g)].map((match) =>
    (match[1] ?? match[2]).toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""),
  );
  const lower = text.toLowerCase();
  const spans = [];
  // The text of the default search is often a question, with words that are everywhere.
  const minimum = mode === BOTH ? 4 : 2;
  for (const term of terms.filter((each) => each.length >= minimum)) {
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
