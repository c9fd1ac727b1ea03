// A question with its answer, drawn from the parts of a UI message stream while they arrive. A
// reloaded page passes the recorded parts to the same code.

import { element, fill, show, count, place, visible } from "./dom.js";
import { markdown, quotePlaces } from "./markdown.js";
import { formatted } from "./text.js";
import { verdict, worst } from "./verdicts.js";

const NUMBERS = /\[\d{1,3}\]/g;

/** What the page says about a stop reason, if there is something to say. */
const STOPPED = {
  ANSWERED: null,
  TRUNCATED: "The answer was cut off at the model's output limit.",
};
/** What the page says about what the answer is. */
const OUTCOMES = {
  PARTIAL: "In part",
  CONFLICT: "Sources disagree",
  NEEDS_CLARIFICATION: "Which one do you mean?",
  NOT_FOUND: "Not in the documents",
};
const UNCHECKED = "Stopped, quotes not checked.";
const INCOMPLETE = "The model could not finish. This is what it found so far.";

/** Says what a model judged of a sentence that its quotes do not prove. */
const UNPROVED = {
  NOT_ENTAILED: "The quotes do not prove this sentence",
  CONTRADICTED: "The quotes contradict this sentence",
};

export class AnswerView {
  /** The list item of the exchange. */
  node;
  /** Whether the question is part of the conversation. */
  isAccepted = true;

  #question;
  #within;
  #on;
  #notice = null;
  #turns = [];
  #sources = new Map();
  #citations = [];
  #draft = "";
  /** The last text of a draft that was not followed by a tool call. */
  #kept = "";
  #text = "";
  #metadata = {};
  #error = null;
  #isCancelled = false;
  #isRunning = true;
  #isComplete = false;
  #isSearching = true;
  #retry = null;
  #canRetry = true;
  #isQueued = false;
  #parts = {};

  /**
   * @param {string} question
   * @param {object} on what the reader can do: passage(citation) opens a citation, retry(view) asks
   *     the question again, copy(text), save(name, text) and run(id, form) are buttons of an answer
   * @param {string|null} within the title of what the question is restricted to; null if it is not
   */
  constructor(question, on, within = null) {
    this.#question = question;
    this.#within = within;
    this.#on = on;
    this.node = this.#build();
    this.#draw();
  }

  #build() {
    const parts = this.#parts;
    parts.spinner = element("span.spinner", { "aria-hidden": "true" });
    parts.now = element("span.steps-now");
    parts.turns = element("ol.turns");
    parts.steps = element("details.steps", {}, element("summary", {}, parts.spinner, parts.now), parts.turns);
    parts.answer = element("div.answer");
    parts.outcome = element("div.outcome");
    parts.sources = element("div.sources");
    parts.usage = element("p.usage");
    parts.actions = element("div.actions");
    return element(
      "li.exchange",
      {},
      element("h2.question", { dir: "auto" }, this.#question),
      this.#within && element("p.question-within", {}, "Only in ", element("strong", { dir: "auto" }, this.#within)),
      parts.steps,
      parts.answer,
      parts.outcome,
      parts.sources,
      parts.usage,
      parts.actions,
    );
  }

  get question() {
    return this.#question;
  }

  /** Whether the last part of the stream has arrived. */
  get isComplete() {
    return this.#isComplete;
  }

  /** The last element that a reader should see now: the text while it is written, or why it ended. */
  get tail() {
    const { steps, answer, outcome } = this.#parts;
    return [outcome, answer].find((part) => !part.hidden) ?? steps;
  }

  /** The sources, or what else follows the answer. */
  get rest() {
    const { sources, actions } = this.#parts;
    return sources.hidden ? actions : sources;
  }

  get hasSources() {
    return this.#sources.size > 0;
  }

  /** The text that the model has written so far. */
  get draft() {
    return this.#draft;
  }

  /** What happened, for users of a screen reader. */
  get summary() {
    if (this.#error) {
      return this.#error;
    }
    if (this.#isCancelled) {
      return this.#kept === "" ? "Stopped." : UNCHECKED;
    }
    return `Answer: ${this.#text} ${count(this.#sources.size, "source")}.`;
  }

  /** Adds a part of the stream. */
  add(part) {
    this.#apply(part);
    this.#redraw();
  }

