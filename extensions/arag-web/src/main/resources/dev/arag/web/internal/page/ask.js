// Questions and their answers.

import { AnswerView } from "./answer.js";
import { announce, byId, clearAnnouncements, count, element, fill, show, visible } from "./dom.js";
import { showHistory, startHistory } from "./history.js";
import { openCitation } from "./passage.js";
import { EventParser, get, getText, post, postWhileClosing, stream } from "./server.js";

const KEY = "conversation";
const WITHIN_KEY = "within";
const RELOAD_PAUSE_MILLIS = 300;
const RELOAD_TRIES = 20;
const STOP_MILLIS = 2000;
const SAY_MILLIS = 6000;

/** An answer that is written faster cannot be read meanwhile. */
const READ_MILLIS = 1000;

/** With these states, the server would refuse the same question again. */
const FINAL = [400, 401, 403, 404];

/** What a reader must see of the sources to know that they are there. */
const SEEN_PIXELS = 80;
const PLACEHOLDER = "Ask about your documents";

let conversation = null;
let questions = [];
let current = null;

/** The document or source to which the next question is restricted, with its title; null if none. */
let within = null;
let restored = Promise.resolve();

/** Whether the server has conversations besides the one that is shown. */
let hasEarlier = false;

/** Where the reader left the questions; null for the newest one. */
let position = null;

/** The last answer until the reader has seen what follows its text. */
let unseen = null;

/** Whether the page scrolls with the text that the model writes. */
let isFollowing = false;
let scrolled = { top: 0, height: 0 };
const sizes = new ResizeObserver(() => current && follow(current.view));

export async function startAsk(status) {
  const form = byId("composer");
  const field = byId("question");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask();
  });
  field.addEventListener("input", fit);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      form.requestSubmit();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.isComposing && !document.querySelector("dialog[open]")) {
      stop();
    }
  });
  byId("stop").addEventListener("click", stop);
  window.addEventListener("scroll", noteScroll);
  byId("renew").addEventListener("click", renew);
  byId("jump").addEventListener("click", () => {
    if (current) {
      isFollowing = true;
      follow(current.view);
    } else {
      unseen?.rest.scrollIntoView({ block: "start" });
    }
    byId("question").focus({ preventScroll: true });
  });
  startHistory(openConversation, (id, left) => {
    if (id === conversation) {
      forget();
    }
    hasEarlier = left > 0;
    update();
  });
  byId("earlier").addEventListener("click", () => showHistory(conversation));
  byId("within-remove").addEventListener("click", () => {
    setWithin(null);
    byId("question").focus();
  });
  setWithin(JSON.parse(sessionStorage.getItem(WITHIN_KEY)));
  // A closed or reloaded page cancels its question. The server also notices the lost connection.
  window.addEventListener("pagehide", () => {
    if (current) {
      postWhileClosing("/api/chat/cancel", { id: conversation });
    }
  });
  showStatus(status);
  conversation = sessionStorage.getItem(KEY) ?? newId();
  sessionStorage.setItem(KEY, conversation);
  restored = restore();
  await Promise.all([restored, checkWithin()]);
}

/** Shows the questions where the reader left them. */
export function showAsk() {
  if (position === null) {
    showNewest();
  } else {
    window.scrollTo({ top: position, behavior: "instant" });
  }
  showJump();
}

function showNewest() {
  byId("exchanges").lastElementChild?.scrollIntoView({ block: "start", behavior: "instant" });
}

export function showStatus(status) {
  byId("notice").textContent = status.notice ?? "";
  show(byId("notice"), Boolean(status.notice));
  byId("welcome-text").textContent = welcome(status);
}

function welcome({ documents, sources, uploadBytes }) {
  if (documents !== 0) {
    return "Answers come from your documents. Each one cites the sentences that it uses, and every quote is checked.";
  }
  if (sources.length > 0) {
    return "Your folders are being read. Open Documents to see the progress.";
  }
  return uploadBytes === null ? "There are no documents yet." : "There are no documents yet. Open Documents to add some.";
}

function newId() {
  return crypto.randomUUID();
}

