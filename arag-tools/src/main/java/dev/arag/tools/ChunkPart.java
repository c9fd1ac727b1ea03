package dev.arag.tools;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import dev.arag.tools.internal.text.HeadingLine;
import dev.arag.tools.internal.text.TextSanitizer;
import java.util.List;

/**
 * The part of the text of a chunk that one read sends: the whole text, or the next part of a long
 * text.
 *
 * @param start the start of the part in the text of the chunk, in UTF-16 units
 * @param end the end of the part, exclusive
 * @param heading the heading line to show above the text
 */
record ChunkPart(Chunk chunk, int start, int end, String heading, Snippet snippet) {
  /**
   * Returns the part to send next. If the remaining text exceeds the limit, the part ends with the
   * last complete sentence that fits.
   */
  static ChunkPart next(Chunk chunk, ContextTracker tracker, int maxTokens) {
    String heading = HeadingLine.of(chunk.location(), chunk.location().heading());
    int start = Math.min(tracker.nextPartStart(chunk.id()), chunk.text().length());
    int maxTextTokens = Math.max(1, maxTokens - count(heading));
    int end = end(chunk, start, maxTextTokens);
    return new ChunkPart(chunk, start, end, heading, snippet(chunk, start, end, heading));
  }

  private static int end(Chunk chunk, int start, int maxTextTokens) {
    if (count(sanitize(chunk.text().substring(start))) <= maxTextTokens) {
      return chunk.text().length();
    }
    List<Integer> sentenceEnds =
        chunk.sentences().stream()
            .map(Sentence::end)
            .map(end -> end - chunk.location().offset())
            .filter(end -> end > start)
            .toList();
    int fits = 0;
    int tooMany = sentenceEnds.size();
    while (tooMany > fits) {
      int middle = (fits + tooMany + 1) >>> 1;
      if (count(sanitize(chunk.text().substring(start, sentenceEnds.get(middle - 1))))
          <= maxTextTokens) {
        fits = middle;
      } else {
        tooMany = middle - 1;
      }
    }
    return fits > 0
        ? sentenceEnds.get(fits - 1)
        : endInsideSentence(chunk.text(), start, maxTextTokens);
  }

  /**
   * Returns an end inside the first sentence, which alone exceeds the limit. The part contains at
   * least one character, so that every read makes progress.
   */
  private static int endInsideSentence(String text, int start, int maxTextTokens) {
    int end = start + TokenCounter.o200k().truncate(text.substring(start), maxTextTokens).length();
    return end > start ? end : text.offsetByCodePoints(start, 1);
  }

  private static Snippet snippet(Chunk chunk, int start, int end, String heading) {
    String stored = chunk.text().substring(start, end);
    String text = sanitize(stored);
    int blank = stored.length() - stored.stripLeading().length();
    return new Snippet(
        chunk.id(),
        chunk.location(),
        text,
        chunk.location().offset() + start + blank,
        count(text) + count(heading),
        start == 0 && end == chunk.text().length());
  }

  private static String sanitize(String stored) {
    return TextSanitizer.sanitize(stored).strip();
  }

  private static int count(String text) {
    return TokenCounter.o200k().count(text);
  }

  boolean isLast() {
    return end == chunk.text().length();
  }

  int percentShown() {
    return (int) (100L * end / chunk.text().length());
  }

  /**
   * Renders the part: one line with the name, the heading and the names of the neighbors, followed
   * by the text.
   */
  String render(CallContext call) {
    StringBuilder out = new StringBuilder();
    out.append('[').append(call.nameOf(chunk.id())).append(']');
    out.append(heading.isEmpty() ? "" : " " + heading);
    if (chunk.previous() != null) {
      out.append(" · before ").append(call.nameOf(chunk.previous()));
    }
    if (chunk.next() != null) {
      out.append(" · after ").append(call.nameOf(chunk.next()));
    }
    return out.append('\n').append(snippet.text()).toString();
  }

  /**
   * Records in the tracker where the next part begins, or that the chunk has been read completely.
   */
  void record(ContextTracker tracker) {
    if (!isLast()) {
      tracker.recordPart(chunk.id(), end);
    } else if (start > 0) {
      tracker.recordLastPart(chunk.id());
    }
  }
}
