package dev.arag.tools;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import dev.arag.tools.internal.ShownText;
import java.util.List;

/**
 * A chunk's text as one read sends it: all of it, or the next part.
 *
 * @param start in UTF-16 units of the chunk's text
 * @param end exclusive
 * @param heading the line above it
 */
record ChunkPart(Chunk chunk, int start, int end, String heading, Snippet snippet) {
  /** The part to send next, cut at the last sentence border within the limit. */
  static ChunkPart next(Chunk chunk, ContextTracker context, int maxTokens) {
    String heading = HitHeading.of(chunk.location(), chunk.location().heading());
    int start = Math.min(context.readUpTo(chunk.id()), chunk.text().length());
    int room = Math.max(1, maxTokens - count(heading));
    int end = end(chunk, start, room);
    return new ChunkPart(chunk, start, end, heading, snippet(chunk, start, end, heading));
  }

  private static int end(Chunk chunk, int start, int room) {
    if (count(shown(chunk.text().substring(start))) <= room) {
      return chunk.text().length();
    }
    List<Integer> borders =
        chunk.sentences().stream()
            .map(Sentence::end)
            .map(end -> end - chunk.location().offset())
            .filter(end -> end > start)
            .toList();
    int fits = 0;
    int tooMany = borders.size();
    while (tooMany > fits) {
      int middle = (fits + tooMany + 1) >>> 1;
      if (count(shown(chunk.text().substring(start, borders.get(middle - 1)))) <= room) {
        fits = middle;
      } else {
        tooMany = middle - 1;
      }
    }
    return fits > 0 ? borders.get(fits - 1) : insideSentence(chunk.text(), start, room);
  }

  /** One sentence alone is too long. */
  private static int insideSentence(String text, int start, int room) {
    int end = start + TokenCounter.o200k().truncate(text.substring(start), room).length();
    return end > start ? end : text.offsetByCodePoints(start, 1);
  }

  private static Snippet snippet(Chunk chunk, int start, int end, String heading) {
    String stored = chunk.text().substring(start, end);
    String text = shown(stored);
    int blank = stored.length() - stored.stripLeading().length();
    return new Snippet(
        chunk.id(),
        chunk.location(),
        text,
        chunk.location().offset() + start + blank,
        count(text) + count(heading),
        start == 0 && end == chunk.text().length());
  }

  private static String shown(String stored) {
    return ShownText.of(stored).strip();
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

  /** The id, the heading and the ids around it on one line, and the text below. */
  String text(CallContext turn) {
    StringBuilder out = new StringBuilder();
    out.append('[').append(turn.nameOf(chunk.id())).append(']');
    out.append(heading.isEmpty() ? "" : " " + heading);
    if (chunk.previous() != null) {
      out.append(" · before ").append(turn.nameOf(chunk.previous()));
    }
    if (chunk.next() != null) {
      out.append(" · after ").append(turn.nameOf(chunk.next()));
    }
    return out.append('\n').append(snippet.text()).toString();
  }

  /** Remembers where the next part begins. */
  void note(ContextTracker context) {
    if (!isLast()) {
      context.partRead(chunk.id(), end);
    } else if (start > 0) {
      context.lastPartRead(chunk.id());
    }
  }
}
