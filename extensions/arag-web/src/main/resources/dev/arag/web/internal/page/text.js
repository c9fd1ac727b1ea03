// Shows the text of a model: paragraphs, lists, headings, tables, links, code and bold text, as
// models write them in Markdown. There are no images or other elements. Everything else stays as it
// is. Each block has the direction of its own text.

import { element, link } from "./dom.js";

const HEADING = /^ {0,3}#{1,6} +(?=\S)/;
const BULLET = /^ {0,6}[-*•] +(?=\S)/;
const NUMBER = /^ {0,6}(\d{1,4})[.)] +(?=\S)/;
const FENCE = /^ {0,3}```/;
const DELIMITERS = /^ {0,3}\|?(?: *:?-+:? *\|)+(?: *:?-+:? *)?$/;
const INLINE =
  /\*\*([^*\n]+)\*\*|`([^`\n]+)`|(?<!!)\[([^[\]\n]+)\]\((https?:\/\/[^\s()<>]+)\)|https?:\/\/[^\s()<>[\]"'`*|]+/gi;
const BLOCK = { dir: "auto" };

/**
 * Returns the nodes for a text.
 *
 * @param {string} text
 * @param {{start: number, end: number, node: () => Node}[]} marks spans that are replaced with
 *     nodes, in order and without overlaps
 */
export function formatted(text, marks = []) {
  return new Formatter(text, marks).blocks();
}

class Formatter {
  #text;
  #marks;
  #result = [];
  #list = null;
  #lines = [];

  constructor(text, marks) {
    this.#text = text;
    this.#marks = marks;
  }

  blocks() {
    const lines = this.#spans();
    let code = -1;
    for (let i = 0; i < lines.length; i++) {
      const [start, end] = lines[i];
      const line = this.#text.slice(start, end);
      if (FENCE.test(line)) {
        code = this.#fence(code, start, end);
      } else if (code < 0) {
        const rows = this.#table(lines, i);
        i += rows;
        if (rows === 0) {
          this.#line(line, start, end);
        }
      }
    }
    if (code >= 0) {
      this.#code(code, this.#text.length);
    }
    this.#endParagraph();
    return this.#result;
  }

  /** The start and end of each line. */
  #spans() {
    let start = 0;
    return this.#text.split("\n").map((line) => {
      const span = [start, start + line.length];
      start = span[1] + 1;
      return span;
    });
  }

  /** Adds the table that begins with a line. Returns the number of its other lines, 0 if there is none. */
  #table(lines, first) {
    const isRow = ([start, end]) => this.#text.slice(start, end).includes("|");
    const delimiters = lines[first + 1];
    if (!delimiters || !isRow(lines[first]) || !DELIMITERS.test(this.#text.slice(...delimiters))) {
      return 0;
    }
    const head = this.#cells(lines[first]);
    if (head.length !== this.#cells(delimiters).length) {
      return 0;
    }
    let end = first + 2;
    while (end < lines.length && isRow(lines[end])) {
      end++;
    }
    this.#endParagraph();
    this.#list = null;
    const row = (name, cells) =>
      element("tr", {}, ...head.map((_, i) => element(name, {}, ...(cells[i] ? this.#inline(...cells[i]) : []))));
    const body = lines.slice(first + 2, end).map((line) => row("td", this.#cells(line)));
    const table = element("table", {}, element("thead", {}, row("th", head)), element("tbody", {}, ...body));
    this.#result.push(element("div.table", BLOCK, table));
    return end - first - 1;
  }

  /** The start and end of each cell of a line. */
  #cells([start, end]) {
    const cells = [];
    const line = this.#text.slice(start, end);
    let from = line.indexOf("|") === line.search(/\S/) ? line.indexOf("|") + 1 : 0;
    for (let at = from; at <= line.length; at++) {
      const isEnd = at === line.length;
      if (isEnd ? line.slice(from).trim() !== "" : line[at] === "|" && line[at - 1] !== "\\") {
        const text = line.slice(from, at);
        const left = start + from + text.length - text.trimStart().length;
        cells.push([left, left + text.trim().length]);
        from = at + 1;
      }
    }
    return cells;
  }

  /** Returns where the code begins, or -1 after its end. */
  #fence(code, start, end) {
    if (code < 0) {
      this.#endParagraph();
      this.#list = null;
      return Math.min(end + 1, this.#text.length);
    }
    this.#code(code, Math.max(code, start - 1));
    return -1;
  }

  #code(start, end) {
    this.#result.push(element("pre", BLOCK, ...this.#inline(start, end)));
  }

  #line(line, start, end) {
    const heading = HEADING.exec(line);
    const bullet = BULLET.exec(line);
    const number = NUMBER.exec(line);
    if (line.trim() === "") {
      this.#endParagraph();
    } else if (heading) {
      this.#endParagraph();
      this.#list = null;
      this.#result.push(element("h3", BLOCK, ...this.#inline(start + heading[0].length, end)));
    } else if (bullet) {
      this.#item("ul", start + bullet[0].length, end, 1);
    } else if (number) {
      this.#item("ol", start + number[0].length, end, Number(number[1]));
    } else {
      this.#lines.push([start, end]);
    }
  }

  #item(kind, start, end, number) {
    this.#endParagraph();
    if (this.#list?.localName !== kind) {
      this.#list = element(kind, kind === "ol" ? { ...BLOCK, start: number } : BLOCK);
      this.#result.push(this.#list);
    }
    this.#list.append(element("li", {}, ...this.#inline(start, end)));
  }

  #endParagraph() {
    if (this.#lines.length > 0) {
      const paragraph = element("p", BLOCK);
      this.#lines.forEach(([start, end], i) => {
        paragraph.append(...(i > 0 ? [element("br")] : []), ...this.#inline(start, end));
      });
      this.#result.push(paragraph);
      this.#lines = [];
      this.#list = null;
    }
  }

  #inline(start, end) {
    const nodes = [];
    const text = this.#text.slice(start, end);
    let done = 0;
    for (const match of text.matchAll(INLINE)) {
      const from = start + match.index;
      const [node, length] = this.#element(match, from);
      if (node) {
        nodes.push(...this.#plain(start + done, from), node);
        done = match.index + length;
      }
    }
    nodes.push(...this.#plain(start + done, end));
    return nodes;
  }

  /** The element of a match, or null if it stays text, and the length of its source. */
  #element([whole, bold, code, label, address], from) {
    if (bold !== undefined) {
      return [element("strong", {}, ...this.#inline(from + 2, from + 2 + bold.length)), whole.length];
    }
    if (code !== undefined) {
      return [element("code", {}, ...this.#plain(from + 1, from + 1 + code.length)), whole.length];
    }
    if (label !== undefined) {
      const isMark = this.#marks.some((mark) => mark.start === from);
      return [isMark ? null : namedLink(address, label, this.#plain(from + 1, from + 1 + label.length)), whole.length];
    }
    let end = whole.length;
    while (".,;:!?".includes(whole[end - 1])) {
      end--;
    }
    return [link(whole.slice(0, end), whole.slice(0, end)), end];
  }

  #plain(start, end) {
    const nodes = [];
    let done = start;
    for (const mark of this.#marks) {
      if (mark.start >= done && mark.end <= end) {
        nodes.push(document.createTextNode(this.#text.slice(done, mark.start)), mark.node());
        done = mark.end;
      }
    }
    nodes.push(document.createTextNode(this.#text.slice(done, end)));
    return nodes;
  }
}

/** A link whose site is visible, because its text can name another one. */
function namedLink(address, label, children) {
  const created = link(address, ...children);
  if (created && !label.toLowerCase().includes(created.host)) {
    created.append(element("span.link-site", { dir: "ltr" }, ` (${created.host})`));
  }
  return created;
}

/** Returns text nodes and, for the given spans, mark elements. */
export function highlighted(text, spans) {
  const nodes = [];
  let done = 0;
  for (const { start, end } of spans) {
    if (start >= done && end > start && end <= text.length) {
      nodes.push(document.createTextNode(text.slice(done, start)));
      nodes.push(element("mark", {}, document.createTextNode(text.slice(start, end))));
      done = end;
    }
  }
  nodes.push(document.createTextNode(text.slice(done)));
  return nodes;
}
