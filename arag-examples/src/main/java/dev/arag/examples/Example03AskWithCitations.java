package dev.arag.examples;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.extractive.ExtractiveChatModel;
import dev.arag.index.Index;
import dev.arag.openai.OpenAiCompatible;
import dev.langchain4j.model.chat.ChatModel;
import java.io.IOException;

/**
 * Asks a question and prints the answer with its citations. Each citation was checked against the
 * text shown to the model. ARAG_BASE_URL, ARAG_MODEL and ARAG_API_KEY select the LLM; the default
 * is the built-in rule-based model. Optional arguments: the folder to index and the question.
 */
public final class Example03AskWithCitations {
  private static final String QUESTION = "Since when has Oda Fenwick been with the company?";

  private Example03AskWithCitations() {}

  public static void main(String[] args) throws IOException {
    try (Index index = Index.openOrCreate(Handbook.indexDirectory(args, 2))) {
      index.sync(Handbook.documents(args));
      Answer answer =
          Agent.builder(index, model()).build().ask(args.length > 1 ? args[1] : QUESTION);
      System.out.println(answer.text());
      answer.citations().forEach(System.out::println); // such as [q7k2m#12.4] "in 1904" SUPPORTED
    }
  }

  private static ChatModel model() {
    return OpenAiCompatible.isConfigured(System.getenv())
        ? OpenAiCompatible.ofEnvironment().chatModel()
        : new ExtractiveChatModel();
  }
}