/** Grows the field with its text. */
function fit() {
  const field = byId("question");
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight}px`;
}

/** Shows the questions of the conversation. Returns what the last one was restricted to. */
async function restore() {
  const id = conversation;
  let { exchanges, hasEarlier: others } = await load(id);
  // The server needs a moment to notice that the page which asked is gone.
  for (let i = 0; i < RELOAD_TRIES && exchanges.some((each) => each.running); i++) {
    await new Promise((resolve) => setTimeout(resolve, RELOAD_PAUSE_MILLIS));
    ({ exchanges, hasEarlier: others } = await load(id));
  }
  if (id !== conversation) {
    return null; // The reader has opened another one.
  }
  hasEarlier = others;
  for (const exchange of exchanges) {
    const view = add(exchange.question, exchange.within);
    new EventParser((part) => view.add(part)).add(exchange.events);
    view.isComplete ? view.end() : view.cancel();
  }
  update();
  showNewest();
  return exchanges.at(-1)?.within ?? null;
}

const load = (id) => get(`/api/conversation?id=${encodeURIComponent(id)}`);

function add(question, asked) {
  const asking = conversation;
  const on = { passage: openCitation, retry, copy, save, run: (id, form) => saveRun(asking, id, form) };
  const view = new AnswerView(question, on, asked?.title);
  questions.push(question);
  byId("exchanges").append(view.node);
  return view;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say("Copied.");
    saying = setTimeout(() => show(byId("said"), false), SAY_MILLIS);
  } catch {
    say("The browser does not allow this page to copy. Save the answer instead.", true);
  }
}

/** Lets the browser save a text as a file. */
function save(name, text) {
  const href = URL.createObjectURL(new Blob([text]));
  element("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), RELOAD_TRIES * RELOAD_PAUSE_MILLIS);
}

async function saveRun(id, run, form) {
  const path = `/api/trajectory?id=${encodeURIComponent(id)}&run=${run}&form=${form}`;
  try {
    save(`run-${run}.${form}`, await getText(path));
  } catch (failure) {
    say(failure.message, true);
  }
}

let saying = 0;

/** Shows a message above the field until the next question. */
function say(text, isError = false) {
  clearTimeout(saying);
  byId("said").classList.toggle("bad", isError);
  fill(byId("said"), text);
  show(byId("said"));
}

async function ask() {
  await restored;
  const field = byId("question");
  const question = field.value.trim();
  if (question === "" || current) {
    return;
  }
  field.value = "";
  fit();
  await send(question);
}

/** Asks the last question again. Its answer replaces the one before. */
async function retry(view) {
  if (current) {
    return;
  }
  view.node.remove();
  if (view.isAccepted) {
    questions.pop();
  }
  await send(view.question);
}

async function send(question) {
  show(byId("said"), false);
  const view = add(question, within);
  const controller = new AbortController();
  current = { view, controller };
  update();
  isFollowing = true;
  view.node.scrollIntoView({ block: "start", behavior: "instant" });
  let begin = null;
  sizes.observe(view.node);
  announce("The question was sent.");
  try {
    await stream("/api/chat", body(), controller.signal, (part) => {
      view.add(part);
      begin ??= view.draft === "" ? null : performance.now();
      announceDraft(view.draft);
    });
    view.end();
  } catch (failure) {
    fail(view, failure);
  } finally {
    current = null;
    sizes.disconnect();
    unseen = view.node.isConnected ? view : null;
    update();
    if (isFollowing && begin !== null && performance.now() - begin < READ_MILLIS) {
      view.node.scrollIntoView({ block: "start", behavior: "instant" });
      showJump();
    } else {
      follow(view);
    }
    announced = "";
    clearAnnouncements();
    announce(view.summary);
    focusField();
  }
}

/** Keeps what the model writes above the field for a question. */
function follow(view) {
  const hidden = hiddenBelow(view.tail);
  if (isFollowing && hidden > 0) {
    window.scrollBy({ top: hidden, behavior: "instant" });
  }
  showJump();
}

/** How much of the beginning of an element is below the field for a question, in pixels. */
function hiddenBelow(node, beginning = Infinity) {
  const { top, height } = node.getBoundingClientRect();
  return top + Math.min(height, beginning) - byId("composer").getBoundingClientRect().top;
}

/** Offers what is below the field: the text that is written, or what follows the answer. */
function showJump() {
  if (current) {
    fill(byId("jump"), "Jump to the newest text");
    show(byId("jump"), !isFollowing && hiddenBelow(current.view.tail) > 0);
    return;
  }
  if (unseen && !byId("ask").hidden && hiddenBelow(unseen.rest, SEEN_PIXELS) <= 0) {
    unseen = null;
  }
  fill(byId("jump"), unseen?.hasSources ? "Show the sources" : "Show the end of the answer");
  show(byId("jump"), unseen !== null);
}

/** A reader who scrolls up is left alone until the page is at its end again. */
function noteScroll() {
  if (byId("ask").hidden) {
    return;
  }
  const top = window.scrollY;
  position = top;
  const height = document.documentElement.scrollHeight;
  const isUp = top < scrolled.top && height >= scrolled.height;
  isFollowing = top + window.innerHeight >= height - 1 || (isFollowing && !isUp);
  scrolled = { top, height };
  current ? follow(current.view) : showJump();
}

/** Moves the focus to the next question, unless the reader has moved it elsewhere. */
function focusField() {
  const { activeElement } = document;
  if (activeElement === document.body || byId("composer").contains(activeElement)) {
    byId("question").focus();
  }
}

let announced = "";

/** Announces the sentences of a draft as they are completed. */
function announceDraft(draft) {
  if (!draft.startsWith(announced)) {
    announced = ""; // The model writes its answer again.
  }
  const end = Math.max(draft.lastIndexOf(". "), draft.lastIndexOf("\n")) + 1;
  if (end > announced.length) {
    announce(draft.slice(announced.length, end));
    announced = draft.slice(0, end);
  }
}

function fail(view, failure) {
  if (failure.name === "AbortError") {
    view.cancel();
    return;
  }
  const isFinal = FINAL.includes(failure.status);
  view.end(failure.message ?? "The connection to the server was lost.", !isFinal);
  if (failure.status) {
    view.isAccepted = false;
    questions.pop(); // The server did not accept the question, so it is not part of the conversation.
  }
  if (isFinal) {
    byId("question").value ||= view.question;
    fit();
  }
  if (failure.status === 404) {
    setWithin(null); // The document or source was deleted.
  }
}

/** The request in the form of the npm package "ai", with the questions only. */
function body() {
  const messages = questions.map((text) => ({ role: "user", parts: [{ type: "text", text }] }));
  return { id: conversation, messages, trigger: "submit-message", ...(within && { within: named(within) }) };
}

const named = ({ document: id, source }) => (id ? { document: id } : { source });

/** Restricts the next questions to a document or a source; null removes the restriction. */
export function setWithin(scope) {
  within = scope;
  sessionStorage.setItem(WITHIN_KEY, JSON.stringify(scope));
  fill(byId("within-title"), scope?.title);
  show(byId("within"), Boolean(scope));
  byId("question").placeholder = scope ? `Ask about ${visible(scope.title)}` : PLACEHOLDER;
}

/** Removes the label of a document or source that no longer exists. */
async function checkWithin() {
  const scope = within;
  if (scope && !(await exists(scope)) && scope === within) {
    setWithin(null);
  }
}

async function exists({ document: id, source }) {
  try {
    if (id) {
      await post("/api/passage", { document: id, from: 0, to: 1 });
      return true;
    }
    const { total } = await get(`/api/documents?${new URLSearchParams({ offset: 0, size: 1, source })}`);
    return total > 0;
  } catch (failure) {
    return failure.status !== 404;
  }
}

/** Removes what was deleted together with documents: the conversation, and the label. */
export async function checkDeleted() {
  await restored;
  const id = conversation;
  const { exchanges, hasEarlier: others } = await load(id);
  if (id === conversation && !current) {
    if (exchanges.length === 0 && questions.length > 0) {
      forget();
    }
    hasEarlier = others;
    update();
  }
  await checkWithin();
}

/** Leaves a conversation that was deleted. */
function forget() {
  setWithin(null);
  renew();
}

/**
 * Starts to ask about one document or source. The text that was shown for earlier questions would
 * stay in their conversation, so there is a new one.
 *
 * @param {{document?: string, source?: string, title: string}} scope
 */
export function askWithin(scope) {
  const isOther = questions.length > 0;
  if (isOther) {
    current?.controller.abort();
    renew();
  }
  setWithin(scope);
  announce(`Questions are restricted to ${scope.title}.`);
  if (isOther) {
    say("This is a new conversation. The one before is under \u201CEarlier conversations\u201D.");
  }
  location.hash = "ask";
}

/** Cancels the question. The server then ends the stream. */
async function stop() {
  if (!current) {
    return;
  }
  const { controller } = current;
  byId("stop").disabled = true;
  try {
    await post("/api/chat/cancel", { id: conversation });
    // If the cancellation overtook the question, the closed connection cancels the run.
    setTimeout(() => controller.abort(), STOP_MILLIS);
  } catch {
    controller.abort();
  }
}

/** Starts a new conversation. The old one stays in the list. */
function renew() {
  change(newId());
  announce("A new conversation.");
  update();
  byId("question").focus();
}

function change(id) {
  hasEarlier ||= questions.length > 0;
  position = null;
  unseen = null;
  show(byId("said"), false);
  conversation = id;
  sessionStorage.setItem(KEY, conversation);
  questions = [];
  byId("exchanges").replaceChildren();
  clearAnnouncements();
}

/** Shows an earlier conversation, to be continued. */
async function openConversation(id) {
  change(id);
  restored = restore();
  setWithin(await restored);
  await checkWithin();
  announce(`The conversation has ${count(questions.length, "question")}.`);
  byId("question").focus({ preventScroll: true });
}

function update() {
  const isEmpty = !byId("exchanges").hasChildNodes();
  show(byId("welcome"), isEmpty);
  show(byId("exchanges"), !isEmpty);
  show(byId("send"), !current);
  show(byId("stop"), Boolean(current));
  show(byId("renew"), !isEmpty && !current);
  show(byId("earlier"), !current && (hasEarlier || questions.length > 0));
  showJump();
  byId("stop").disabled = false;
  byId("composer").setAttribute("aria-busy", String(Boolean(current)));
}
