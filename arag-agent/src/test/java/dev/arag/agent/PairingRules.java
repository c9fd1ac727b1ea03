package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks that a history follows the rules of chat completion servers. The checks do not use the
 * library's own code.
 */
public final class PairingRules {
  private static final ObjectMapper JSON = new ObjectMapper();

  private PairingRules() {}

  public static void check(ChatRequest request) {
    List<ChatMessage> messages = request.messages();
    assertThat(messages).isNotEmpty();
    Set<String> ids = new HashSet<>();
    int at = 0;
    while (at < messages.size()) {
      ChatMessage message = messages.get(at);
      if (message instanceof SystemMessage system) {
        assertThat(at).as("only the first message is a system message").isZero();
        checkText(system.text());
        at++;
      } else if (message instanceof UserMessage user) {
        checkText(user.singleText());
        at++;
      } else if (message instanceof AiMessage ai) {
        assertThat(at).as("the first message is not from the model").isPositive();
        at = checkAssistant(ai, messages, at, ids);
      } else {
        throw new AssertionError("a result without a call at " + at + ": " + message);
      }
    }
    assertThat(messages.get(messages.size() - 1)).isNotInstanceOf(AiMessage.class);
  }

  private static int checkAssistant(
      AiMessage message, List<ChatMessage> messages, int at, Set<String> ids) {
    if (!message.hasToolExecutionRequests()) {
      checkText(message.text());
      return at + 1;
    }
    int next = at + 1;
    for (ToolExecutionRequest call : message.toolExecutionRequests()) {
      checkCall(call, ids);
      assertThat(next).as("each call has a result").isLessThan(messages.size());
      assertThat(messages.get(next)).isInstanceOf(ToolExecutionResultMessage.class);
      ToolExecutionResultMessage result = (ToolExecutionResultMessage) messages.get(next);
      assertThat(result.id()).isEqualTo(call.id());
      assertThat(result.toolName()).isEqualTo(call.name());
      checkText(result.text());
      next++;
    }
    return next;
  }

  private static void checkCall(ToolExecutionRequest call, Set<String> ids) {
    assertThat(call.id()).isNotBlank();
    assertThat(ids.add(call.id())).as("id %s is used once", call.id()).isTrue();
    assertThat(call.name()).matches("[A-Za-z0-9_-]{1,64}");
    try {
      assertThat(JSON.readTree(call.arguments()).isObject()).as(call.arguments()).isTrue();
    } catch (JsonProcessingException e) {
      throw new AssertionError(call.arguments(), e);
    }
  }

  private static void checkText(String text) {
    assertThat(text).isNotBlank();
    assertThat(text.codePoints().noneMatch(c -> Character.getType(c) == Character.SURROGATE))
        .as("no unpaired surrogates")
        .isTrue();
  }
}
