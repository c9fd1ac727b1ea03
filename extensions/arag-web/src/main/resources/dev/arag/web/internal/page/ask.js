// Questions and their answers.

import { AnswerView } from "./answer.js";
import { announce, byId, clearAnnouncements, count, element, fill, show } from "./dom.js";
import { showHistory, startHistory } from "./history.js";
import { openCitation } from "./passage.js";
import { EventParser, get, getText, post, postWhileClosing, stream } from "./server.js";

const KEY = "conversation";
const WITHIN_KEY = "within";
const RELOAD_PAUSE_MILLIS = 300;
const RELOAD_TRIES = 20;
const STOP_MILLIS = 2000;
const SAY_MILLIS = 6000;

let conversation = null;
let questions = [];
let current = null;

/** The document or source to which the next question is restricted, with its title; null if none. */
let within = null;
let restored = Promise.resolve();

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
    isFollowing = true;
    follow(current.view);
    byId("question").focus({ preventScroll: true });
  });
  startHistory(openConversation, (id) => id === conversation && renew());
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
  await restored;
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
  const path = `/api/conversation?id=${encodeURIComponent(id)}`;
  let { exchanges } = await get(path);
  // The server needs a moment to notice that the page which asked is gone.
  for (let i = 0; i < RELOAD_TRIES && exchanges.some((each) => each.running); i++) {
    await new Promise((resolve) => setTimeout(resolve, RELOAD_PAUSE_MILLIS));
    ({ exchanges } = await get(path));
  }
  if (id !== conversation) {
    return null; // The reader has opened another one.
  }
  for (const exchange of exchanges) {
    const view = add(exchange.question, exchange.within);
    new EventParser((part) => view.add(part)).add(exchange.events);
    view.isComplete ? view.end() : view.cancel();
  }
  update();
  return exchanges.at(-1)?.within ?? null;
}

function add(question, asked) {
  const asking = conversation;
  const view = new AnswerView(question, {
    passage: openCitation,
    retry,
    copy,
    save,
    run: (id, form) => saveRun(asking, id, form),
  });
  if (asked) {
    const label = element("p.question-within", {}, "Only in ", element("strong", { dir: "auto" }, asked.title));
    view.node.querySelector(".question").after(label);
  }
  questions.push(question);
  byId("exchanges").append(view.node);
  return view;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say("Copied.");
  } catch {
    say("The browser does not allow this page to copy. Save the answer instead.");
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
    say(failure.message);
  }
}

let saying = 0;

/** Shows a short message above the field for a while. */
function say(text) {
  fill(byId("said"), text);
  show(byId("said"));
  clearTimeout(saying);
  saying = setTimeout(() => show(byId("said"), false), SAY_MILLIS);
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
  sizes.observe(view.node);
  announce("The question was sent.");
  try {
    await stream("/api/chat", body(), controller.signal, (part) => {
      view.add(part);
      announceDraft(view.draft);
    });
    view.end();
  } catch (failure) {
    fail(view, failure);
  } finally {
    current = null;
    sizes.disconnect();
    update();
    follow(view);
    announced = "";
    clearAnnouncements();
    announce(view.summary);
    focusField();
  }
}

/** Keeps what the model writes above the field for a question. */
function follow(view) {
  const hidden = view.tail.getBoundingClientRect().bottom - byId("composer").getBoundingClientRect().top;
  if (isFollowing && hidden > 0) {
    window.scrollBy({ top: hidden, behavior: "instant" });
  }
  show(byId("jump"), Boolean(current) && !isFollowing && hidden > 0);
}

/** A reader who scrolls up is left alone until the page is at its end again. */
function noteScroll() {
  const top = window.scrollY;
  const height = document.documentElement.scrollHeight;
  const isUp = top < scrolled.top && height >= scrolled.height;
  isFollowing = top + window.innerHeight >= height - 1 || (isFollowing && !isUp);
  scrolled = { top, height };
  if (current) {
    follow(current.view);
  }
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
  view.end(failure.message ?? "The connection to the server was lost.");
  if (failure.status) {
    view.isAccepted = false;
    questions.pop(); // The server did not accept the question, so it is not part of the conversation.
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
}

/**
 * Starts to ask about one document or source. The text that was shown for earlier questions would
 * stay in their conversation, so there is a new one.
 *
 * @param {{document?: string, source?: string, title: string}} scope
 */
export function askWithin(scope) {
  if (questions.length > 0) {
    current?.controller.abort();
    renew();
  }
  setWithin(scope);
  announce(`Questions are restricted to ${scope.title}.`);
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
  announce(`The conversation has ${count(questions.length, "question")}.`);
  byId("exchanges").lastElementChild?.scrollIntoView({ block: "start" });
  byId("question").focus({ preventScroll: true });
}

function update() {
  const isEmpty = !byId("exchanges").hasChildNodes();
  show(byId("welcome"), isEmpty);
  show(byId("exchanges"), !isEmpty);
  show(byId("send"), !current);
  show(byId("stop"), Boolean(current));
  show(byId("renew"), !isEmpty && !current);
  show(byId("earlier"), !current);
  byId("stop").disabled = false;
  byId("composer").setAttribute("aria-busy", String(Boolean(current)));
}
