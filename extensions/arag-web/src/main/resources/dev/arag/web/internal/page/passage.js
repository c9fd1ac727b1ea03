// The dialog that shows a quote in its document.

import { documentAddress, parse, spansOf } from "./address.js";
import { byId, count, element, fill, link, place, show } from "./dom.js";
import { picture, post } from "./server.js";
import { highlighted } from "./text.js";
import { verdict } from "./verdicts.js";

const MORE = 6000;

/** The most text that the server sends at once, in characters. */
const MAX_SHOWN = 60_000;

/** The most pages of a quote that are shown. */
const MAX_PAGES = 3;

/** What is said of a page's file, by whether it has changed. */
const CHANGES = {
  true: "The file has changed since it was indexed, so the quote is not marked.",
  unknown: "The file may have changed since it was indexed.",
};

let request = null;
let shown = null;
let opened = 0;

/** Fulfilled when the browser has gone back to the entry of its history before the dialog. */
let left = Promise.resolve();

/**
 * @param {(scope: {document: string, title: string}) => void} onAsk starts to ask about a document
 * @param {(entry: {id: string, title: string}) => void} onDelete deletes a document
 */
export function startPassage(onAsk, onDelete) {
  const dialog = byId("passage");
  dialog.addEventListener("close", leave);
  window.addEventListener("popstate", () => {
    if (history.state?.isPassage) {
      display(history.state.request);
    } else if (parse(location.hash).view !== "doc") {
      dialog.close();
    }
  });
  byId("passage-close").addEventListener("click", () => dialog.close());
  const close = async () => {
    const closed = new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
    dialog.close();
    await closed;
    await left;
  };
  byId("passage-ask").addEventListener("click", async () => {
    const { document: id, title } = shown;
    await close();
    onAsk({ document: id, title });
  });
  byId("passage-delete").addEventListener("click", async () => {
    const { document: id, title } = shown;
    await close();
    onDelete({ id, title });
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) {
      dialog.close(); // The click was outside of the text.
    }
  });
  byId("passage-earlier").addEventListener("click", () => extend(shown.from - MORE, shown.to));
  byId("passage-later").addEventListener("click", showLater);
}

/** Opens the quote of a citation. */
export function openCitation(citation) {
  open({
    title: citation.title,
    place: place(citation),
    citation,
    query: {
      // A quote with this verdict is in another chunk than the one that the model cited.
      chunk: citation.verdict === "MISATTRIBUTED" ? undefined : citation.chunk,
      document: citation.document,
      quote: citation.quote,
      spans: citation.start === undefined ? [] : [{ start: citation.start, end: citation.end }],
    },
  });
}

/** Opens the sentences of a search hit. */
export function openHit(hit) {
  open({
    title: hit.title,
    place: place(hit),
    query: { chunk: hit.chunk, document: hit.document, spans: hit.sentences },
  });
}

/** Opens the start of a document of the list. */
export function openDocument(entry, isDeletable) {
  open({ title: entry.title, place: entry.id, isDeletable, query: { document: entry.id, from: 0, to: MORE } });
}

/**
 * Opens the document of an address. The entry of the history exists already.
 *
 * @param {string} behind the address of the view behind the dialog
 * @param {boolean} isStart whether the page was opened with this address
 */
export function openAddress(parameters, behind, isStart) {
  const id = parameters.get("doc");
  const spans = spansOf(parameters);
  const query = spans.length > 0 ? { document: id, spans } : { document: id, from: 0, to: MORE };
  const next = { title: null, place: "", query };
  history.replaceState({ isPassage: true, isStart, behind, request: next }, "");
  display(next);
}

/** Opens the document that was open when the page was reloaded. */
export function reopen() {
  display(history.state.request);
}

/**
 * Opens the dialog as an entry of the history, so that the browser closes it when it goes back. The
 * entry contains what is shown, for a page that is reloaded.
 */
async function open(next) {
  await left;
  const { document: id, spans } = next.query;
  const state = { isPassage: true, behind: location.hash, request: next };
  history.pushState(state, "", id ? documentAddress(id, spans) : undefined);
  await display(next);
}

/** Removes the entry of a dialog that was closed in another way. */
function leave() {
  const { state } = history;
  if (byId("passage").open) {
    return; // It was opened again before the browser sent the event.
  }
  if (state?.isPassage && state.isStart) {
    history.replaceState(null, "", state.behind);
  } else if (state?.isPassage) {
    left = new Promise((resolve) => window.addEventListener("popstate", resolve, { once: true }));
    history.back();
  }
}

async function display(next) {
  request = next;
  shown = null;
  const own = ++opened;
  fill(byId("passage-title"), next.title ?? next.query.document);
  fill(byId("passage-place"), next.place);
  showVerdict(next.citation);
  fill(byId("passage-text"), "Loading …");
  showPages(null);
  ["passage-note", "passage-earlier", "passage-later", "passage-ask", "passage-delete"].forEach((id) => show(byId(id), false));
  if (!byId("passage").open) {
    byId("passage").showModal();
  }
  await load(next.query, own, true);
}

/** Leaves out the first part of the text if the text is too long. */
function showLater() {
  const to = shown.to + MORE;
  extend(Math.max(shown.from, to - MAX_SHOWN), to);
}

const extend = (from, to) => load({ ...request.query, from: Math.max(0, from), to }, opened, false);

async function load(query, own, isFirst) {
  try {
    const passage = await post("/api/passage", query);
    if (own === opened) {
      draw(passage, isFirst);
    }
  } catch (failure) {
    if (own === opened) {
      fill(byId("passage-text"));
      note(failure.message);
    }
  }
}

