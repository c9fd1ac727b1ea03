package dev.arag.agent.internal.claim;

import dev.arag.agent.citation.Entailment;
import dev.arag.core.internal.string.Truncation;
import dev.arag.tools.internal.text.SingleLine;
import dev.arag.tools.internal.text.TextSanitizer;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a model replied about one sentence. */
public record Judgment(Entailment verdict, String reason) {
  private static final int MAX_REPLY = 64 * 1024;
  private static final int MAX_REASON = 160;

  private static final String NO_WORD = "[^\\p{L}\\p{N}\\n]{0,20}";
  private static final Pattern LINE =
      Pattern.compile(
          ("^%1$s(?:(?:sentence|claim|number|id)\\b%1$s)?(\\d{1,3})(?!\\d)%1$s"
                  + "(?:verdict%1$s|is )?(NOT[ _-]?ENTAILED|ENTAILED|CONTRADICTED)(?!\\p{L})(.*)")
              .formatted(NO_WORD),
          Pattern.CASE_INSENSITIVE | Pattern.MULTILINE);

  private static final Pattern OBJECT = Pattern.compile("\\{[^{}]*}");
  private static final Pattern NEXT_KEY = Pattern.compile(",\\s*(?=\"\\d{1,3}\"\\s*:)");
  private static final Pattern BEFORE_REASON =
      Pattern.compile(
          "^[\\s:,;.*_|–—-]{0,20}(?:\"?[\\s,]{0,9}\"?reason\\b\"?[\\s:*]{0,9}\"?)?",
          Pattern.CASE_INSENSITIVE);

  /**
   * Reads the judgments of a reply: lines such as {@code 3 NOT_ENTAILED the year is not named},
   * with or without Markdown, or JSON. Text in between is ignored. If a reply contains different
   * verdicts on a sentence, the sentence counts as not checked.
   *
   * @return the judgments by the numbers of the sentences
   */
  public static Map<Integer, Judgment> read(String reply) {
    Map<Integer, Judgment> judgments = new HashMap<>();
    Matcher line = LINE.matcher(withOneObjectPerLine(Truncation.prefix(reply, MAX_REPLY)));
    while (line.find()) {
      Judgment next = new Judgment(verdict(line.group(2)), reason(line.group(3)));
      judgments.merge(Integer.valueOf(line.group(1)), next, Judgment::merge);
    }
    return judgments;
  }

  private static String withOneObjectPerLine(String reply) {
    String flat =
        OBJECT
            .matcher(reply)
            .replaceAll(
                object -> Matcher.quoteReplacement(object.group().replace('\n', ' ') + "\n"));
    return NEXT_KEY.matcher(flat).replaceAll("\n");
  }

  private static Entailment verdict(String word) {
    return switch (word.charAt(0)) {
      case 'N', 'n' -> Entailment.NOT_ENTAILED;
      case 'C', 'c' -> Entailment.CONTRADICTED;
      default -> Entailment.ENTAILED;
    };
  }

  private static String reason(String rest) {
    String end = BEFORE_REASON.matcher(rest).replaceFirst("");
    String reason = withoutClosing(end.strip());
    return Truncation.withEllipsis(TextSanitizer.sanitize(SingleLine.of(reason)), MAX_REASON);
  }

  /** Removes the quotation mark and the brackets that end an object of JSON or a row of a table. */
  private static String withoutClosing(String text) {
    int end = text.length();
    while (end > 0 && "}],| \t".indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    boolean isQuoted = end < text.length() || text.equals("\"");
    return text.substring(0, isQuoted && text.startsWith("\"", end - 1) ? end - 1 : end).strip();
  }

  private static Judgment merge(Judgment one, Judgment other) {
    return one.verdict == other.verdict
        ? one
        : new Judgment(Entailment.NOT_CHECKED, "The reply contains different verdicts.");
  }
}
