package dev.arag.examples.cli;

import dev.arag.agent.citation.Verdict;
import java.util.Locale;

/** An answer as people read it: the text, then each source, numbered, with what checking found. */
final class AnswerText {
  private AnswerText() {}

  static void write(Page out, AskResult result) {
    if (result.answer() == null) {
      return;
    }
    out.block("", result.answer());
    if (!result.citations().isEmpty()) {
      out.blank();
      for (int i = 0; i < result.citations().size(); i++) {
        write(out, i + 1, result.citations().get(i));
      }
    }
    out.blank();
    result.warnings().forEach(warning -> out.hanging("", "Note: " + warning, "  "));
    out.line(
        String.format(
            Locale.ROOT,
            "%s · %s · %s · %s tokens retrieved · %s%s",
            stopReason(result),
            Wording.count(result.turns(), "turn"),
            Wording.count(result.toolCalls(), "tool call"),
            Wording.number(result.retrievedTokens()),
            Wording.seconds(result.seconds()),
            cost(result)));
  }

  private static String cost(AskResult result) {
    return result.cost() == null
        ? ""
        : String.format(Locale.ROOT, " · cost %.4f %s", result.cost(), result.currency())
            .stripTrailing();
  }

  private static void write(Page out, int number, AskResult.Cited cited) {
    String quote = cited.quote().isEmpty() ? "(no quote)" : "\"" + cited.quote() + "\"";
    out.hanging("", number + ". [" + cited.chunk() + "] " + quote, "   ");
    out.line("   " + label(Verdict.valueOf(cited.verdict())) + where(cited));
  }

  private static String where(AskResult.Cited cited) {
    if (cited.document() == null) {
      return "";
    }
    return ", " + cited.document() + (cited.page() == null ? "" : ", page " + cited.page());
  }

  private static String label(Verdict verdict) {
    return verdict.name() + ": " + verdict.description();
  }

  private static String stopReason(AskResult result) {
    return result.stopReason().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
