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
 * @param calls the tool calls that were made for the current question, in order
 * @param facts the distinct sentences in all tool results and user messages, in order
 * @param complete the ids of the chunks and sections that search results show whole
 */
record Transcript(
    Question question, List<ToolExecutionRequest> calls, List<Fact> facts, Set<String> complete) {
  private static final String LABEL = "Question:";

  /**
   * Reads the messages. The last user message is the question, unless it follows a tool result:
   * then it is a correction by the run.
   */
  static Transcript of(List<ChatMessage> messages) {
    FactReader reader = new FactReader();
    List<ToolExecutionRequest> calls = new ArrayList<>();
    String question = "";
    boolean followsResult = false;
    for (ChatMessage message : messages) {
      if (message instanceof UserMessage user) {
        String text = user.hasSingleText() ? user.singleText() : "";
        reader.read(text);
        if (!followsResult) {
          question = text;
          calls.clear();
        }
      } else if (message instanceof AiMessage ai) {
        calls.addAll(ai.toolExecutionRequests());
      } else if (message instanceof ToolExecutionResultMessage result && result.hasSingleText()) {
        reader.read(result.text());
      }
      followsResult = message instanceof ToolExecutionResultMessage;
    }
    int label = question.lastIndexOf(LABEL);
    String asked = label < 0 ? question : question.substring(label + LABEL.length());
    return new Transcript(Question.of(asked.strip()), calls, reader.facts(), reader.complete());
  }
}
