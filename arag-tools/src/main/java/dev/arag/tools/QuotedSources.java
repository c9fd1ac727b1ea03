package dev.arag.tools;

import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.core.token.TokenCounter;
import dev.arag.tools.internal.text.SingleLine;
import dev.arag.tools.internal.text.TextSanitizer;
import java.util.ArrayList;
import java.util.List;

/** Shows the sources of a custom tool to the model, each under an id that an answer can cite. */
final class QuotedSources {
  private static final Observation NOTHING = new Observation.Found("Nothing was found.", List.of());

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

  private QuotedSources() {}

  /** Sanitizes, truncates and encloses the sources in a fence, because they are untrusted data. */
  static Observation quote(List<Observation.Source> sources, CallContext call) {
    if (sources.isEmpty()) {
      return NOTHING;
    }
    QuotedSources result = new QuotedSources();
    sources.forEach(source -> result.add(source, call.tracker().newSourceId()));
    return result.fence(call);
  }

  private void add(Observation.Source source, ChunkId id) {
    text.append(text.isEmpty() ? "[" : "\n\n[").append(id).append("] ");
    text.append(SingleLine.of(source.name())).append('\n');
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
    String note = shown.length() == whole.length() ? "" : Toolbox.TRUNCATED;
    return new Observation.Found(call.fence(shown) + note, snippets);
  }
}
