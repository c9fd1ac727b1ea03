// The part of the address after "#": a view and what it shows (#search?q=lake&mode=keyword), or a
// document and a place in it (#doc=notes/lake.md&at=120-188). Positions are UTF-16 offsets.

import { byId } from "./dom.js";

/** Reads an address: the name of a view, or "doc", and the parameters. */
export function parse(hash) {
  const text = hash.slice(1);
  if (text.startsWith("doc=")) {
    return { view: "doc", parameters: new URLSearchParams(text) };
  }
  const [view] = text.split("?", 1);
  return { view, parameters: new URLSearchParams(text.slice(view.length + 1)) };
}

/** Writes parameters; those that are empty are left out. */
function format(parameters) {
  const used = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== "");
  return new URLSearchParams(used).toString().replace(/%2[FC]/g, decodeURIComponent);
}

/** The address of a document and of spans in it. */
export function documentAddress(id, spans = []) {
  return `#${format({ doc: id, at: spans.map(({ start, end }) => `${start}-${end}`).join(",") })}`;
}

/** The spans of the parameter "at". Parts that are not spans are left out. */
export function spansOf(parameters) {
  return [...(parameters.get("at") ?? "").matchAll(/(?:^|,)(\d{1,9})-(\d{1,9})(?=,|$)/g)]
    .map(([, start, end]) => ({ start: Number(start), end: Number(end) }))
    .slice(0, 100);
}

/** A number of at least 1, such as that of a page; 1 if there is none. */
export function pageOf(parameters, last) {
  const page = Math.floor(Number(parameters.get("page")));
  return page >= 1 ? Math.min(page, last) : 1;
}

/**
 * Sets what a view shows, so that its link and, if the view is visible, the address show it again.
 *
 * @param {boolean} isStep whether going back returns to the address before
 */
export function setAddress(view, parameters, isStep) {
  const text = format(parameters);
  const hash = `#${view}${text === "" ? "" : `?${text}`}`;
  document.querySelector(`.views a[data-view="${view}"]`).hash = hash;
  if (!byId(view).hidden && location.hash !== hash && !history.state?.isPassage) {
    isStep ? history.pushState(null, "", hash) : history.replaceState(null, "", hash);
  }
}
