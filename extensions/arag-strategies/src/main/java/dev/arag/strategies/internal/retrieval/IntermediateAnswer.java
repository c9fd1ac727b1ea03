package dev.arag.strategies.internal.retrieval;

import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.step.Outcome;
import java.util.List;
import java.util.regex.Pattern;

/** Reads the answers of a model that are no final answers. */
public final class IntermediateAnswer {
  private static final Pattern MARKUP = Pattern.compile("^[^\\p{L}\\p{N}]+");
  private static final Pattern NOT_FOUND =
      Pattern.compile("NOT[ _]FOUND(?![\\p{L}\\p{N}])[^\\p{L}\\p{N}]*");

  private IntermediateAnswer() {}

  /** Whether the model wrote that the texts do not contain the answer, or wrote nothing. */
  public static boolean isNotFound(String answer) {
    return answer.isBlank()
        || NOT_FOUND.matcher(MARKUP.matcher(answer).replaceFirst("")).lookingAt();
  }

  /**
   * Returns the text without its evidence, its markers, the words NOT FOUND, and what it says about
   * missing parts or several readings, which no text can support.
   */
  public static String withoutCitations(String answer, RunContext run) {
    ParsedAnswer parsed = run.check(answer);
    int start = startOfNote(parsed);
    StringBuilder text = new StringBuilder(parsed.text());
    List<Citation.Marker> markers = parsed.markers();
    for (int i = markers.size() - 1; i >= 0; i--) {
      text.delete(markers.get(i).start(), markers.get(i).end());
      start -= markers.get(i).end() <= start ? markers.get(i).end() - markers.get(i).start() : 0;
    }
    if (start > 0) {
      int end = text.indexOf("\n\n", start);
      text.delete(start, end < 0 ? text.length() : end);
    }
    return NOT_FOUND.matcher(text).replaceFirst("").strip();
  }

  private static int startOfNote(ParsedAnswer parsed) {
    String note = parsed.outcomeNote();
    boolean isCut =
        parsed.outcome() == Outcome.PARTIAL || parsed.outcome() == Outcome.NEEDS_CLARIFICATION;
    return note != null && isCut ? parsed.text().lastIndexOf(note) : -1;
  }
}
