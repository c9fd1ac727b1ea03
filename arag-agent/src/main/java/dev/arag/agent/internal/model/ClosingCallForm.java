package dev.arag.agent.internal.model;

import dev.arag.agent.model.Message;
import dev.arag.tools.RetrievalTool;
import dev.arag.tools.ToolCall;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ToolChoice;
import java.util.Collection;
import java.util.List;

/**
 * The forms of the closing call, in which the model must not call a tool. The first form keeps the
 * beginning of the request unchanged, so that servers can use their prompt cache. Each further form
 * is accepted by more servers.
 */
enum ClosingCallForm {
  /** The request offers the tools and forbids calls. */
  CALLS_FORBIDDEN {
    @Override
    ChatRequest request(List<Message> messages, Collection<RetrievalTool> tools) {
      return ModelConnection.request(messages, tools).toolChoice(ToolChoice.NONE).build();
    }
  },
  /** The request offers the tools; only the text of the last message forbids calls. */
  CALLS_DISCOURAGED {
    @Override
    ChatRequest request(List<Message> messages, Collection<RetrievalTool> tools) {
      return ModelConnection.request(messages, tools).build();
    }
  },
  /** The request offers no tools and contains the whole history as the text of one user message. */
  HISTORY_AS_TEXT {
    @Override
    ChatRequest request(List<Message> messages, Collection<RetrievalTool> tools) {
      return ModelConnection.request(asText(messages), List.of()).build();
    }
  };

  abstract ChatRequest request(List<Message> messages, Collection<RetrievalTool> tools);

  boolean isLast() {
    return this == HISTORY_AS_TEXT;
  }

  ClosingCallForm next() {
    return this == CALLS_FORBIDDEN ? CALLS_DISCOURAGED : HISTORY_AS_TEXT;
  }

  private static List<Message> asText(List<Message> messages) {
    List<Message> instructions =
        messages.stream().filter(Message.System.class::isInstance).toList();
    List<String> parts =
        messages.stream()
            .filter(each -> !(each instanceof Message.System))
            .map(ClosingCallForm::text)
            .filter(each -> !each.isBlank())
            .toList();
    Message history = new Message.User(String.join("\n\n", parts));
    return instructions.isEmpty() ? List.of(history) : List.of(instructions.get(0), history);
  }

  private static String text(Message message) {
    if (message instanceof Message.Assistant assistant) {
      StringBuilder text = new StringBuilder(assistant.text());
      for (ToolCall call : assistant.calls()) {
        text.append(text.isEmpty() ? "" : "\n")
            .append("(called ")
            .append(call.name())
            .append(' ')
            .append(call.arguments())
            .append(')');
      }
      return text.toString();
    }
    return message.text();
  }
}
