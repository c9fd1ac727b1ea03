// The list of documents, the sync of folders, and uploads.

import { pageOf, setAddress } from "./address.js";
import { announce, byId, confirmed, count, element, fill, show } from "./dom.js";
import { openDocument } from "./passage.js";
import { get, post, upload } from "./server.js";

const PAGE = 50;
const POLL_MILLIS = 400;
const FILTER_MILLIS = 250;

/** How long no document can be opened or deleted after a deletion: the next row moves below the pointer. */
const PAUSE_MILLIS = 1000;

/** Screens on which the folders and uploads are collapsed; also in page.css. */
const NARROW = window.matchMedia("(max-width: 40rem)");

/** The source of uploaded documents, which can be deleted here. */
const UPLOADS = "uploads";

let listed = { filter: "", sort: "id", source: "", page: 1 };
let started = 0;
let last = 1;
let canDelete = false;
let onChange = async () => {};
let isWatching = false;

/** The last sync, and whether its result was visible; the counts disappear when the view is opened again. */
let lastSync = null;
let isSyncSeen = false;

/** Whether it must be checked again if any document has a date. */
let isDateOpen = true;

/** The files that were uploaded in this tab, with the ids of their documents. */
const uploads = [];

/**
 * @param {() => Promise<void>} changed is called when documents were added or removed
 * @param {(scope: {source: string, title: string}) => void} onAsk starts to ask within a source
 */
export async function startDocuments(status, changed, onAsk) {
  onChange = changed;
  canDelete = status.uploadBytes !== null;
  startList(onAsk);
  show(byId("sync"), status.sources.length > 0);
  show(byId("upload"), status.uploadBytes !== null);
  show(byId("tools"), status.sources.length > 0 || status.uploadBytes !== null);
  byId("tools").open = !NARROW.matches;
  NARROW.addEventListener("change", () => (byId("tools").open = !NARROW.matches));
  if (status.sources.length > 0) {
    startSync(status.sources);
  }
  if (status.uploadBytes !== null) {
    startUpload(status.uploadBytes);
  }
  await list();
}

function startList(onAsk) {
  let timer;
  byId("filter").addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => change({ filter: byId("filter").value.trim() }, false), FILTER_MILLIS);
  });
  byId("document-form").addEventListener("submit", (event) => event.preventDefault());
  byId("sort").addEventListener("change", () => change({ sort: byId("sort").value }));
  byId("previous").addEventListener("click", () => change({ page: listed.page - 1 }));
  byId("next").addEventListener("click", () => change({ page: listed.page + 1 }));
  byId("page").addEventListener("change", () => {
    change({ page: Math.min(last, Math.max(1, Math.floor(Number(byId("page").value)) || 1)) });
  });
  byId("source-remove").addEventListener("click", () => {
    change({ source: "" });
    byId("filter").focus();
  });
  byId("source-ask").addEventListener("click", () => onAsk({ source: listed.source, title: listed.source }));
}

/**
 * Shows the list of an address.
 *
 * @param {boolean} isOpened whether another view was shown before
 */
export function showDocuments(parameters, isOpened) {
  if (isOpened) {
    show(byId("documents-message"), false);
    if (lastSync && isSyncSeen && !isWatching) {
      drawSync(lastSync, false);
    }
  }
  isSyncSeen = true;
  offerDates();
  const sort = parameters.get("sort");
  const next = {
    filter: (parameters.get("filter") ?? "").trim(),
    sort: [...byId("sort").options].some(({ value }) => value === sort) ? sort : "id",
    source: (parameters.get("source") ?? "").trim(),
    page: pageOf(parameters, Number.MAX_SAFE_INTEGER / PAGE),
  };
  byId("filter").value = next.filter;
  if (Object.keys(next).some((key) => next[key] !== listed[key])) {
    change(next, false);
  }
}

