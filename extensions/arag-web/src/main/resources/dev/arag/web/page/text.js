// Shows the text of a model: paragraphs, lists, headings, code and bold text, as models write them
// in Markdown. There are no links, images or other elements. Everything else stays as it is.

import { element } from "./dom.js";

const HEADING = /^ {0,3}#{1,6} +(?=\S)/;
const BULLET = /^ {0,6}[-*•] +(?=\S)/;
const NUMBER = /^ {0,6}(\d{1,4})[.)] +(?=\S)/;
const FENCE = /^ {0,3}```/;

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
    let start = 0;
    let code = -1;
    for (const line of this.#text.split("\n")) {
      const end = start + line.length;
      if (FENCE.test(line)) {
        code = this.#fence(code, start, end);
      } else if (code < 0) {
        this.#line(line, start, end);
      }
      start = end + 1;
    }
    if (code >= 0) {
      this.#code(code, this.#text.length);
    }
    this.#endParagraph();
    return this.#result;
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
    this.#result.push(element("pre", {}, ...this.#inline(start, end)));
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
      this.#result.push(element("h3", {}, ...this.#inline(start + heading[0].length, end)));
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
      this.#list = element(kind, kind === "ol" ? { start: number } : {});
      this.#result.push(this.#list);
    }
    this.#list.append(element("li", {}, ...this.#inline(start, end)));
  }

  #endParagraph() {
    if (this.#lines.length > 0) {
      const paragraph = element("p");
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
    const pattern = /\*\*([^*\n]+)\*\*|`([^`\n]+)`/g;
    const text = this.#text.slice(start, end);
    let done = 0;
    for (const match of text.matchAll(pattern)) {
      nodes.push(...this.#plain(start + done, start + match.index));
      const isBold = match[1] !== undefined;
      const inner = start + match.index + (isBold ? 2 : 1);
      const length = (match[1] ?? match[2]).length;
      nodes.push(element(isBold ? "strong" : "code", {}, ...this.#plain(inner, inner + length)));
      done = match.index + match[0].length;
    }
    nodes.push(...this.#plain(start + done, end));
    return nodes;
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

/** Returns text nodes and, for the given spans, mark elements. */
export function highlighted(text, spans) {
  const nodes = [];
  let done = 0;
  for (const { start, end } of spans) {
    if (start >= done && end > start && end <= text.length) {
      nodes.push(document.createTextNode(text.slice(done, start)));
      nodes.push(element("mark", {}, text.slice(start, end)));
      done = end;
    }
  }
  nodes.push(document.createTextNode(text.slice(done)));
  return nodes;
}
