// Creates elements. Text from documents, models and users becomes text nodes only; no function of
// this page parses markup.

/** Returns the element of the page with an id. */
export const byId = (id) => document.getElementById(id);

/**
 * Creates an element.
 *
 * @param {string} name the name of the element, with classes: "p.note.small"
 * @param {object} properties properties of the element; "aria-..." are attributes, "on..." listeners
 * @param {...(Node|string|number|null)} children texts become text nodes; null is left out
 */
export function element(name, properties = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const created = document.createElement(tag);
  created.classList.add(...classes);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("on")) {
      created.addEventListener(key.slice(2), value);
    } else if (key.includes("-")) {
      created.setAttribute(key, value);
    } else {
      created[key] = value;
    }
  }
  append(created, children);
  return created;
}

/** A link to another site in a new tab; null if this is not a plain address of http or https. */
export function link(address, ...children) {
  try {
    const { href, protocol, username, password } = new URL(address);
    return ["http:", "https:"].includes(protocol) && username === "" && password === ""
      ? element("a", { href, target: "_blank", rel: "noopener noreferrer", title: href, dir: "auto" }, ...children)
      : null;
  } catch {
    return null;
  }
}

function append(parent, children) {
  for (const child of children) {
    if (child !== null && child !== undefined) {
      parent.append(child instanceof Node ? child : document.createTextNode(visible(child)));
    }
  }
}

/** Replaces the characters with which a name can reverse the order of its letters. */
export const visible = (name) => String(name).replace(/[\u202A-\u202E\u2066-\u2069]/g, "\uFFFD");

/** Replaces the children of an element. */
export function fill(parent, ...children) {
  parent.replaceChildren();
  append(parent, children);
  return parent;
}

export function show(target, isVisible = true) {
  target.hidden = !isVisible;
}

/** Asks the user to confirm an action that cannot be undone. */
export function confirmed(title, text, action) {
  const dialog = byId("confirm");
  fill(byId("confirm-title"), title);
  fill(byId("confirm-text"), text);
  fill(byId("confirm-yes"), action);
  byId("confirm-no").onclick = () => dialog.close();
  dialog.showModal();
  return new Promise((resolve) => {
    byId("confirm-yes").onclick = () => {
      resolve(true);
      dialog.close();
    };
    // The event of an earlier question can come when the dialog is open again.
    dialog.onclose = () => dialog.open || resolve(false);
  });
}

/** "1 document", "1,204 documents". */
export function count(number, noun) {
  const plural = noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${number.toLocaleString("en")} ${number === 1 ? noun : plural}`;
}

/** Tells users of a screen reader, who do not see that the page has changed. */
export function announce(text) {
  byId("live").append(element("p", {}, text));
}

export function clearAnnouncements() {
  byId("live").replaceChildren();
}

/** Where a passage is in its document: its headings below the title, and its page. */
export function place({ title, heading, page }) {
  const parts = [...(heading ?? [])];
  if (parts[0] === title) {
    parts.shift();
  }
  if (page) {
    parts.push(`page ${page}`);
  }
  return parts.join(" › ");
}
