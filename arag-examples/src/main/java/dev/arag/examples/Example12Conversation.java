package dev.arag.examples;

import dev.arag.agent.Agent;
import dev.arag.agent.Conversation;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.citation.Citation;
import dev.arag.extractive.ExtractiveChatModel;
import dev.arag.index.Index;
import dev.arag.openai.OpenAiCompatible;
import dev.langchain4j.model.chat.ChatModel;
import java.io.IOException;
import java.util.List;

/**
 * Asks several questions in one conversation, in which the model sees the earlier messages.
 * ARAG_BASE_URL, ARAG_MODEL and ARAG_API_KEY select the LLM; the default is the built-in extractive
 * model. Optional argument: the folder to index.
 */
public final class Example12Conversation {
  private static final List<String> QUESTIONS =
      List.of("Who is the treasurer?", "Since when has Oda Fenwick been with the company?");

  private Example12Conversation() {}

  public static void main(String[] args) throws IOException {
    try (Index index = Index.openOrCreate(Handbook.indexDirectory(args, 1))) {
      index.sync(Handbook.documents(args));
      Conversation conversation = Agent.builder(index, model()).build().conversation();
      for (String question : QUESTIONS) {
        Answer answer = conversation.ask(question);
        System.out.println(question + " " + answer.shortAnswer());
        for (Citation citation : answer.citations()) {
          System.out.println("  [" + citation.chunkId() + "] " + citation.verdict());
        }
      }
      System.out.println(conversation.trajectories().size() + " questions");
    }
  }

  private static ChatModel model() {
    return OpenAiCompatible.isConfigured(System.getenv())
        ? OpenAiCompatible.ofEnvironment().chatModel()
        : new ExtractiveChatModel();
  }
}
