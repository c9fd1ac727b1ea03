package dev.arag.spring.ai.internal;

import dev.arag.agent.Agent;
import dev.arag.agent.Conversation;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.springframework.ai.chat.client.ChatClientAttributes;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;

/**
 * The question of a request of a chat client, and the conversation in which to ask it. The earlier
 * messages become trajectories without steps, as those of a release that recorded no messages.
 */
public record ClientQuestion(String text, Conversation conversation) {
  /** The numbers that {@link AnswerResponse} writes for citations. They mean nothing later. */
  private static final String FOOTNOTES = " ?(?:\\[\\d{1,3}])+";

  public static ClientQuestion of(ChatClientRequest request, Agent agent) {
    rejectUnsupported(request);
    List<Message> messages = request.prompt().getInstructions();
    if (messages.isEmpty()
        || !(messages.get(messages.size() - 1) instanceof UserMessage question)) {
      throw new IllegalArgumentException("The last message of the request must be a user message.");
    }
    if (!question.getMedia().isEmpty()) {
      throw new IllegalArgumentException("The agent cannot read media. Send text only.");
    }
    String instructions =
        messages.stream()
            .filter(SystemMessage.class::isInstance)
            .map(ClientQuestion::text)
            .collect(Collectors.joining("\n\n"));
    Agent instructed =
        instructions.isBlank() ? agent : agent.toBuilder().instructions(instructions).build();
    Agent asked = ContextScope.restrict(instructed, request.context(), instructed::within);
    return new ClientQuestion(
        text(question), asked.conversation(earlier(messages.subList(0, messages.size() - 1))));
  }

  private static void rejectUnsupported(ChatClientRequest request) {
    if (request.context().containsKey(ChatClientAttributes.OUTPUT_FORMAT.getKey())
        || request.context().containsKey(ChatClientAttributes.STRUCTURED_OUTPUT_SCHEMA.getKey())) {
      throw new IllegalArgumentException(
          "The agent does not fill in the format of entity(...). Call Agent.ask with a record type.");
    }
    Prompt prompt = request.prompt();
    if (prompt.getOptions() instanceof ToolCallingChatOptions options
        && options.getToolCallbacks() != null
        && !options.getToolCallbacks().isEmpty()) {
      throw new IllegalArgumentException(
          "The agent cannot call the tools of the chat client: "
              + options.getToolCallbacks().stream()
                  .map((ToolCallback each) -> each.getToolDefinition().name())
                  .collect(Collectors.joining(", "))
              + ". Use a client without tools, or SpringAi.agentTool instead of the advisor.");
    }
  }

  private static List<Trajectory> earlier(List<Message> messages) {
    List<Trajectory> asked = new ArrayList<>();
    String question = "";
    for (Message message : messages) {
      if (message instanceof UserMessage) {
        question = text(message);
      } else if (message instanceof AssistantMessage answer
          && !answer.hasToolCalls()
          && !question.isBlank()
          && !text(answer).isBlank()) {
        asked.add(answered(question, text(answer).replaceAll(FOOTNOTES, ""), asked));
        question = "";
      }
    }
    return asked;
  }

  private static Trajectory answered(String question, String answer, List<Trajectory> earlier) {
    return Trajectory.of(
            question, List.of(), StopReason.ANSWERED, Duration.ZERO, null, null, earlier)
        .withAnswer(new ParsedAnswer(answer, answer, List.of(), Outcome.ANSWERED, null));
  }

  private static String text(Message message) {
    return Objects.requireNonNullElse(message.getText(), "");
  }
}
