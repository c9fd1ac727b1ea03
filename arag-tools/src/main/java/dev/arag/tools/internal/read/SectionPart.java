package dev.arag.tools.internal.read;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.Section;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.internal.context.ConversationTracker;
import dev.arag.tools.internal.text.TextSanitizer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The part of the text of a section that one read sends: the whole text, or the next part of a long
 * text.
 *
 * @param end the end of the part in the text of the section, exclusive, in UTF-16 units
 * @param heading the heading line to show above the text
 * @param header the header of a table to repeat above the text; null if there is none, or if the
 *     text contains it
 */
public record SectionPart(
    Chunk chunk,
    Section section,
    int start,
    int end,
    String heading,
    @Nullable RepeatedHeader header,
    Snippet snippet) {
  /**
   * Returns the part to send next. If the remaining text exceeds the limit, the part ends with the
   * last complete sentence that fits. A part does not end with a heading line.
   *
   * @param heading the heading line to show above the text
   */
  static SectionPart next(
      Chunk chunk, Section section, String heading, ConversationTracker tracker, int maxTokens) {
    int start = Math.min(tracker.nextPartStart(section.id()), section.text().length());
    return of(chunk, section, start, heading, maxTokens);
  }

  /** Returns the part at the start of the text, whatever the conversation has been shown before. */
  public static SectionPart first(Chunk chunk, Section section, String heading, int maxTokens) {
    return of(chunk, section, 0, heading, maxTokens);
  }

  private static SectionPart of(
      Chunk chunk, Section section, int start, String heading, int maxTokens) {
    Optional<RepeatedHeader> header = RepeatedHeader.above(section, section.offset() + start);
    int headerTokens = header.map(RepeatedHeader::tokens).orElse(0);
    int end = end(section, start, Math.max(1, maxTokens - count(heading) - headerTokens));
    Snippet snippet = snippet(chunk, section, start, end, heading);
    return new SectionPart(chunk, section, start, end, heading, header.orElse(null), snippet);
  }

  private static int end(Section section, int start, int maxTextTokens) {
    String text = section.text();
    if (count(sanitize(text.substring(start))) <= maxTextTokens) {
      return text.length();
    }
    List<Integer> sentenceEnds =
        section.body().stream()
            .map(Sentence::end)
            .map(end -> end - section.offset())
            .filter(end -> end > start)
            .toList();
    int fits = 0;
    int tooMany = sentenceEnds.size();
    while (tooMany > fits) {
      int middle = (fits + tooMany + 1) >>> 1;
      if (count(sanitize(text.substring(start, sentenceEnds.get(middle - 1)))) <= maxTextTokens) {
        fits = middle;
      } else {
        tooMany = middle - 1;
      }
    }
    return fits > 0 ? sentenceEnds.get(fits - 1) : endInsideSentence(text, start, maxTextTokens);
  }

  /**
   * Returns an end inside the first sentence, which alone exceeds the limit. The part contains at
   * least one character, so that every read makes progress.
   */
  private static int endInsideSentence(String text, int start, int maxTextTokens) {
    int end = start + TokenCounter.o200k().truncate(text.substring(start), maxTextTokens).length();
    return end > start ? end : text.offsetByCodePoints(start, 1);
  }

  private static Snippet snippet(Chunk chunk, Section section, int start, int end, String heading) {
    String stored = section.text().substring(start, end);
    String text = sanitize(stored);
    int offset = section.offset() + start + TextSanitizer.firstVisible(stored);
    return new Snippet(
        section.id(),
        section.count(),
        chunk.location().withPart(section.heading(), chunk.pageAt(offset)),
        text,
        offset,
        count(text) + count(heading),
        start == 0 && end == section.text().length());
  }

  private static String sanitize(String stored) {
    return TextSanitizer.sanitize(stored).strip();
  }

  private static int count(String text) {
    return TokenCounter.o200k().count(text);
  }

  /** The lines to show below the heading line. */
  String text() {
    return (header == null ? "" : header.line() + "\n") + snippet.text();
  }

  /** The length of the heading, the repeated header and the text, in o200k tokens. */
  public int tokens() {
    return snippet.tokens() + (header == null ? 0 : header.tokens());
  }

  public boolean isLast() {
    return end == section.text().length();
  }

  int percentShown() {
    return (int) (100L * end / section.text().length());
  }

  /**
   * Records in the tracker where the next part begins, or that the section has been read
   * completely.
   */
  void record(ConversationTracker tracker) {
    if (!isLast()) {
      tracker.recordPart(section.id(), end);
    } else if (start > 0) {
      tracker.recordLastPart(section.id());
    }
  }
}