/** Offers the order by date only if it differs from that by path. */
async function offerDates() {
  if (!isDateOpen || byId("documents").hidden) {
    return;
  }
  isDateOpen = false;
  try {
    const found = await get("/api/documents?sort=date&size=1");
    const option = byId("sort").querySelector("[value=date]");
    option.disabled = !found.documents[0]?.date;
    fill(option, option.disabled ? "Date (no document has one)" : "Date, newest first");
  } catch {
    isDateOpen = true; // The list shows why the server does not answer.
  }
}

/** Changes what is listed. Another filter, order or source begins with the first page. */
function change(changes, isStep = true) {
  listed = { ...listed, page: 1, ...changes };
  const { filter, sort, source, page } = listed;
  const parameters = { filter, sort: sort === "id" ? "" : sort, source, page: page === 1 ? "" : String(page) };
  setAddress("documents", parameters, isStep);
  show(byId("documents-message"), false);
  return list();
}

/** Shows a page of the list. */
async function list() {
  const own = ++started;
  const { filter, sort, source, page } = listed;
  byId("sort").value = sort;
  fill(byId("source-name"), source);
  show(byId("source"), source !== "");
  const query = new URLSearchParams({ offset: (page - 1) * PAGE, size: PAGE, sort, filter });
  if (source !== "") {
    query.set("source", source);
  }
  try {
    const found = await get(`/api/documents?${query}`);
    if (own !== started) {
      return;
    }
    last = Math.max(1, Math.ceil(found.reachable / PAGE));
    if (page > last) {
      await change({ page: last }, false);
      return;
    }
    fill(byId("document-list"), ...found.documents.map(entry));
    fill(byId("documents-status"), [status(found), found.note].filter(Boolean).join(". "));
    byId("page").value = page;
    byId("page").max = last;
    fill(byId("pages"), last.toLocaleString("en"));
    byId("previous").disabled = page === 1;
    byId("next").disabled = page === last;
    show(byId("pager"), last > 1);
  } catch (failure) {
    if (own === started) {
      fill(byId("documents-status"), failure.message);
    }
  }
}

function status({ documents, total, reachable }) {
  if (total === 0) {
    return listed.filter === "" ? "There are no documents" : `No document matches “${listed.filter}”`;
  }
  const all = count(total, "document");
  if (documents.length === total) {
    return all;
  }
  const first = (listed.page - 1) * PAGE + 1;
  const range = `${first.toLocaleString("en")} to ${(first + documents.length - 1).toLocaleString("en")} of ${all}`;
  return reachable < total
    ? `${range}. In this order, only the first ${reachable.toLocaleString("en")} can be shown; use the filter for others`
    : range;
}

/** Draws a document of the list. */
export function entry(each) {
  return element(
    "li.document",
    {},
    element(
      "button.document-open",
      { type: "button", onclick: () => openEntry(each) },
      element("span.document-title", { dir: "auto" }, each.title),
      each.title === each.id ? null : element("span.document-id", { dir: "auto" }, each.id),
    ),
    element(
      "div.document-foot",
      {},
      each.source ? sourceButton(each.source) : null,
      each.date ? element("span", {}, each.date.slice(0, 10)) : null,
      element("span", {}, count(each.characters, "character")),
      isDeletable(each) ? deleteButton(each) : null,
    ),
  );
}

const isDeletable = ({ source }) => canDelete && source === UPLOADS;

const openEntry = (each) => openDocument(each, isDeletable(each));

function sourceButton(source) {
  const title = `Show only documents of the source ${source}`;
  return element("button.quiet", { type: "button", dir: "auto", title, onclick: () => change({ source }) }, source);
}

function deleteButton(each) {
  const label = `Delete ${each.title}`;
  return element("button.quiet.delete", { type: "button", "aria-label": label, onclick: () => remove(each) }, "Delete");
}

