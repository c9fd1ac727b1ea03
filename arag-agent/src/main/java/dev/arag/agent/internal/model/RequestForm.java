package dev.arag.agent.internal.model;

import dev.arag.agent.model.Message;
import dev.arag.tools.call.ToolCall;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ToolChoice;
import java.util.List;

/**
 * The forms in which a request can be sent. A form that a server may reject is followed by one that
 * more servers accept. The first form of a request without tool calls keeps the beginning of the
 * request unchanged, so that servers can use their prompt cache.
 */
enum RequestForm {
  PLAIN {
    @Override
    ChatRequest request(Request request) {
      return builder(request).build();
    }
  },

  /** The request contains the JSON schema of the reply. */
  WITH_SCHEMA {
    @Override
    ChatRequest request(Request request) {
      return builder(request)
          .responseFormat(
              ToolSpecifications.responseFormat(request.format().name(), request.format().schema()))
          .build();
    }

    @Override
    RequestForm next() {
      return PLAIN;
    }
  },

  /** The request offers the tools and forbids calls. */
  CALLS_FORBIDDEN {
    @Override
    ChatRequest request(Request request) {
      return builder(request).toolChoice(ToolChoice.NONE).build();
    }

    @Override
    RequestForm next() {
      return CALLS_DISCOURAGED;
    }
  },

  /** The request offers the tools; only the text of the last message forbids calls. */
  CALLS_DISCOURAGED {
    @Override
    ChatRequest request(Request request) {
      return builder(request).build();
    }

    @Override
    RequestForm next() {
      return HISTORY_AS_TEXT;
    }
  },

  /** The request offers no tools and contains the whole history as the text of one user message. */
  HISTORY_AS_TEXT {
    @Override
    ChatRequest request(Request request) {
      return ChatRequest.builder()
          .messages(LangChain4jMessages.toLangChain4j(asText(request.messages())))
          .build();
    }
  };

  abstract ChatRequest request(Request request);

  /** Returns the form to use if a server rejects this one; this form if it is the last. */
  RequestForm next() {
    return this;
  }

  boolean isLast() {
    return next() == this;
  }

  /** Whether this form forbids tool calls. */
  boolean isClosing() {
    return this == CALLS_FORBIDDEN || this == CALLS_DISCOURAGED || this == HISTORY_AS_TEXT;
  }

  private static ChatRequest.Builder builder(Request request) {
    ChatRequest.Builder builder =
        ChatRequest.builder().messages(LangChain4jMessages.toLangChain4j(request.messages()));
    if (!request.offered().tools().isEmpty()) {
      builder.toolSpecifications(
          request.offered().tools().stream().map(ToolSpecifications::specification).toList());
    }
    return builder;
  }

  private static List<Message> asText(List<Message> messages) {
    List<Message> instructions =
        messages.stream().filter(Message.System.class::isInstance).toList();
    List<String> parts =
        messages.stream()
            .filter(each -> !(each instanceof Message.System))
            .map(RequestForm::text)
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
