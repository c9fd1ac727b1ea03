package dev.arag.cli.internal.report;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.AnswerView;
import dev.arag.agent.answer.Markup;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.StopReason;
import dev.arag.cli.internal.console.Formatting;
import dev.arag.cli.internal.console.TextPage;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.call.ChunkNames;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Formats an answer for users: the text, then the citations with their verdicts. */
public final class AnswerText {
  private AnswerText() {}

  /**
   * Writes the answer with its citation markers as the model wrote them.
   *
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
    writeEnd(out, askResult, warnings);
  }

  /**
   * Writes the answer with the numbers of its sources in place of the citation markers, so that
   * each quote is printed once.
   *
   * @param answer empty if there is no answer
   * @param warnings the warnings to print
   */
  public static void writeNumbered(
      TextPage out, Optional<Answer> answer, AskResult askResult, List<String> warnings) {
    if (answer.isEmpty()) {
      return;
    }
    out.block("", answer.get().render(Markup.PLAIN, citation -> marker(citation.number())));
    for (AnswerView.SourceView source : askResult.view().sources()) {
      out.blank().hanging("", marker(source.number()) + " " + place(source), "    ");
      askResult.view().citations().stream()
          .filter(citation -> citation.source() == source.number())
          .forEach(citation -> writeQuote(out, citation));
    }
    writeEnd(out, askResult, warnings);
  }

  /** The text in place of a citation marker. */
  static String marker(int number) {
    return "[" + number + "]";
  }

  private static String place(AnswerView.SourceView source) {
    String document = source.document();
    String title = source.title();
    return document == null
        ? source.chunk()
        : document + (title == null || title.equals(document) ? "" : ": " + title);
  }

  private static void writeQuote(TextPage out, Citation.View citation) {
    String id = Objects.requireNonNullElse(citation.section(), citation.chunk());
    String page = citation.page() == null ? "" : ", page " + citation.page();
    out.hanging("    ", quote(citation) + " (" + id + page + ")", "    ");
    out.line("    " + label(Verdict.valueOf(citation.verdict())));
  }

  private static void writeEnd(TextPage out, AskResult askResult, List<String> warnings) {
    AnswerView result = askResult.view();
    out.blank();
    for (String warning : warnings) {
      out.hanging("", "Note: " + ApiNames.replaceWithCommands(warning), "  ");
    }
    out.line(
        String.format(
            Locale.ROOT,
            "%s · %s · %s · %s tokens retrieved · %s%s",
            end(result),
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
    out.hanging("", number + ". [" + id(citation, answer) + "] " + quote(citation), "   ");
    out.line("   " + label(Verdict.valueOf(citation.verdict())) + where(citation));
  }

  private static String quote(Citation.View citation) {
    return citation.quote().isEmpty() ? "(no quote)" : "\"" + citation.quote() + "\"";
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

  /** Returns the stop reason, the outcome, or both if both say something. */
  private static String end(AnswerView result) {
    String reason = result.stopReason();
    String outcome = result.outcome();
    String end = reason;
    if (outcome != null && !outcome.equals(Outcome.ANSWERED.name())) {
      end = reason.equals(StopReason.ANSWERED.name()) ? outcome : reason + ", " + outcome;
    }
    return end.toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
