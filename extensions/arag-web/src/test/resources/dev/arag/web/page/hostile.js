// Draws hostile texts with the functions of the page, and checks what was drawn.
const ATTACKS = [
  "<script>window.hacked=1</script>",
  "<img src=x onerror=window.hacked=1>",
  "\"><svg onload=window.hacked=1>",
  "'><iframe srcdoc='<script>parent.hacked=1</script>'>",
  "</li></ol></main><form action=https://example.org><input name=q>",
  "</textarea></title></style><style>*{display:none}</style>",
  "<a href=\"javascript:window.hacked=1\">x</a>",
  "[x](javascript:window.hacked=1)",
  "![x](https://example.org/x.png)",
  "javascript:window.hacked=1",
  "[x](https://example.org/?a=\"onmouseover=window.hacked=1)", "[x](https://user@example.org/)", "[x](//example.org)",
  "[<b>x</b>](https://example.org/)", "[x](HTTPS://EXAMPLE.ORG)", "[x](data:text/html,x)", "https://example.org/<b>",
  "[1](https://example.org/)", "https://", "http://[::1", "| a | b |\n|---|---|\n", "| <img src=x onerror=window.hacked=1> | [x](javascript:1) |\n",
  "|", "\\|", "|-|", "---|---",
  "data:text/html,<script>window.hacked=1</script>",
  "&lt;script&gt;", "&#60;b&#62;", "<!--", "-->", "]]>", "<![CDATA[",
  "{{constructor.constructor('window.hacked=1')()}}", "${window.hacked=1}", "`", "```", "**", "**<b>x</b>**",
  "`<i>x</i>`", "# <h1>", "- <li>", "1. <li>", "[1]", "[999]", "[-1]", "__proto__", "constructor", "\n\n",
  "\n\ndata: {\"type\":\"error\",\"errorText\":\"x\"}\n\n", "data: [DONE]", "\u0000", "\u202E", "\u2066", "\u200B",
  "\uFEFF", "\u2028", "\uD800", "\uDC00", "😀", "e\u0301\u0301\u0301\u0301", "\r", "\t", "\u001b[31m", " ",
  "word", "The bridge is old.", "x".repeat(500),
];
const ALLOWED = new Set(
  ("li h2 h3 p div span details summary ol ul code pre strong br button q mark b a table thead tbody tr th td").split(" "),
);
const ATTRIBUTES = new Set(["class", "type", "title", "aria-label", "aria-hidden", "hidden", "start", "open", "dir"]);

const LINK_ATTRIBUTES = new Set(["href", "target", "rel"]);

