// Starts the page: opens a session with the token of the address, and shows the views.

import { parse } from "./address.js";
import { askWithin, checkDeleted, showAsk, showStatus, startAsk } from "./ask.js";
import { remove, showDocuments, startDocuments } from "./documents.js";
import { byId, count, fill, show } from "./dom.js";
import { openAddress, reopen, startPassage } from "./passage.js";
import { showSearch, showSearchStatus, startSearch } from "./search.js";
import { get, openSession } from "./server.js";

const VIEWS = ["ask", "search", "documents"];
const TOKEN = "#token=";
const FIRST_FIELDS = { ask: "question", search: "query" };
const SHOW = { search: showSearch, documents: showDocuments };

/** Where a tab without a session keeps the address that it was opened with. */
const WANTED = "address";

/**
 * Removes the token from the address and from the history of this tab, then sends it.
 *
 * @param {string} place what the address shows instead
 */
async function beginSession(place) {
  const { hash } = location;
  if (hash.startsWith(TOKEN)) {
    history.replaceState(null, "", `/${place}`);
    await openSession(hash.slice(TOKEN.length));
  }
}

function draw(status) {
  document.title = status.title;
  fill(byId("title"), status.title);
  fill(byId("count"), status.documents === null ? "" : count(status.documents, "document"));
  fill(byId("model-name"), status.model);
  show(byId("model"), Boolean(status.model));
}

async function refresh() {
  const status = await get("/api/status");
  draw(status);
  showStatus(status);
  showSearchStatus(status);
  await checkDeleted();
}

function showView(address) {
  const { view: name, parameters } = parse(address);
  const view = VIEWS.includes(name) ? name : VIEWS[0];
  const isOther = byId(view).hidden;
  VIEWS.forEach((each) => show(byId(each), each === view));
  for (const link of document.querySelectorAll(".views a")) {
    if (link.dataset.view === view) {
      link.setAttribute("aria-current", "page");
    } else {
      link.removeAttribute("aria-current");
    }
  }
  if (isOther) {
    byId(FIRST_FIELDS[view] ?? "main").focus({ preventScroll: true });
    view === "ask" ? showAsk() : window.scrollTo(0, 0);
  }
  SHOW[view]?.(parameters, isOther);
}

/** Shows the address that the page was opened with or that was reloaded. */
function showStart() {
  const { view, parameters } = parse(location.hash);
  const { state } = history;
  if (state?.isPassage) {
    showView(state.behind);
    reopen();
  } else if (view === "doc") {
    showView("#documents");
    openAddress(parameters, "#documents", true);
  } else {
    showView(location.hash);
  }
}

async function onAddress({ oldURL }) {
  const old = new URL(oldURL).hash;
  if (location.hash.startsWith(TOKEN)) {
    await beginSession(old);
    return;
  }
  const { view, parameters } = parse(location.hash);
  if (view !== "doc") {
    showView(location.hash);
  } else if (!history.state?.isPassage) {
    openAddress(parameters, parse(old).view === "doc" ? "#documents" : old, false);
  }
}

async function start() {
  await beginSession(sessionStorage.getItem(WANTED) ?? "");
  const status = await get("/api/status");
  sessionStorage.removeItem(WANTED);
  draw(status);
  show(document.querySelector(".views"));
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault(); // The link would replace the address of the view.
    byId("main").focus();
  });
  startPassage(askWithin, remove);
  startSearch(status);
  const started = [startAsk(status), startDocuments(status, refresh, askWithin)];
  showStart();
  window.addEventListener("hashchange", onAddress);
  await Promise.all(started);
  document.documentElement.dataset.ready = "true";
}

start().catch((failure) => {
  show(byId("closed"));
  if (failure.status !== 401 && failure.status !== 403) {
    fill(byId("closed"), failure.message);
  }
  sessionStorage.setItem(WANTED, location.hash);
  document.documentElement.dataset.ready = "closed";
  // The address with the token differs in its fragment only, so the browser does not load it.
  window.addEventListener("hashchange", () => location.reload());
});
