// The dialog with the earlier conversations.

import { announce, byId, count, element, fill } from "./dom.js";
import { get, post } from "./server.js";

let onOpen;
let onDelete;

/**
 * @param {(id: string) => Promise<void>} open shows a conversation
 * @param {(id: string, left: number) => void} deleted is called when a conversation was deleted, with
 *     the number of the others
 */
export function startHistory(open, deleted) {
  onOpen = open;
  onDelete = deleted;
  const dialog = byId("history");
  byId("history-close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) {
      dialog.close(); // The click was outside of the list.
    }
  });
}

/**
 * Opens the dialog.
 *
 * @param {string} current the conversation that the page shows
 */
export async function showHistory(current) {
  byId("history-note").replaceChildren();
  byId("history-list").replaceChildren();
  byId("history").showModal();
  try {
    const { stored, conversations } = await get("/api/conversations");
    fill(
      byId("history-note"),
      conversations.length === 0
        ? "There are no earlier conversations."
        : stored
          ? "They are stored on this computer."
          : "They are kept until the server stops.",
    );
    fill(byId("history-list"), ...conversations.map((each) => draw(each, current)));
  } catch (failure) {
    fill(byId("history-note"), failure.message);
  }
}

function draw({ id, title, time, questions }, current) {
  const isCurrent = id === current;
  const details = [questions > 0 && count(questions, "question"), isCurrent && "current"].filter(Boolean);
  const item = element(
    "li.conversation",
    {},
    element(
      "button.conversation-open",
      { type: "button", ...(isCurrent && { "aria-current": "true" }), onclick: () => open(id) },
      element("span.conversation-title", { dir: "auto" }, title),
      element("span.conversation-time", {}, element("time", { dateTime: time }, when(time)), ...details.map((each) => ` · ${each}`)),
    ),
    element("button.quiet.conversation-delete", { type: "button", "aria-label": `Delete: ${title}`, onclick: confirm }, "Delete"),
  );

  /** The second click deletes. */
  async function confirm({ currentTarget: button }) {
    if (!item.classList.contains("is-sure")) {
      item.classList.add("is-sure");
      fill(button, "Really delete");
      button.setAttribute("aria-label", `Really delete: ${title}`);
      button.addEventListener("blur", () => reset(button), { once: true });
      return;
    }
    try {
      await post("/api/conversation/delete", { id });
      const next = item.nextElementSibling ?? item.previousElementSibling;
      item.remove();
      (next?.querySelector("button") ?? byId("history-close")).focus();
      announce("The conversation was deleted.");
      onDelete(id, byId("history-list").children.length);
    } catch (failure) {
      fill(byId("history-note"), failure.message);
    }
  }

  function reset(button) {
    item.classList.remove("is-sure");
    fill(button, "Delete");
    button.setAttribute("aria-label", `Delete: ${title}`);
  }

  return item;
}

async function open(id) {
  byId("history").close();
  try {
    await onOpen(id);
  } catch (failure) {
    byId("history").showModal();
    fill(byId("history-note"), failure.message);
  }
}

/** The time of today's conversations, the date of others. */
function when(time) {
  const date = new Date(time);
  const isToday = date.toDateString() === new Date().toDateString();
  return date.toLocaleString("en", isToday ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" });
}