  #apply(part) {
    switch (part.type) {
      case "start-step":
        this.#turns.push({ calls: [], retries: [] });
        break;
      case "tool-input-available":
        this.#kept = "";
        this.#turn().calls.push({ id: part.toolCallId, tool: part.toolName, input: part.input });
        break;
      case "tool-output-available":
        Object.assign(this.#call(part.toolCallId), { count: part.output?.count ?? 0, text: part.output?.text });
        break;
      case "tool-output-error":
        this.#call(part.toolCallId).error = part.errorText;
        break;
      case "data-retry":
        this.#turn().retries.push(part.data);
        this.#retry = part.data;
        break;
      case "data-draft":
        this.#draft = part.data.text;
        this.#kept = part.data.text || this.#kept;
        break;
      case "data-notice":
        this.#notice = part.data.text;
        break;
      case "text-delta":
        this.#text += part.delta;
        break;
      case "source-document":
      case "source-url":
        this.#addSource(part);
        break;
      case "data-citation":
        this.#citations.push(part.data);
        break;
      case "finish":
        this.#isComplete = true;
        Object.assign(this.#metadata, part.messageMetadata);
        break;
      case "message-metadata":
        Object.assign(this.#metadata, part.messageMetadata);
        break;
      case "abort":
        this.#isCancelled = true;
        this.#isComplete = true;
        break;
      case "error":
        this.#error = part.errorText;
        this.#isComplete = true;
        break;
    }
    if (part.type !== "data-retry") {
      this.#retry = null;
    }
  }

  #addSource(part) {
    const source = part.providerMetadata?.arag ?? {};
    this.#sources.set(source.number, { ...source, title: part.title });
  }

  #turn() {
    if (this.#turns.length === 0) {
      this.#turns.push({ calls: [], retries: [] });
    }
    return this.#turns.at(-1);
  }

