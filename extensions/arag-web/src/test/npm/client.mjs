// Asks a question as a page with useChat does, and prints the messages of the chat as JSON.
// Arguments: the alias of the package, the address of the server, and what to do:
//   ask         ask one question
//   regenerate  ask two questions, and let the second be answered again
//   stop        stop the answer when its draft arrives

const [alias, api, action] = process.argv.slice(2);
const warnings = [];
for (const level of ["warn", "error", "info", "log"]) {
  const print = console[level].bind(console);
  console[level] = (...args) => (level === "log" && args[0] === RESULT ? print(args[1]) : warnings.push(String(args)));
}
process.on("warning", (warning) => warnings.push(String(warning)));
const RESULT = Symbol("result");

const { AbstractChat, DefaultChatTransport, validateUIMessages } = await import(alias);

class State {
  status = "ready";
  error = undefined;
  messages = [];
  pushMessage = (message) => {
    this.messages = [...this.messages, message];
  };
  popMessage = () => {
    this.messages = this.messages.slice(0, -1);
  };
  replaceMessage = (index, message) => {
    this.messages = this.messages.with(index, structuredClone(message));
    watch(message);
  };
  snapshot = (value) => structuredClone(value);
}

const shown = [];
const passing = [];
const toolCalls = [];
let finish = {};

// What a page shows: all text parts, and the draft.
function watch(message) {
  const text = message.parts
    .map((part) => (part.type === "text" ? part.text : part.type === "data-draft" ? part.data.text : ""))
    .join("");
  if (text !== shown.at(-1)) {
    shown.push(text);
  }
  if (action === "stop" && text !== "") {
    chat.stop();
  }
}

class Chat extends AbstractChat {
  constructor(init) {
    super({ ...init, state: new State() });
  }
}

const chat = new Chat({
  id: "chat-" + alias,
  transport: new DefaultChatTransport({ api }),
  onData: (part) => passing.push(part.type),
  onToolCall: (call) => toolCalls.push(call),
  onFinish: ({ message, messages, ...rest }) => {
    finish = rest;
  },
});

await chat.sendMessage({ text: "Where was the designer of the Old Bridge born?" });
if (action === "regenerate") {
  await chat.sendMessage({ text: "And where was that?" });
  await chat.regenerate();
}
let invalid = "";
try {
  await validateUIMessages({ messages: chat.messages });
} catch (e) {
  invalid = String(e);
}
console.log(
  RESULT,
  JSON.stringify({
    messages: chat.messages,
    status: chat.status,
    error: chat.error === undefined ? "" : chat.error.message,
    shown,
    passing,
    toolCalls,
    finish,
    invalid,
    warnings,
  }),
);