/** Deletes an uploaded document if the user confirms it. */
export async function remove({ id, title }) {
  const text =
    "It can then no longer be searched or read, and conversations with its text are deleted, too. To get it back, upload its file again.";
  if (!(await confirmed(`Delete “${title}”?`, text, "Delete"))) {
    return;
  }
  let message = `“${title}” was deleted.`;
  try {
    const { conversations } = await post("/api/documents/delete", { document: id });
    if (conversations > 0) {
      message = `“${title}” was deleted, and ${count(conversations, "conversation")} with its text.`;
    }
    markDeleted(id);
  } catch (failure) {
    message = failure.message;
  }
  byId("document-list").inert = true;
  try {
    await refresh();
  } finally {
    setTimeout(() => (byId("document-list").inert = false), PAUSE_MILLIS);
  }
  fill(byId("documents-message"), message);
  show(byId("documents-message"));
  announce(message);
  byId("main").focus({ preventScroll: true });
}

async function refresh() {
  isDateOpen = true;
  offerDates();
  await Promise.all([list(), onChange()]);
}

// Folders

function startSync(sources) {
  fill(byId("sync-sources"), sources.join(", "));
  byId("sync-start").addEventListener("click", async () => {
    await act("/api/sync/start");
    watch(true);
  });
  byId("sync-stop").addEventListener("click", () => {
    byId("sync-stop").disabled = true;
    act("/api/sync/cancel");
  });
  watch();
}

async function act(path) {
  try {
    await post(path);
  } catch (failure) {
    fill(byId("sync-result"), failure.message);
  }
}

/**
 * Follows the sync until it ends.
 *
 * @param {boolean} wasRunning whether a sync was started, which may have ended already
 */
async function watch(wasRunning = false) {
  if (isWatching) {
    return;
  }
  isWatching = true;
  try {
    for (let sync = await get("/api/sync"); ; sync = await get("/api/sync")) {
      drawSync(sync, wasRunning);
      if (sync.state !== "running") {
        break;
      }
      wasRunning = true;
      await new Promise((resolve) => setTimeout(resolve, POLL_MILLIS));
    }
    if (wasRunning) {
      await refresh();
    }
  } catch (failure) {
    fill(byId("sync-result"), failure.message);
  } finally {
    isWatching = false;
  }
}

/** @param {boolean} isNew whether the sync ended while this view was open, so that its counts are news */
function drawSync(sync, isNew) {
  const { state, progress, report, conversations, error } = sync;
  const isRunning = state === "running";
  show(byId("sync-start"), !isRunning);
  show(byId("sync-stop"), isRunning);
  show(byId("sync-progress"), isRunning);
  byId("sync-bar").value = progress?.share ?? 0;
  if (isRunning) {
    byId("sync-result").replaceChildren();
    fill(byId("sync-counts"), progress ? counts(progress) : "Starting");
    return;
  }
  byId("sync-stop").disabled = false;
  const deleted = `${count(conversations, "conversation")} with text of deleted documents deleted.`;
  lastSync = sync;
  isSyncSeen = !byId("documents").hidden;
  const what = outcome(state, report, error, isNew);
  fill(byId("sync-result"), ...what, isNew && conversations > 0 ? element("p", {}, deleted) : null);
}

function counts({ share, documents, sentences, embedded }) {
  const percent = Math.floor(share * 100);
  const vectors = sentences > 0 ? `, ${embedded.toLocaleString("en")} of ${count(sentences, "new sentence")} embedded` : "";
  return `${percent} %, ${count(documents, "document")}${vectors}`;
}

function outcome(state, report, error, isNew) {
  if (state === "failed") {
    return [element("p.notice.bad", {}, error)];
  }
  if (state === "cancelled") {
    return ["Stopped. The documents that were read last may not be in the index. The next sync adds them."];
  }
  if (!report) {
    return [];
  }
  const problems = [details("skipped", report.skipped.map(skip)), details("warning", report.warnings)];
  return isNew ? [summary(report), ...problems] : problems;
}

function summary(report) {
  const changes = [
    [report.added, "added"],
    [report.updated, "updated"],
    [report.deleted, "deleted"],
    [report.unchanged, "unchanged"],
  ];
  const texts = changes.filter(([number]) => number > 0).map(([number, what]) => `${number.toLocaleString("en")} ${what}`);
  return texts.length === 0 ? "The folders contain no documents." : `${texts.join(", ")}.`;
}

