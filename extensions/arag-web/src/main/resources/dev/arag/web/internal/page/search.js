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
  hybrid: "Finds passages by their words and by their meaning.",
  keyword: "Finds words and parts of words, whole words first. Quote a “phrase”.",
  semantic: "Finds passages with sentences of a similar meaning.",
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
  byId("hits").append(...found.hits.map((each) => hit(each, found.keywords)));
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

const WORD_END = /[\p{L}\p{M}\p{N}]$/u;
const WORD_START = /^[\p{L}\p{M}\p{N}]/u;

/** Where the keywords are in a text, for the eye: as whole words or, if there is none, as parts of words. */
function marks(text, keywords) {
  const lower = text.toLowerCase();
  const spans = [];
  for (const keyword of keywords.filter(Boolean).map((each) => each.toLowerCase())) {
    for (let start = lower.indexOf(keyword); start >= 0; start = lower.indexOf(keyword, start + keyword.length)) {
      const end = start + keyword.length;
      spans.push({ start, end, isWhole: !WORD_END.test(lower.slice(Math.max(0, start - 2), start)) && !WORD_START.test(lower.slice(end, end + 2)) });
    }
  }
  const whole = spans.filter(({ isWhole }) => isWhole);
  const marked = whole.length > 0 ? whole : spans;
  return lower.length === text.length ? marked.sort((a, b) => a.start - b.start || b.end - a.end) : [];
}

/** Draws a hit of a search: a passage with the sentences that match best. */
export function hit(found, keywords) {
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
      ...found.sentences.flatMap(({ text, table }, i) => [
        table && table !== found.sentences[i - 1]?.table ? element("span.hit-table", { dir: "auto" }, table) : null,
        element("span.hit-text", { dir: "auto" }, ...highlighted(text, marks(text, keywords))),
      ]),
    ),
  );
}
