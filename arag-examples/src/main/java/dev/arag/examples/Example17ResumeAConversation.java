package dev.arag.examples;

import dev.arag.agent.Agent;
import dev.arag.agent.Conversation;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.extractive.ExtractiveChatModel;
import dev.arag.index.Index;
import dev.arag.openai.OpenAiCompatible;
import dev.langchain4j.model.chat.ChatModel;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stores a conversation after each question and resumes it for the next one, as a web application
 * with several nodes does. ARAG_BASE_URL, ARAG_MODEL and ARAG_API_KEY select the LLM; the default
 * is the built-in rule-based model. Optional argument: the folder to index.
 */
public final class Example17ResumeAConversation {
  /** Stands for a database that all nodes share. */
  private static final Map<String, String> STORE = new ConcurrentHashMap<>();

  private Example17ResumeAConversation() {}

  public static void main(String[] args) throws IOException {
    try (Index index = Index.openOrCreate(Handbook.indexDirectory(args, 1))) {
      index.sync(Handbook.documents(args));
      Agent agent = Agent.builder(index, model()).build();
      System.out.println(ask(agent, "user-1", "Who is the treasurer?"));
      System.out.println(ask(agent, "user-1", "Since when has Oda Fenwick been with the company?"));
      System.out.println(load("user-1").get(0).exchanges().size() + " questions are stored");
    }
  }

  /** Answers one request. Nothing but the store is kept between two requests. */
  private static String ask(Agent agent, String user, String question) {
    Conversation conversation = agent.conversation(load(user));
    String answer = conversation.ask(question).shortAnswer();
    List<Trajectory> asked = conversation.trajectories();
    STORE.put(user, asked.get(asked.size() - 1).toJson()); // contains the earlier questions
    return question + " " + answer;
  }

  private static List<Trajectory> load(String user) {
    String stored = STORE.get(user);
    return stored == null ? List.of() : List.of(Trajectory.parse(stored));
  }

  private static ChatModel model() {
    return OpenAiCompatible.isConfigured(System.getenv())
        ? OpenAiCompatible.ofEnvironment().chatModel()
        : new ExtractiveChatModel();
  }
}
