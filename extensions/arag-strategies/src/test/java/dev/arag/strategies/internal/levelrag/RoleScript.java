package dev.arag.strategies.internal.levelrag;

import dev.arag.agent.Agent;
import dev.arag.agent.spi.Strategy;
import dev.arag.core.corpus.Corpus;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** One model for each role, with a function from the text of the request to the reply. */
final class RoleScript {
  static final String MAIN = "agent";
  static final List<String> ROLES =
      List.of(
          "decompose", "summarize", "verify", "supplement", "rewrite", "check", "refine", "hyde");

  private final List<Call> calls = Collections.synchronizedList(new ArrayList<>());
  private final Map<String, UnaryOperator<String>> replies = new LinkedHashMap<>();
  private final Map<String, TokenUsage> usage = new LinkedHashMap<>();

  /** A request to the model of a role. */
  record Call(String role, String text) {}

  private record RoleModel(String role, RoleScript script) implements ChatModel {
    @Override
    public ChatResponse doChat(ChatRequest request) {
      String text =
          request.messages().stream().map(RoleModel::text).collect(Collectors.joining("\n"));
      script.calls.add(new Call(role, text));
      return ChatResponse.builder()
          .aiMessage(AiMessage.from(script.replies.get(role).apply(text)))
          .finishReason(FinishReason.STOP)
          .tokenUsage(script.usage.get(role))
          .build();
    }

    private static String text(ChatMessage message) {
      if (message instanceof SystemMessage system) {
        return "SYSTEM " + system.text();
      }
      return message instanceof UserMessage user ? user.singleText() : message.toString();
    }
  }

  /** Sets the replies of a role, which replace earlier ones. */
  RoleScript on(String role, UnaryOperator<String> reply) {
    replies.put(role, reply);
    return this;
  }

  /** Sets the number of tokens that each request of a role is said to have. */
  RoleScript using(int tokens, String role) {
    usage.put(role, new TokenUsage(tokens, 1));
    return this;
  }

  /** Sets a fixed reply. */
  RoleScript on(String role, String reply) {
    return on(role, text -> reply);
  }

  Agent.Builder agent(Corpus corpus, Strategy strategy) {
    Agent.Builder agent =
        Agent.builder(corpus, new RoleModel(MAIN, this)).strategy(strategy).modelRetries(0);
    ROLES.forEach(role -> agent.model(role, new RoleModel(role, this)));
    return agent;
  }

  List<String> roles() {
    return calls.stream().map(Call::role).toList();
  }

  /** Returns the requests to a role, in order. */
  List<String> requests(String role) {
    return calls.stream().filter(call -> call.role().equals(role)).map(Call::text).toList();
  }

  /** Returns the number of requests to a role. */
  int count(String role) {
    return requests(role).size();
  }
}
