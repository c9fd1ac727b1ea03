package dev.arag.agent.extractive;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The parts of a conversation that the extractive model uses.
 *
 * @param question the current question
 * @param calls the tool calls that were made for the current question, in order
 * @param facts the distinct sentences in all tool results and user messages, in order
 * @param complete the ids of the chunks and sections that search results show whole
 */
record Transcript(
    Question question, List<ToolExecutionRequest> calls, List<Fact> facts, Set<String> complete) {
  private static final String LABEL = "Question:";

  static Transcript of(List<ChatMessage> messages) {
    int questionIndex = questionAt(messages);
    List<ToolExecutionRequest> calls = new ArrayList<>();
    FactCollector facts = new FactCollector();
    for (int i = 0; i < messages.size(); i++) {
      ChatMessage message = messages.get(i);
      if (message instanceof ToolExecutionResultMessage result && result.hasSingleText()) {
        facts.read(result.text());
      } else if (message instanceof UserMessage user && user.hasSingleText()) {
        facts.read(user.singleText());
      } else if (message instanceof AiMessage ai
          && i > questionIndex
          && ai.hasToolExecutionRequests()) {
        calls.addAll(ai.toolExecutionRequests());
      }
    }
    Question question = Question.of(textAt(messages, questionIndex));
    return new Transcript(question, calls, facts.all(), facts.complete());
  }

  /**
   * Returns the index of the current question: the last user message that does not directly follow
   * a tool result. A user message after a tool result is a correction by the run.
   */
  private static int questionAt(List<ChatMessage> messages) {
    int questionIndex = -1;
    for (int i = 0; i < messages.size(); i++) {
      boolean follows = i > 0 && messages.get(i - 1) instanceof ToolExecutionResultMessage;
      if (messages.get(i) instanceof UserMessage && (questionIndex < 0 || !follows)) {
        questionIndex = i;
      }
    }
    return questionIndex;
  }

  private static String textAt(List<ChatMessage> messages, int questionIndex) {
    boolean isText =
        questionIndex >= 0
            && messages.get(questionIndex) instanceof UserMessage user
            && user.hasSingleText();
    if (!isText) {
      return "";
    }
    String text = ((UserMessage) messages.get(questionIndex)).singleText();
    int label = text.lastIndexOf(LABEL);
    return (label < 0 ? text : text.substring(label + LABEL.length())).strip();
  }
}
