// The list of documents, the sync of folders, and uploads.

import { byId, count, element, fill, show } from "./dom.js";
import { openDocument } from "./passage.js";
import { get, post, upload } from "./server.js";

const PAGE = 25;
const POLL_MILLIS = 400;

let offset = 0;
let onChange = async () => {};
let isWatching = false;

export async function startDocuments(status, changed) {
  onChange = changed;
  byId("previous").addEventListener("click", () => list(Math.max(0, offset - PAGE)));
  byId("next").addEventListener("click", () => list(offset + PAGE));
  show(byId("sync"), status.sources.length > 0);
  show(byId("upload"), status.uploadBytes !== null);
  show(byId("tools"), status.sources.length > 0 || status.uploadBytes !== null);
  if (status.sources.length > 0) {
    startSync(status.sources);
  }
  if (status.uploadBytes !== null) {
    startUpload(status.uploadBytes);
  }
  await list(0);
}

/** Shows a page of the list. */
async function list(from) {
  try {
    const found = await get(`/api/documents?offset=${from}&size=${PAGE}`);
    offset = from;
    fill(byId("document-list"), ...found.documents.map(entry));
    const isEmpty = found.documents.length === 0;
    fill(byId("documents-status"), isEmpty ? "There are no documents." : "");
    fill(byId("range"), isEmpty ? "" : `${from + 1} to ${from + found.documents.length}`);
    byId("previous").disabled = from === 0;
    byId("next").disabled = !found.hasMore;
    show(byId("pager"), from > 0 || found.hasMore);
  } catch (failure) {
    fill(byId("documents-status"), failure.message);
  }
}

/** Draws a document of the list. */
export function entry(each) {
  return element(
    "li.document",
    {},
    element(
      "button",
      { type: "button", onclick: () => openDocument(each) },
      element("span.document-title", { dir: "auto" }, each.title),
      element("span.document-size", {}, count(each.characters, "character")),
      each.title === each.id ? null : element("span.document-id", { dir: "auto" }, each.id),
    ),
  );
}

async function refresh() {
  await Promise.all([list(offset), onChange()]);
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
      drawSync(sync);
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

function drawSync({ state, progress, report, conversations, error }) {
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
  fill(byId("sync-result"), ...outcome(state, report, error), conversations > 0 ? element("p", {}, deleted) : null);
}

function counts({ share, documents, sentences, embedded }) {
  const percent = Math.floor(share * 100);
  const vectors = sentences > 0 ? `, ${embedded.toLocaleString("en")} of ${count(sentences, "new sentence")} embedded` : "";
  return `${percent} %, ${count(documents, "document")}${vectors}`;
}

function outcome(state, report, error) {
  if (state === "failed") {
    return [element("p.notice.bad", {}, error)];
  }
  if (state === "cancelled") {
    return ["Stopped. The documents that were read last may not be in the index. The next sync adds them."];
  }
  return report ? [summary(report), details("skipped", report.skipped.map(skip)), details("warning", report.warnings)] : [];
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
    end(row, result.stored, [stored(result), ...problems].filter(Boolean).join(" · "));
  } catch (failure) {
    end(row, false, failure.message);
  }
}

function end(row, isStored, text) {
  row.classList.add(isStored ? "is-ok" : "is-bad");
  fill(row.querySelector("span"), text);
}

function stored({ added, updated, unchanged }) {
  const texts = [
    [added, "added"],
    [updated, "updated"],
    [unchanged, "not changed"],
  ];
  return texts
    .filter(([number]) => number > 0)
    .map(([number, what]) => (number === 1 ? what : `${count(number, "document")} ${what}`))
    .join(", ");
}
