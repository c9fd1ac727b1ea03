// Starts the page: opens a session with the token of the address, and shows the views.

import { showStatus, startAsk } from "./ask.js";
import { startDocuments } from "./documents.js";
import { byId, count, fill, show } from "./dom.js";
import { startPassage } from "./passage.js";
import { showSearchStatus, startSearch } from "./search.js";
import { get, openSession } from "./server.js";

const VIEWS = ["ask", "search", "documents"];
const TOKEN = "#token=";
const FIRST_FIELDS = { ask: "question", search: "query" };

/** Removes the token from the address and from the history of this tab, then sends it. */
async function beginSession() {
  const { hash } = location;
  if (hash.startsWith(TOKEN)) {
    history.replaceState(null, "", "/");
    await openSession(hash.slice(TOKEN.length));
  }
}

function draw(status) {
  document.title = status.title;
  fill(byId("title"), status.title);
  fill(byId("count"), status.documents === null ? "" : count(status.documents, "document"));
}

async function refresh() {
  const status = await get("/api/status");
  draw(status);
  showStatus(status);
  showSearchStatus(status);
}

function showView() {
  const view = VIEWS.find((name) => `#${name}` === location.hash) ?? VIEWS[0];
  VIEWS.forEach((name) => show(byId(name), name === view));
  for (const link of document.querySelectorAll(".views a")) {
    if (link.hash === `#${view}`) {
      link.setAttribute("aria-current", "page");
    } else {
      link.removeAttribute("aria-current");
    }
  }
  const field = FIRST_FIELDS[view];
  byId(field ?? "main").focus({ preventScroll: true });
  window.scrollTo(0, 0);
}

async function start() {
  await beginSession();
  const status = await get("/api/status");
  draw(status);
  show(document.querySelector(".views"));
  startPassage();
  startSearch(status);
  showView();
  window.addEventListener("hashchange", async () => {
    if (location.hash.startsWith(TOKEN)) {
      await beginSession();
    }
    if (location.hash !== "#main") {
      showView();
    }
  });
  await Promise.all([startAsk(status), startDocuments(status, refresh)]);
  document.documentElement.dataset.ready = "true";
}

start().catch((failure) => {
  show(byId("closed"));
  if (failure.status !== 401 && failure.status !== 403) {
    fill(byId("closed"), failure.message);
  }
  document.documentElement.dataset.ready = "closed";
  // The address with the token differs in its fragment only, so the browser does not load it.
  window.addEventListener("hashchange", () => location.reload());
});
