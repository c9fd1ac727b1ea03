// The verdicts of citations in words. A verdict is computed by the server, not by the model.

const VERDICTS = {
  SUPPORTED: ["ok", "Verbatim", "These words are in the cited text."],
  NEAR: [
    "note",
    "Almost verbatim",
    "The quote differs from the cited text in a few ordinary words. Names, numbers and negations are the same.",
  ],
  LOCATED: [
    "note",
    "No quote given",
    "The model cited this text without quoting it. The closest sentence is shown.",
  ],
  MISATTRIBUTED: [
    "bad",
    "From another text",
    "These words are not in the text that the model cited. They are in this one, which the model was also shown.",
  ],
  STITCHED: ["bad", "Put together", "The quote joins separate parts of the cited text into one."],
  NOT_SHOWN: ["bad", "Never shown", "The model cited a text that it was never shown."],
  FABRICATED: [
    "bad",
    "Not found",
    "These words are in no text that the model was shown.",
  ],
};

const UNKNOWN = ["bad", "Not checked", "This quote was not checked."];

/** What a verdict means: its kind (ok, note or bad), a label and a sentence. */
export function verdict(name) {
  const [kind, label, sentence] = Object.hasOwn(VERDICTS, name) ? VERDICTS[name] : UNKNOWN;
  return { kind, label, sentence };
}

/** The worst of several verdicts. */
export function worst(names) {
  const order = ["ok", "note", "bad"];
  return names.map(verdict).reduce((a, b) => (order.indexOf(b.kind) > order.indexOf(a.kind) ? b : a));
}
