package dev.arag.examples.cli.report;

import dev.arag.agent.AnswerView;
import dev.arag.agent.AnswerView.CitationView;
import dev.arag.agent.citation.Verdict;
import dev.arag.examples.cli.console.Formatting;
import dev.arag.examples.cli.console.TextPage;
import java.util.Locale;

/** Formats an answer for users: the text, then the numbered citations with their verdicts. */
public final class AnswerText {
  private AnswerText() {}

  public static void write(TextPage out, AskResult askResult) {
    AnswerView result = askResult.view();
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

  private static void write(TextPage out, int number, CitationView citation) {
    String quote = citation.quote().isEmpty() ? "(no quote)" : "\"" + citation.quote() + "\"";
    String id = citation.section() == null ? citation.chunk() : citation.section();
    out.hanging("", number + ". [" + id + "] " + quote, "   ");
    out.line("   " + label(Verdict.valueOf(citation.verdict())) + where(citation));
  }

  private static String where(CitationView citation) {
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