function showVerdict(citation) {
  const box = byId("passage-verdict");
  show(box, Boolean(citation));
  if (!citation) {
    return;
  }
  box.className = `passage-verdict is-${verdict(citation.verdict).kind}`;
  fill(box, ...verdictParts(citation));
}

/** Explains the verdict of a citation. */
export function verdictParts(citation) {
  const { kind, label, sentence } = verdict(citation.verdict);
  const differences = (citation.differences ?? []).map(difference);
  return [
    element("p", {}, element(`span.verdict.is-${kind}`, {}, label)),
    element("p", {}, sentence),
    differences.length > 0 && element("p", {}, `Differences: ${differences.join("; ")}.`),
    kind === "bad" && citation.quote !== "" && element("p", {}, `The model wrote: “${citation.quote}”`),
    element("p.small", {}, "A verdict compares words. Whether they support the answer is for you to judge."),
  ].filter(Boolean);
}

function difference({ quoted, shown: text }) {
  if (quoted === "") {
    return `“${text}” is missing from the quote`;
  }
  return text === "" ? `“${quoted}” was added` : `“${quoted}” instead of “${text}”`;
}

function note(text) {
  fill(byId("passage-note"), text);
  show(byId("passage-note"), Boolean(text));
}

function draw(passage, isFirst) {
  const scroll = byId("passage-scroll");
  const oldHeight = scroll.scrollHeight;
  const { from: oldFrom, to: oldTo } = shown ?? passage;
  shown = passage;
  const spans = passage.spans.map(({ start, end }) => ({
    start: Math.max(0, start - passage.from),
    end: Math.min(passage.text.length, end - passage.from),
  }));
  fill(byId("passage-text"), ...highlighted(passage.text, spans));
  show(byId("passage-earlier"), passage.from > 0);
  show(byId("passage-later"), passage.to < passage.length);
  note(passage.note ?? missing(passage));
  show(byId("passage-ask"));
  show(byId("passage-delete"), request.isDeletable === true);
  if (isFirst) {
    fill(byId("passage-title"), request.title ?? passage.title);
    fillPlace(passage);
    if (history.state?.isPassage) {
      history.replaceState(history.state, "", documentAddress(passage.document, passage.spans));
    }
    showPages(passage);
    const mark = byId("passage-text").querySelector("mark");
    scroll.scrollTop = mark ? mark.offsetTop - scroll.offsetTop - scroll.clientHeight / 3 : 0;
  } else if (passage.from < oldFrom) {
    scroll.scrollTop += scroll.scrollHeight - oldHeight;
  } else if (passage.from > oldFrom) {
    const share = (oldTo - passage.from) / passage.text.length;
    scroll.scrollTop = scroll.scrollHeight * share - scroll.clientHeight;
  }
}

/** Shows the pages of the marked words, if the server can draw them. */
function showPages(passage) {
  const box = byId("passage-pages");
  box.querySelectorAll("img").forEach((image) => URL.revokeObjectURL(image.src));
  const regions = passage?.regions ?? [];
  const pages = [...new Set(regions.map((region) => region.page))].sort((a, b) => a - b).slice(0, MAX_PAGES);
  const figures = pages.map((page) => drawPage(passage, page, regions.filter((region) => region.page === page)));
  fill(box, ...figures);
  show(box, figures.length > 0);
  byId("passage").classList.toggle("has-pages", figures.length > 0);
}

function drawPage(passage, page, regions) {
  const caption = element("figcaption", {}, `Page ${page}`);
  const sheet = element("div.sheet", {});
  const { pageWidth, pageHeight } = regions[0];
  sheet.style.aspectRatio = `${pageWidth} / ${pageHeight}`;
  loadPage(passage, page, regions, caption, sheet);
  return element("figure", {}, caption, sheet);
}

async function loadPage(passage, page, regions, caption, sheet) {
  try {
    const { url, isChanged } = await picture("/api/page", { document: passage.document, page });
    if (shown === null || shown.document !== passage.document || !sheet.isConnected) {
      URL.revokeObjectURL(url);
      return;
    }
    const image = element("img", { src: url, alt: `Page ${page} of ${passage.title}` });
    fill(sheet, image, ...(isChanged === "true" ? [] : regions.map(region)));
    if (CHANGES[isChanged]) {
      fill(caption, `Page ${page} · `, element("span.bad", {}, CHANGES[isChanged]));
    }
    const first = byId("passage-pages").querySelector("i");
    if (sheet.contains(first)) {
      first.scrollIntoView({ block: "center", behavior: "instant" });
    }
  } catch (failure) {
    sheet.remove();
    fill(caption, `Page ${page} · ${failure.message}`);
  }
}

/** Marks a rectangle, given in points from the top left corner of its page. */
function region({ x, y, width, height, pageWidth, pageHeight }) {
  const node = element("i", {});
  node.style.left = `${(100 * x) / pageWidth}%`;
  node.style.top = `${(100 * y) / pageHeight}%`;
  node.style.width = `${(100 * width) / pageWidth}%`;
  node.style.height = `${(100 * height) / pageHeight}%`;
  return node;
}

function missing(passage) {
  if (passage.spans.length > 0) {
    return null;
  }
  if (request.query.spans?.length > 0) {
    return "The marked place is not in this text. The document may have been changed.";
  }
  return request.citation?.quote ? "The quote could not be found in this text." : null;
}

function fillPlace(passage) {
  const parts = [request.place === passage.document ? "" : request.place, passage.document].filter(Boolean);
  const original = link(passage.url ?? "", "Open the original");
  const size = count(passage.length, "character");
  fill(byId("passage-place"), [...parts, size].join(" · "), original ? " · " : null, original);
}