const skip = ({ source, reason }) => `${source}: ${reason}`;

function details(noun, texts) {
  if (texts.length === 0) {
    return null;
  }
  const title = noun === "skipped" ? `${count(texts.length, "file")} skipped` : count(texts.length, noun);
  return element(
    "details",
    {},
    element("summary", {}, title),
    element("ul", {}, ...texts.map((text) => element("li", {}, text))),
  );
}

// Uploads

function startUpload(maxBytes) {
  const drop = byId("drop");
  fill(byId("upload-limit"), `Up to ${size(maxBytes)} for each file.`);
  byId("files").addEventListener("change", async (event) => {
    const files = [...event.target.files];
    event.target.value = "";
    await addFiles(files, maxBytes);
  });
  // Without these listeners, the browser would open a file that misses the field.
  for (const type of ["dragover", "drop"]) {
    window.addEventListener(type, (event) => event.preventDefault());
  }
  drop.addEventListener("dragover", () => drop.classList.add("is-over"));
  drop.addEventListener("dragleave", () => drop.classList.remove("is-over"));
  drop.addEventListener("drop", async (event) => {
    drop.classList.remove("is-over");
    await addFiles([...event.dataTransfer.files], maxBytes);
  });
}

function size(bytes) {
  return bytes >= 1024 * 1024 ? `${Math.floor(bytes / 1024 / 1024)} MB` : `${Math.ceil(bytes / 1024)} KB`;
}

async function addFiles(files, maxBytes) {
  const rows = files.map((file) => {
    const row = element("li", {}, element("div", {}, element("b", {}, file.name), element("span", {}, "waiting")));
    byId("upload-results").append(row);
    return row;
  });
  for (const [i, file] of files.entries()) {
    await addFile(file, rows[i], maxBytes);
  }
  await refresh();
}

async function addFile(file, row, maxBytes) {
  if (file.size > maxBytes) {
    end(row, false, `The file is longer than ${size(maxBytes)}.`);
    return;
  }
  fill(row.querySelector("span"), "is being read");
  try {
    const result = await upload(file.name, file);
    const problems = [...result.reasons, ...result.warnings];
    const what = stored(result);
    end(row, result.stored, ...what, what.length > 0 && problems.length > 0 ? " · " : null, problems.join(" · "));
    const total = result.added + result.updated + result.unchanged;
    uploads.push({ row, ids: new Set(result.documents.map(({ id }) => id)), total, deleted: 0 });
  } catch (failure) {
    end(row, false, failure.message);
  }
}

function end(row, isStored, ...children) {
  row.classList.add(isStored ? "is-ok" : "is-bad");
  fill(row.querySelector("span"), ...children);
}

/** Says that a document of an upload was deleted. */
function markDeleted(id) {
  for (const each of uploads) {
    if (each.ids.delete(id)) {
      each.deleted++;
      const isGone = each.deleted === each.total;
      each.row.className = isGone ? "is-gone" : "is-ok";
      const text = isGone ? "deleted" : `${each.deleted} of ${count(each.total, "document")} deleted`;
      fill(each.row.querySelector("span"), text);
    }
  }
}

/** What became of a file, with a link to its document or to the list of its documents. */
function stored({ name, added, updated, unchanged, documents }) {
  const texts = [
    [added, "added"],
    [updated, "updated"],
    [unchanged, "not changed"],
  ];
  const isOne = documents.length === 1;
  const text = texts
    .filter(([number]) => number > 0)
    .map(([number, what]) => (isOne ? what : `${count(number, "document")} ${what}`))
    .join(", ");
  if (text === "") {
    return [];
  }
  const open = isOne ? () => openEntry({ ...documents[0], source: UPLOADS }) : () => change({ filter: name.slice(0, 200), source: UPLOADS });
  const title = isOne ? documents[0].title : "Show them";
  return [`${text}${isOne ? ", listed as " : ": "}`, element("button.quiet", { type: "button", dir: "auto", onclick: open }, title)];
}
