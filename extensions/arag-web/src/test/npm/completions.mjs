// Asks the server of an API of chat completions as programs do, and prints what they read as JSON.
// Arguments: the client (openai or ai), the base URL, the API key, and the base URL of a server whose model fails.

import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, streamText } from "ai7";
import OpenAI from "openai";

const [client, baseURL, apiKey, failing] = process.argv.slice(2);
const question = "Who designed the Old Bridge?";
const messages = [{ role: "user", content: question }];
const model = "arag";

async function failure(action) {
  try {
    await action();
    return null;
  } catch (e) {
    return { name: e.constructor.name, status: e.status ?? e.statusCode ?? null, code: e.code ?? null, message: e.message };
  }
}

async function useOpenAi() {
  const openai = new OpenAI({ baseURL, apiKey });
  const models = [];
  for await (const each of openai.models.list()) {
    models.push(each.id);
  }
  const { data: whole, response } = await openai.chat.completions
    .create({ model, messages: [{ role: "system", content: "Be brief." }, ...messages] })
    .withResponse();
  const streamed = openai.chat.completions.stream({ model, messages, stream_options: { include_usage: true } });
  let content = "";
  for await (const chunk of streamed) {
    content += chunk.choices[0]?.delta?.content ?? "";
  }
  const final = await streamed.finalChatCompletion();
  const next = await openai.chat.completions.create({
    model,
    messages: [...messages, whole.choices[0].message, { role: "user", content: "Where was Mira Voss born?" }],
  });
  const together = await Promise.all([1, 2].map(() => openai.chat.completions.create({ model, messages })));
  const wrong = new OpenAI({ baseURL, apiKey: "wrong" });
  return {
    models,
    content: whole.choices[0].message.content,
    annotations: whole.choices[0].message.annotations,
    run: response.headers.get("x-arag-run"),
    streamed: content,
    final: final.choices[0].message.content,
    usage: final.usage,
    next: next.choices[0].message.content,
    together: together.map((each) => each.choices[0].message.content),
    errors: [
      await failure(() => wrong.chat.completions.create({ model, messages })),
      await failure(() => openai.chat.completions.create({ model: "gpt", messages })),
      await failure(() => openai.chat.completions.create({ model, messages, tools: [{ type: "function", function: { name: "f" } }] })),
      await failure(() => new OpenAI({ baseURL: failing, apiKey }).chat.completions.create({ model, messages })),
      await failure(() => new OpenAI({ baseURL: failing, apiKey }).chat.completions.stream({ model, messages }).finalMessage()),
    ],
  };
}

async function useAi() {
  const provider = createOpenAICompatible({ name: "arag", baseURL, apiKey, includeUsage: true });
  const whole = await generateText({ model: provider(model), prompt: question });
  const streamed = streamText({ model: provider(model), prompt: question });
  let content = "";
  let reasoning = "";
  for await (const part of streamed.fullStream) {
    content += part.type === "text-delta" ? part.text : "";
    reasoning += part.type === "reasoning-delta" ? part.text : "";
  }
  const next = await generateText({
    model: provider(model),
    messages: [...messages, ...whole.response.messages, { role: "user", content: "Where was Mira Voss born?" }],
  });
  const broken = createOpenAICompatible({ name: "arag", baseURL: failing, apiKey });
  const parts = [];
  for await (const part of streamText({ model: broken(model), prompt: question, onError: () => {} }).fullStream) {
    parts.push(part);
  }
  const wrong = createOpenAICompatible({ name: "arag", baseURL, apiKey: "wrong" });
  return {
    content: whole.text,
    streamed: content,
    reasoning,
    usage: await streamed.usage,
    finish: await streamed.finishReason,
    failed: parts.filter((part) => part.type === "error").map((part) => JSON.stringify(part.error) + part.error),
    next: next.text,
    errors: [
      await failure(() => generateText({ model: wrong(model), prompt: question })),
      await failure(() => generateText({ model: provider("gpt"), prompt: question })),
    ],
  };
}

console.log(JSON.stringify(await (client === "openai" ? useOpenAi() : useAi())));
