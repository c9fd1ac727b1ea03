package dev.arag.examples;

import dev.arag.agent.Agent;
import dev.arag.agent.Strategies;
import dev.arag.agent.answer.Answer;
import dev.arag.extractive.ExtractiveChatModel;
import dev.arag.index.Index;
import dev.arag.openai.OpenAiCompatible;
import dev.langchain4j.model.chat.ChatModel;
import java.io.IOException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;

/**
 * Adds instructions of the application, such as the tone, the language and today's date, to the
 * default system prompt. Pass the base URL, the name and the API key of an LLM as arguments.
 * Without them, the program uses the built-in rule-based model, which ignores instructions.
 */
public final class Example16Instructions {
  private Example16Instructions() {}

  public static void main(String[] args) throws IOException {
    LocalDate today = LocalDate.now(ZoneId.systemDefault());
    try (Index index = Index.openOrCreate(Handbook.indexDirectory(args, 3))) {
      index.sync(Handbook.write());
      Agent agent =
          Agent.builder(index, model(args))
              .instructions("Answer politely and in German. Today is " + today + ".")
              .build();
      Answer answer = agent.ask("Since when has Oda Fenwick been with the company?");
      System.out.println(answer.text());
      answer.citations().forEach(each -> System.out.println(each.chunkId() + " " + each.verdict()));
    }
    System.out.println(
        "The default prompt begins: " + Strategies.aragPrompt().lines().toList().get(0));
  }

  private static ChatModel model(String[] args) {
    return args.length < 3
        ? new ExtractiveChatModel()
        : OpenAiCompatible.builder()
            .baseUrl(args[0])
            .model(args[1])
            .apiKey(args[2])
            .temperature(0)
            .timeout(Duration.ofMinutes(20))
            .build()
            .chatModel();
  }
}