  #call(id) {
    return this.#turns.flatMap((turn) => turn.calls).find((call) => call.id === id) ?? {};
  }

  /**
   * Marks the end of the stream.
   *
   * @param {string|null} error why there is no answer
   * @param {boolean} canRetry whether the same question can have an answer if it is asked again
   */
  end(error = null, canRetry = true) {
    this.#isRunning = false;
    this.#canRetry = canRetry;
    this.#error ??= error;
    this.#draw();
  }

  /** Marks the end of a stream that was cancelled by the user or by closing the page. */
  cancel() {
    this.#isCancelled = this.#text === "" && !this.#error;
    this.end();
  }

  /** Draws at most once for each frame. */
  #redraw() {
    if (!this.#isQueued) {
      this.#isQueued = true;
      const draw = () => {
        if (this.#isQueued) {
          this.#isQueued = false;
          this.#draw();
        }
      };
      requestAnimationFrame(draw);
      setTimeout(draw, 100); // A tab in the background has no frames.
    }
  }

  #draw() {
    this.#drawSteps();
    this.#drawAnswer();
    this.#drawOutcome();
    this.#drawSources();
    this.#drawUsage();
    this.#drawActions();
  }

  #drawSteps() {
    const { spinner, now, turns, steps } = this.#parts;
    show(spinner, this.#isRunning);
    fill(now, this.#now());
    const nodes = this.#turns.map((turn, i) => drawTurn(turn, i, this.#writing(i)));
    // Elements that stay in their place keep the focus.
    if (nodes.length !== turns.children.length || nodes.some((node, i) => node !== turns.children[i])) {
      fill(turns, ...nodes);
    }
    show(steps, this.#isRunning || this.#turns.length > 0);
  }

  /** What is said of a step without tool calls. */
  #writing(index) {
    if (this.#isRunning && index === this.#turns.length - 1) {
      return "The model writes.";
    }
    return this.#text === "" ? null : "The model wrote an answer.";
  }

  /** What is happening at the moment, in one line. */
  #now() {
    const calls = this.#turns.flatMap((turn) => turn.calls);
    if (!this.#isRunning) {
      return `${count(this.#turns.length, "step")}, ${count(calls.length, "tool call")}`;
    }
    if (this.#retry) {
      return "The model did not answer. Trying again";
    }
    const last = calls.at(-1);
    if (this.#draft !== "") {
      return "Writing";
    }
    if (last && last.count === undefined && !last.error) {
      return `${toolTitle(last.tool)}: ${inputText(last.input)}`;
    }
    return calls.length === 0 ? "Thinking" : `Reading what was found (${count(calls.length, "tool call")})`;
  }

  #drawAnswer() {
    const { answer } = this.#parts;
    const isDraft = this.#text === "";
    const text = isDraft ? (this.#isRunning ? this.#draft : this.#kept) : this.#text;
    answer.classList.toggle("writing", isDraft && this.#isRunning && text !== "");
    fill(answer, ...formatted(text, isDraft ? draftMarks(text) : this.#marks()));
    show(answer, text !== "");
  }

  /** The numbers in the answer that the server named; other text in brackets stays as it is. */
  #marks() {
    const marks = new Map();
    for (const citation of this.#citations) {
      for (const { start, end } of citation.marks ?? []) {
        const mark = marks.get(start) ?? { start, end, citations: [] };
        mark.citations.push(citation);
        marks.set(start, mark);
      }
    }
    return [...marks.values()]
      .sort((a, b) => a.start - b.start)
      .map((mark) => ({ ...mark, node: () => this.#footnote(mark.citations) }));
  }

  #footnote(citations) {
    const [first] = citations;
    const { kind, label } = worst(citations.map((each) => each.verdict));
    const title = visible(this.#sources.get(first.source)?.title ?? first.chunk);
    return element(
      `button.cite.is-${kind}`,
      {
        type: "button",
        title: `${title} – ${label}`,
        "aria-label": `Source ${first.source}, ${title}, ${label}`,
        onclick: () => this.#on.passage(this.#withSource(first)),
      },
      first.source,
    );
  }

  #withSource(citation) {
    const source = this.#sources.get(citation.source);
    return { ...citation, title: citation.title ?? source?.title ?? citation.chunk };
  }

  #drawOutcome() {
    const { outcome } = this.#parts;
    fill(outcome, ...(this.#isRunning ? [] : this.#outcome()));
    show(outcome, outcome.hasChildNodes());
  }

  #outcome() {
    const notice = this.#notice && element("p.notice", {}, this.#notice);
    return [...this.#reasons(), notice].filter(Boolean);
  }

  #reasons() {
    if (this.#error || this.#isCancelled) {
      const isCut = this.#kept !== "" && this.#text === "";
      return [
        this.#error && element("p.notice.bad", { dir: "auto" }, this.#error),
        isCut && element("p.notice", {}, UNCHECKED),
        !this.#error && !isCut && element("p.notice", {}, "Stopped."),
        this.#canRetry &&
          element("button.secondary.again", { type: "button", onclick: () => this.#on.retry(this) }, "Try again"),
      ];
    }
    const { stopReason, outcome, complete } = this.#metadata;
    const label = Object.hasOwn(OUTCOMES, outcome ?? "") ? OUTCOMES[outcome] : null;
    const sentence = Object.hasOwn(STOPPED, stopReason ?? "") ? STOPPED[stopReason] : complete === false ? INCOMPLETE : null;
    const terms = [...new Set((this.#metadata.unseenTerms ?? []).map((term) => term.text))];
    const claims = (this.#metadata.claims ?? []).filter((each) => Object.hasOwn(UNPROVED, each.verdict));
    return [
      label && element("p.notice", {}, label),
      sentence && element("p.notice", {}, sentence),
      ...claims.map(({ text, verdict: name, reason }) =>
        element("p.notice.unproved", { dir: "auto" }, `${UNPROVED[name]}: “${visible(text)}” ${visible(reason)}`.trim()),
      ),
      terms.length > 0 &&
        element("p.notice", {}, `Not in the text that the model was shown: ${terms.join(", ")}. Check before you rely on it.`),
    ];
  }

  #drawSources() {
    const { sources } = this.#parts;
    show(sources, this.#sources.size > 0);
    const ordered = [...this.#sources.values()].sort((a, b) => a.number - b.number);
    fill(
      sources,
      element("h3", {}, "Sources"),
      element("ol", {}, ...ordered.map((source) => this.#drawSource(source))),
    );
  }

  #drawSource(source) {
    const citations = this.#citations.filter((each) => each.source === source.number);
    const places = quotePlaces(source, citations);
    const where = [source.document === source.title ? "" : source.document, places ? "" : place(source)]
      .filter(Boolean)
      .join(" · ");
    return element(
      "li.source",
      {},
      element("span.source-number", { "aria-hidden": "true" }, source.number),
      element(
        "div",
        {},
        element("p.source-title", { dir: "auto" }, element("span.hidden", { dir: "ltr" }, `Source ${source.number}: `), source.title),
        where === "" ? null : element("p.source-place", { dir: "auto" }, where),
        ...citations.map((each, i) => this.#drawQuote(each, places?.[i])),
      ),
    );
  }

  #drawQuote(citation, where = "") {
    const { kind, label } = verdict(citation.verdict);
    return element(
      "button.quote",
      { type: "button", onclick: () => this.#on.passage(this.#withSource(citation)) },
      where === "" ? null : element("span.source-place", { dir: "auto" }, where),
      citation.quote === "" ? null : element("q", { dir: "auto" }, excerpt(citation.quote)),
      element(
        "span.quote-foot",
        {},
        element(`span.verdict.is-${kind}`, {}, label),
        element("span.quote-open", {}, citation.start === undefined ? "Show the cited text" : "Show in the document"),
      ),
    );
  }

  #drawActions() {
    const { actions } = this.#parts;
    const { id } = this.#metadata;
    const button = (label, onclick, title = "") => element("button.quiet", { type: "button", title, onclick }, label);
    const isAnswered = this.#text !== "";
    show(actions, !this.#isRunning && (isAnswered || Boolean(id)));
    fill(
      actions,
      isAnswered ? button("Copy", () => this.#on.copy(this.markdown), "Copy the answer with its sources as Markdown") : null,
      isAnswered ? button("Save as Markdown", () => this.#on.save("answer.md", this.markdown)) : null,
      id ? button("Save run as HTML", () => this.#on.run(id, "html"), "All steps of the run as a page") : null,
      id ? button("Save run as JSON", () => this.#on.run(id, "json"), "The trajectory: all steps of the run") : null,
    );
  }

  /** The question and its answer, with the sources as footnotes. */
  get markdown() {
    return markdown(this.#question, this.#within, this.#text, [...this.#sources.values()], this.#citations);
  }

  #drawUsage() {
    const { usage } = this.#parts;
    const used = this.#metadata.usage;
    show(usage, !this.#isRunning && Boolean(used));
    if (used) {
      fill(
        usage,
        [
          count(used.turns, "step"),
          count(used.toolCalls, "tool call"),
          `${count(used.retrievedTokens, "token")} of documents read`,
          `${used.seconds.toFixed(1)} s`,
        ].join(" · "),
      );
    }
  }
}

/** While the model writes, it is not yet known which numbers are citations. */
function draftMarks(text) {
  return [...text.matchAll(NUMBERS)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    node: () => element("span.cite.is-open", {}, match[0].slice(1, -1)),
  }));
}

const TOOLS = {
  keyword_search: "Searching for words",
  semantic_search: "Searching by meaning",
  related_search: "Searching for related text",
  chunk_read: "Reading",
};

function toolTitle(tool) {
  return Object.hasOwn(TOOLS, tool) ? TOOLS[tool] : tool;
}

/** The arguments of a call in short: values without the names of the parameters, if that is clear. */
function inputText(input) {
  if (typeof input !== "object" || input === null) {
    return String(input ?? "");
  }
  const texts = Object.entries(input).map(([key, value]) => {
    const text = Array.isArray(value)
      ? value.map((each) => (typeof each === "string" ? each : JSON.stringify(each))).join(", ")
      : typeof value === "string"
        ? value
        : JSON.stringify(value);
    return Array.isArray(value) || typeof value === "string" ? text : `${key} ${text}`;
  });
  return texts.join("; ");
}

/** A turn is drawn again only if it has changed. */
function drawTurn(turn, index, writing) {
  const state = turn.calls.map((call) => outcomeOf(call)).concat(turn.retries.length, writing).join();
  if (turn.state !== state) {
    turn.state = state;
    turn.node = element(
      "li",
      {},
      element("p.turn-name", {}, `Step ${index + 1}`),
      ...turn.retries.map((retry) =>
        element("p.retry", {}, `The request failed and is repeated after ${retry.pauseSeconds} s.`),
      ),
      ...turn.calls.map(drawCall),
      turn.calls.length === 0 && turn.retries.length === 0 && writing ? element("p", {}, writing) : null,
    );
  }
  return turn.node;
}

const outcomeOf = (call) =>
  call.error ?? (call.count === undefined ? "running" : call.count === 0 ? "nothing new" : count(call.count, "passage"));

/** A call, which the reader can open when it has a result. */
function drawCall(call) {
  const head = [
    element("span.call-head", {}, element("code", {}, call.tool), element("span.call-count", {}, outcomeOf(call))),
    element("span.call-arguments", {}, inputText(call.input)),
  ];
  if (!call.text) {
    return element("div.call", {}, ...head);
  }
  call.node ??= element(
    "details.call",
    {
      ontoggle: (event) => {
        const text = event.target.querySelector("pre");
        if (event.target.open && !text.hasChildNodes()) {
          fill(text, call.text);
        }
      },
    },
    element("summary", {}, ...head),
    element("p.small", {}, "What the model read:"),
    element("pre.call-text", { dir: "auto", tabIndex: 0 }),
  );
  return call.node;
}

/** A quote that begins or ends within a sentence has an ellipsis there. */
function excerpt(quote) {
  const before = /^\p{Ll}/u.test(quote) ? "… " : "";
  const after = /[\p{L}\p{N},]$/u.test(quote) ? " …" : "";
  return before + quote + after;
}
