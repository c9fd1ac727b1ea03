package dev.arag.cli.internal.report;

import dev.arag.agent.answer.AnswerView;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.cli.internal.console.Formatting;
import dev.arag.cli.internal.console.TextPage;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.call.ChunkNames;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Formats an answer for users: the text, then the numbered citations with their verdicts. */
public final class AnswerText {
  private AnswerText() {}

  /**
   * @param warnings the warnings to print
   */
  public static void write(TextPage out, AskResult askResult, List<String> warnings) {
    AnswerView result = askResult.view();
    if (result.answer() == null) {
      return;
    }
    out.block("", result.answer());
    if (!result.citations().isEmpty()) {
      out.blank();
      for (int i = 0; i < result.citations().size(); i++) {
        write(out, i + 1, result.citations().get(i), result.answer());
      }
    }
    out.blank();
    for (String warning : warnings) {
      out.hanging("", "Note: " + ApiNames.replaceWithCommands(warning), "  ");
    }
    out.line(
        String.format(
            Locale.ROOT,
            "%s · %s · %s · %s tokens retrieved · %s%s",
            stopReason(result),
            Formatting.count(result.turns(), "turn"),
            Formatting.count(result.toolCalls(), "tool call"),
            Formatting.number(result.retrievedTokens()),
            Formatting.seconds(result.seconds()),
            cost(askResult)));
  }

  private static String cost(AskResult result) {
    return result.cost() == null
        ? ""
        : String.format(Locale.ROOT, " · cost %.4f %s", result.cost(), result.currency())
            .stripTrailing();
  }

  private static void write(TextPage out, int number, Citation.View citation, String answer) {
    String quote = citation.quote().isEmpty() ? "(no quote)" : "\"" + citation.quote() + "\"";
    out.hanging("", number + ". [" + id(citation, answer) + "] " + quote, "   ");
    out.line("   " + label(Verdict.valueOf(citation.verdict())) + where(citation));
  }

  /**
   * The id in the form in which the answer contains it: the model knows some chunks by another
   * name, and names the section or only the chunk.
   */
  private static String id(Citation.View citation, String answer) {
    String chunk = citation.chunk();
    String name = ChunkNames.of(ChunkId.of(chunk));
    Stream<String> ids = Stream.of(name, chunk);
    String section = citation.section();
    if (section != null) {
      String number = section.substring(chunk.length());
      ids = Stream.of(name + number, section, name, chunk);
    }
    return ids.filter(id -> isCited(answer, id))
        .findFirst()
        .orElse(section == null ? chunk : section);
  }

  /** Whether an answer contains an id that is not a part of a longer one. */
  private static boolean isCited(String answer, String id) {
    for (int at = answer.indexOf(id); at >= 0; at = answer.indexOf(id, at + 1)) {
      int end = at + id.length();
      boolean isSection =
          answer.startsWith(".", end) && isPart(answer, end + 1) && isPart(answer, end - 1);
      if (!isPart(answer, at - 1) && !isPart(answer, end) && !isSection) {
        return true;
      }
    }
    return false;
  }

  private static boolean isPart(String answer, int position) {
    return position >= 0
        && position < answer.length()
        && (Character.isLetterOrDigit(answer.charAt(position)) || answer.charAt(position) == '#');
  }

  private static String where(Citation.View citation) {
    if (citation.document() == null) {
      return "";
    }
    return ", "
        + citation.document()
        + (citation.page() == null ? "" : ", page " + citation.page());
  }

  private static String label(Verdict verdict) {
    return verdict.name() + ": " + verdict.description();
  }

  private static String stopReason(AnswerView result) {
    return result.stopReason().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
