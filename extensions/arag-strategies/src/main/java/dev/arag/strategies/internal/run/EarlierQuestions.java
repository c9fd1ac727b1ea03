package dev.arag.strategies.internal.run;

import dev.arag.agent.model.Message;
import dev.arag.agent.spi.RunContext;
import java.util.List;

/** Shows the earlier answers of a conversation to roles that resolve references to them. */
public final class EarlierQuestions {
  private static final int MAX_ANSWERS = 3;
  private static final int MAX_CHARACTERS = 500;

  private EarlierQuestions() {}

  /**
   * Returns the last questions and answers of the conversation, followed by a blank line; empty for
   * the first question.
   */
  public static String text(RunContext run) {
    List<String> lines = run.earlier().stream().flatMap(message -> line(message).stream()).toList();
    if (lines.isEmpty()) {
      return "";
    }
    List<String> last = lines.subList(Math.max(0, lines.size() - 2 * MAX_ANSWERS), lines.size());
    return "Earlier in this conversation:\n" + String.join("\n", last) + "\n\n";
  }

  private static List<String> line(Message message) {
    if (message instanceof Message.User) {
      // The question is the last part of a prompt that shows texts.
      String text = message.text();
      return List.of("Question: " + cut(text.substring(questionStart(text))));
    }
    return message instanceof Message.Assistant assistant && assistant.calls().isEmpty()
        ? List.of("Answer: " + cut(assistant.text()))
        : List.of();
  }

  private static int questionStart(String text) {
    String label = "Question: ";
    int at = text.lastIndexOf("\n" + label);
    return at < 0 ? 0 : at + 1 + label.length();
  }

  private static String cut(String text) {
    String line = text.strip().replaceAll("\\s+", " ");
    return line.codePointCount(0, line.length()) <= MAX_CHARACTERS
        ? line
        : line.substring(0, line.offsetByCodePoints(0, MAX_CHARACTERS)) + "…";
  }
}