function generator(seed) {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

function hostileText(random) {
  let text = "";
  for (let i = random(6) + 1; i > 0; i--) {
    const attack = ATTACKS[random(ATTACKS.length)];
    text += random(4) === 0 ? attack.slice(0, random(attack.length + 1)) : attack;
  }
  return text;
}

function check(node, text, problems) {
  for (const each of [node, ...node.querySelectorAll("*")]) {
    if (!ALLOWED.has(each.localName)) {
      problems.push(`${each.localName} from ${JSON.stringify(text)}`);
    }
    const isLink = each.localName === "a";
    if (isLink && !(/^https?:$/.test(each.protocol) && each.target === "_blank" && each.relList.contains("noopener"))) {
      problems.push(`${each.outerHTML} from ${JSON.stringify(text)}`);
    }
    for (const attribute of each.attributes) {
      if (!ATTRIBUTES.has(attribute.name) && !(isLink && LINK_ATTRIBUTES.has(attribute.name))) {
        problems.push(`${attribute.name} from ${JSON.stringify(text)}`);
      }
    }
  }
}

function parts(text, random) {
  const span = (limit) => ({ start: random(limit + 2) - 1, end: random(limit + 2) });
  return [
    { type: "start-step" },
    { type: "tool-input-available", toolCallId: text, toolName: text, input: { [text]: text, list: [text, 5, null] } },
    { type: "data-retry", data: { turn: 1, pauseSeconds: text } },
    random(2) === 0
      ? { type: "tool-output-available", toolCallId: text, output: { count: random(3) } }
      : { type: "tool-output-error", toolCallId: text, errorText: text },
    { type: "data-draft", id: "draft", data: { text } },
    { type: "text-delta", id: "answer", delta: text },
    {
      type: "source-document", sourceId: text, title: text, filename: text,
      providerMetadata: { arag: { number: 1, chunk: text, document: text, heading: [text, text], page: 3, url: text } },
    },
    {
      type: "data-citation", id: "citation-1",
      data: {
        source: 1, chunk: text, document: text, title: text, quote: text, verdict: random(2) ? "SUPPORTED" : text,
        heading: [text], marks: [span(text.length), span(text.length)], differences: [{ quoted: text, shown: text }],
      },
    },
    {
      type: "finish",
      messageMetadata: {
        stopReason: text, complete: random(2) === 0, unseenTerms: [{ text }],
        usage: { turns: 1, toolCalls: 1, retrievedTokens: 5, seconds: 1 },
      },
    },
  ];
}

async function showHostileTexts(seed, texts) {
  const [answer, server, text, search, documents, passage, dom] = await Promise.all(
    ["answer", "server", "text", "search", "documents", "passage", "dom"].map((name) => import(`/${name}.js`)),
  );
  const random = generator(seed);
  const problems = [];
  const place = document.createElement("div");
  document.body.append(place);
  let shown = 0;
  for (; shown < texts; shown++) {
    const hostile = hostileText(random);
    // The server writes JSON, which has no lone surrogates after UTF-8.
    const sent = hostile.toWellFormed();
    const view = new answer.AnswerView(sent, () => {});
    const parser = new server.EventParser((part) => view.add(part));
    const events = parts(sent, random).map((part) => `data: ${JSON.stringify(part)}\n\n`).join("");
    const cut = random(events.length);
    parser.add(events.slice(0, cut));
    parser.add(events.slice(cut));
    random(8) === 0 ? view.end(sent) : view.end();
    place.append(view.node);
    check(view.node, hostile, problems);
    if (view.node.querySelector(".question").textContent !== dom.visible(sent)) {
      problems.push(`the question is not ${JSON.stringify(hostile)}`);
    }
    if (view.node.querySelector(".source-title").lastChild.data !== dom.visible(sent)) {
      problems.push(`the title is not ${JSON.stringify(hostile)}`);
    }
    const spans = [{ start: random(5), end: random(30) }, { start: random(30), end: random(60) }];
    const marked = document.createElement("p");
    marked.append(...text.highlighted(hostile, spans));
    if (marked.textContent !== hostile) {
      problems.push(`the passage is not ${JSON.stringify(hostile)}`);
    }
    const entry = documents.entry({ id: hostile, title: hostile, characters: 5 });
    const hit = search.hit(
      { chunk: hostile, title: hostile, heading: [hostile, "x"], page: 1, sentences: [{ text: hostile, start: 0, end: 1 }] },
      [hostile],
    );
    if (/[\u202E\u2066]/.test(entry.textContent + hit.querySelector(".hit-title").textContent)) {
      problems.push(`the order of a name can be reversed by ${JSON.stringify(hostile)}`);
    }
    const problem = document.createElement("p");
    problem.append(...passage.verdictParts({ verdict: "NEAR", quote: hostile, differences: [{ quoted: hostile, shown: hostile }] }));
    for (const each of [marked, entry, hit, problem]) {
      place.append(each);
      check(each, hostile, problems);
    }
    place.replaceChildren();
    if (problems.length > 5) {
      break;
    }
    if (shown % 100 === 0) {
      await new Promise((resolve) => setTimeout(resolve)); // Attacks that wait for an event.
    }
  }
  place.remove();
  return { problems, shown };
}
