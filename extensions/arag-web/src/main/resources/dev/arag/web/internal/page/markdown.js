// An answer as Markdown with footnotes, to be copied and saved.

import { place, visible } from "./dom.js";
import { verdict } from "./verdicts.js";

/**
 * Returns a question with its answer. The text of the model is Markdown already; texts of documents
 * are escaped.
 *
 * @param {string} question
 * @param {string|null} within the title of what the question is restricted to; null if it is not
 * @param {string} text the answer, with the number of its source at each mark
 * @param {object[]} sources
 * @param {object[]} citations
 */
export function markdown(question, within, text, sources, citations) {
  const footnotes = [...sources]
    .sort((a, b) => a.number - b.number)
    .map((source) => footnote(source, citations.filter((each) => each.source === source.number)));
  const scope = within && `Only in **${line(within)}**`;
  const parts = [`# ${line(question)}`, scope, withFootnotes(text, citations), footnotes.join("\n")];
  return parts.filter(Boolean).join("\n\n") + "\n";
}

/** Replaces "[1]" with "[^1]" at the marks only; other text in brackets stays as it is. */
function withFootnotes(text, citations) {
  const starts = new Set(citations.flatMap((each) => each.marks ?? []).map((mark) => mark.start));
  return [...starts]
    .sort((a, b) => b - a)
    .reduce((result, start) => `${result.slice(0, start + 1)}^${result.slice(start + 1)}`, text)
    .trimEnd();
}

/** The places of the quotes of one source; null if they are all the place of the source. */
export function quotePlaces(source, citations) {
  const places = citations.map((each) => {
    const title = each.title ?? source.title;
    return [title === source.title ? "" : title, place({ ...each, title })].filter(Boolean).join(" · ");
  });
  return new Set(places.filter(Boolean)).size > 1 ? places : null;
}

function footnote(source, citations) {
  const places = quotePlaces(source, citations);
  const where = [source.document === source.title ? "" : source.document, places ? "" : place(source)]
    .filter(Boolean)
    .map(line);
  const address = /^https?:\/\/[^\s<>]+$/i.test(source.url ?? "") ? [`<${source.url}>`] : [];
  const quotes = citations.map(({ quote, verdict: name }, i) => {
    const { label } = verdict(name);
    const from = places?.[i] ? `${line(places[i])}: ` : "";
    return from + (quote === "" ? label : `\u201C${line(quote)}\u201D (${label})`);
  });
  return [`[^${source.number}]: **${line(source.title)}**`, ...where, ...address, ...quotes].join(" \u2014 ");
}

/** One line in which no character is markup. */
function line(text) {
  return visible(text)
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_[\]<>#|~]/g, "\\$&");
}
