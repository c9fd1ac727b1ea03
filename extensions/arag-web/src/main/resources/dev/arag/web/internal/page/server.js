// Requests to the server of this page.

/** A request that the server refused, with a message for the user. */
export class ServerError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/**
 * The header with the key of the session. The browser keeps the key for this port only; it sends the
 * cookie of the session to the servers on other ports as well.
 */
const KEY = "X-Arag-Key";

const UNREACHABLE = "The server cannot be reached. Start it again with arag serve.";
const LOST = "The connection to the server was lost.";

async function send(path, options = {}) {
  let response;
  const headers = { ...options.headers, [KEY]: localStorage.getItem(KEY) ?? "" };
  try {
    response = await fetch(path, { credentials: "same-origin", cache: "no-store", ...options, headers });
  } catch (failure) {
    if (failure.name === "AbortError") {
      throw failure;
    }
    throw new ServerError(0, UNREACHABLE);
  }
  if (!response.ok) {
    throw new ServerError(response.status, await errorText(response));
  }
  return response;
}

async function errorText(response) {
  try {
    return (await response.json()).error;
  } catch {
    return `The server answered with status ${response.status}.`;
  }
}

const json = (body) => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

async function read(response) {
  return response.status === 204 ? null : response.json();
}

export const get = async (path) => read(await send(path));

/** Returns the body of a response as text. */
export const getText = async (path) => (await send(path)).text();

export const post = async (path, body = {}) => read(await send(path, json(body)));

/**
 * Returns the picture of a page of a document's file.
 *
 * @returns {Promise<{url: string, isChanged: string}>} an address that the caller revokes, and
 *     whether the file has changed since it was read: "true", "false" or "unknown"
 */
export async function picture(path, body) {
  const response = await send(path, json(body));
  const isChanged = response.headers.get("X-Arag-Changed");
  return { url: URL.createObjectURL(await response.blob()), isChanged };
}

/** Exchanges the token of the address for a cookie and a key. */
export async function openSession(token) {
  const response = await send("/api/session", json({ token }));
  localStorage.setItem(KEY, response.headers.get(KEY));
}

/** Sends a request that must arrive even though the page is being closed. */
export function postWhileClosing(path, body) {
  send(path, { ...json(body), keepalive: true }).catch(() => {});
}

export async function upload(name, file) {
  const path = `/api/upload?name=${encodeURIComponent(name)}`;
  const headers = { "Content-Type": "application/octet-stream" };
  return read(await send(path, { method: "POST", headers, body: file }));
}

/**
 * Sends a question, and passes each part of the answer to a function.
 *
 * @throws {ServerError} with status 0 if the stream ends too early
 */
export async function stream(path, body, signal, onPart) {
  const response = await send(path, { ...json(body), signal });
  const parser = new EventParser(onPart);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let next = await nextChunk(reader); !next.done; next = await nextChunk(reader)) {
    parser.add(next.value);
  }
  if (!parser.isDone) {
    throw new ServerError(0, LOST);
  }
}

async function nextChunk(reader) {
  try {
    return await reader.read();
  } catch (failure) {
    throw failure.name === "AbortError" ? failure : new ServerError(0, LOST);
  }
}

/** Reads server-sent events, each of which contains a part of a UI message stream. */
export class EventParser {
  /** Whether the last event was read. */
  isDone = false;
  #rest = "";
  #onPart;

  constructor(onPart) {
    this.#onPart = onPart;
  }

  add(text) {
    const events = (this.#rest + text).split("\n\n");
    this.#rest = events.pop();
    for (const event of events) {
      if (event === "data: [DONE]") {
        this.isDone = true;
      } else if (event.startsWith("data: ")) {
        this.#onPart(JSON.parse(event.slice("data: ".length)));
      }
    }
  }
}
