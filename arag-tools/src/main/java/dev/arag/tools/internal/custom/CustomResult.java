package dev.arag.tools.internal.custom;

import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.core.token.TokenCounter;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.internal.context.ConversationTracker;
import dev.arag.tools.internal.text.SingleLine;
import dev.arag.tools.internal.text.TextSanitizer;
import dev.arag.tools.spi.CallContext;
import java.util.ArrayList;
import java.util.List;

/**
 * Shows the result of a custom tool to the model: sanitized, truncated and enclosed in a fence,
 * because it is untrusted data. Each source gets an id that an answer can cite.
 */
public final class CustomResult {
  /** Follows a result that was truncated. */
  public static final String TRUNCATED = "\nThe rest was not sent (limit).";

  private static final Observation NOTHING = new Observation.Found("Nothing was found.", List.of());

  private final boolean showsIds;
  private final StringBuilder text = new StringBuilder();
  private final List<Quoted> quoted = new ArrayList<>();

  /**
   * A source in the text.
   *
   * @param start the start of its text in the whole text
   */
  private record Quoted(ChunkId id, Location location, String text, int start) {
    /** Returns the part that a text of the given length still contains. */
    Snippet snippet(int length) {
      int end = Math.min(text.length(), length - start);
      String part = text.substring(0, end);
      int tokens = TokenCounter.o200k().count(part);
      return new Snippet(id, location, part, 0, tokens, end == text.length());
    }
  }

  private CustomResult(boolean showsIds) {
    this.showsIds = showsIds;
  }

  /** Quotes a result; a rejection is returned unchanged. */
  public static Observation quote(Observation observation, CallContext call) {
    if (observation instanceof Observation.Sources sources) {
      return sources.sources().isEmpty() ? NOTHING : quote(sources.sources(), call);
    }
    return observation instanceof Observation.Found found ? quote(found, call) : observation;
  }

  private static Observation quote(List<Observation.Source> sources, CallContext call) {
    ConversationTracker tracker = ConversationTracker.of(call.tracker());
    // No later call could resolve an id that is shown for a single call.
    CustomResult result = new CustomResult(!tracker.isOfOneCall());
    sources.forEach(source -> result.add(source, tracker.newSourceId()));
    return result.fence(call);
  }

  private void add(Observation.Source source, ChunkId id) {
    text.append(text.isEmpty() ? "" : "\n\n");
    text.append(showsIds ? "[" + id + "] " : "").append(SingleLine.of(source.name())).append('\n');
    String sanitized = TextSanitizer.sanitize(source.text().strip());
    Location location = Location.builder(source.name()).title(source.name()).build();
    if (!sanitized.isBlank()) {
      quoted.add(new Quoted(id, location, sanitized, text.length()));
      text.append(sanitized);
    }
  }

  private Observation fence(CallContext call) {
    String whole = text.toString();
    String shown = TokenCounter.o200k().truncate(whole, call.maxResultTokens());
    List<Snippet> snippets =
        quoted.stream()
            .filter(source -> source.start() < shown.length())
            .map(source -> source.snippet(shown.length()))
            .toList();
    String note = shown.length() == whole.length() ? "" : TRUNCATED;
    return new Observation.Found(call.fence(shown) + note, snippets);
  }

  private static Observation quote(Observation.Found found, CallContext call) {
    if (ConversationTracker.of(call.tracker()).isFenced(found.text())) {
      return found;
    }
    String whole = TextSanitizer.sanitize(found.text());
    String text = TokenCounter.o200k().truncate(whole, call.maxResultTokens());
    String note = text.length() == whole.length() ? "" : TRUNCATED;
    return new Observation.Found(call.fence(text) + note, snippetsIn(text, found.shown()));
  }

  /**
   * Returns the snippets that a truncated text still contains. The last snippet may be truncated,
   * too.
   */
  private static List<Snippet> snippetsIn(String text, List<Snippet> snippets) {
    List<Snippet> shown = new ArrayList<>();
    for (Snippet snippet : snippets) {
      String whole = TextSanitizer.sanitize(snippet.text());
      String part = text.contains(whole) ? whole : prefixAtEnd(text, whole);
      if (!part.isEmpty()) {
        boolean isWhole = snippet.isWholeSection() && part.equals(whole);
        int tokens = isWhole ? snippet.tokens() : TokenCounter.o200k().count(part);
        shown.add(withPart(snippet, part, tokens, isWhole));
      }
    }
    return shown;
  }

  /** Returns the longest prefix of {@code whole} that is a suffix of {@code text}. */
  private static String prefixAtEnd(String text, String whole) {
    for (int length = Math.min(text.length(), whole.length()); length > 0; length--) {
      if (text.regionMatches(text.length() - length, whole, 0, length)) {
        return whole.substring(0, length);
      }
    }
    return "";
  }

  private static Snippet withPart(Snippet snippet, String part, int tokens, boolean isWhole) {
    return new Snippet(
        snippet.section(),
        snippet.sections(),
        snippet.location(),
        part,
        snippet.offset(),
        tokens,
        isWhole);
  }
}
