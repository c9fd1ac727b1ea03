package dev.arag.agent.internal.citation;

import dev.arag.agent.citation.Citation.Difference;
import dev.arag.agent.citation.Span;
import dev.arag.agent.internal.quote.FragmentMatch;
import dev.arag.agent.internal.quote.KmpPattern;
import dev.arag.agent.internal.quote.NearMatch;
import dev.arag.agent.internal.quote.NormalizedText;
import dev.arag.agent.internal.quote.WordSequence;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.core.text.SectionId;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.internal.text.SingleLine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The text of one chunk that was shown to the model, as contiguous passages in document order. */
class ShownChunk {
  /** Maximum number of UTF-16 units between adjacent sentences, such as a line break. */
  private static final int MAX_GAP = 2;

  private final ChunkId id;
  private final Location location;
  private final List<Snippet> snippets = new ArrayList<>();
  private @Nullable List<Stretch> stretches;
  private @Nullable List<ShownSentence> sentences;

  private record Stretch(NormalizedText text, int offset) {}

  /** A sentence with its distinct words. */
  record ShownSentence(ShownPassage passage, Set<String> words) {
    static ShownSentence of(ShownPassage passage) {
      return new ShownSentence(passage, wordsOf(passage.text()));
    }

    static Set<String> wordsOf(String text) {
      return new LinkedHashSet<>(WordSequence.of(NormalizedText.of(text)).asList());
    }
  }

  /** Groups snippets by chunk, in the order in which the chunks were first shown. */
  static Map<ChunkId, ShownChunk> byId(List<Snippet> shown) {
    Map<ChunkId, ShownChunk> chunks = new LinkedHashMap<>();
    for (Snippet snippet : shown) {
      chunks.computeIfAbsent(snippet.chunkId(), id -> new ShownChunk(snippet)).add(snippet);
    }
    return chunks;
  }

  ShownChunk(Snippet first) {
    id = first.chunkId();
    location = first.location();
  }

  void add(Snippet snippet) {
    snippets.add(snippet);
  }

  ChunkId id() {
    return id;
  }

  Location location() {
    return location;
  }

  /** Returns the text of one section that was shown; empty if no text of the section was shown. */
  Optional<ShownChunk> section(int number) {
    List<Snippet> own =
        snippets.stream().filter(snippet -> snippet.section().number() == number).toList();
    if (own.isEmpty()) {
      return Optional.empty();
    }
    ShownChunk section = new ShownChunk(own.get(0));
    own.forEach(section::add);
    return Optional.of(section);
  }

  /** The sentences that were shown, with their words. */
  List<ShownSentence> sentences() {
    if (sentences == null) {
      sentences =
          stretches().stream()
              .map(stretch -> new ShownPassage(stretch.text.source(), stretch.offset))
              .flatMap(passage -> passage.sentences().stream())
              .map(ShownSentence::of)
              .toList();
    }
    return sentences;
  }

  /**
   * Finds the parts of a quote in the given order. Returns the span from the start of the first
   * part to the end of the last part; empty if a part is not found.
   */
  Optional<Span> findInOrder(List<String> parts) {
    @Nullable Span whole = null;
    int stretch = 0;
    int from = 0;
    for (String part : parts) {
      KmpPattern pattern = new KmpPattern(part);
      Optional<Span> found = Optional.empty();
      while (stretch < stretches().size()
          && (found = stretches().get(stretch).text.find(pattern, from)).isEmpty()) {
        stretch++;
        from = 0;
      }
      if (found.isEmpty()) {
        return Optional.empty();
      }
      from = found.get().end();
      Span place = inDocument(stretches().get(stretch), found.get().start(), from);
      whole = new Span(whole == null ? place.start() : whole.start(), place.end());
    }
    return Optional.ofNullable(whole);
  }

  /**
   * Returns a span that differs from a quote only in a few harmless words; empty if there is none.
   */
  Optional<NearMatch.Match> findNear(String quote) {
    WordSequence wanted = WordSequence.of(NormalizedText.of(quote));
    for (Stretch stretch : stretches()) {
      Optional<NearMatch.Match> near = NearMatch.find(wanted, WordSequence.of(stretch.text));
      if (near.isPresent()) {
        return near.map(found -> found.shift(stretch.offset));
      }
    }
    return Optional.empty();
  }

  /** Returns the words in which a quote differs from similar text; empty if there is none. */
  List<Difference> differences(String quote) {
    WordSequence wanted = WordSequence.of(NormalizedText.of(quote));
    return stretches().stream()
        .flatMap(each -> NearMatch.findSimilar(wanted, WordSequence.of(each.text)).stream())
        .map(NearMatch.Match::differences)
        .min(Comparator.comparingInt(List::size))
        .orElse(List.of());
  }

  /**
   * Whether each part of a quote occurs in the text shown, either verbatim or as separate pieces.
   */
  boolean containsPiecesOf(List<String> parts) {
    WordSequence all = WordSequence.of(NormalizedText.of(joined()));
    return parts.stream()
        .allMatch(
            part ->
                findInOrder(List.of(part)).isPresent()
                    || FragmentMatch.isMadeOf(all, WordSequence.of(NormalizedText.of(part))));
  }

  private String joined() {
    StringBuilder text = new StringBuilder();
    stretches().forEach(stretch -> text.append(stretch.text.source()).append('\n'));
    return text.toString();
  }

  private static Span inDocument(Stretch stretch, int from, int to) {
    return stretch.text.sourceOf(from, to).shift(stretch.offset);
  }

  private List<Stretch> stretches() {
    if (stretches == null) {
      stretches = join(inOrder());
    }
    return stretches;
  }

  /**
   * Returns the snippets in text order. If a section was shown whole, its other snippets are
   * omitted, but not the header of a table that began in an earlier chunk.
   */
  private List<Snippet> inOrder() {
    Map<SectionId, Snippet> whole = new HashMap<>();
    snippets.stream()
        .filter(Snippet::isWholeSection)
        .forEach(snippet -> whole.merge(snippet.section(), snippet, ShownChunk::longer));
    return snippets.stream()
        .filter(snippet -> !isPartOf(whole.getOrDefault(snippet.section(), snippet), snippet))
        .sorted(
            Comparator.comparingInt(Snippet::offset)
                .thenComparing(snippet -> -snippet.text().length()))
        .toList();
  }

  private static boolean isPartOf(Snippet whole, Snippet snippet) {
    return !whole.equals(snippet)
        && snippet.offset() >= whole.offset()
        && contains(whole.text(), snippet.text());
  }

  private static boolean contains(String text, String snippet) {
    return SingleLine.of(text).contains(SingleLine.of(snippet));
  }

  private static Snippet longer(Snippet one, Snippet other) {
    return other.text().length() > one.text().length() ? other : one;
  }

  /**
   * Returns the section that contains a position; empty if no shown text contains the position.
   *
   * @param offset the position in the text of the document, in UTF-16 units
   */
  Optional<SectionId> sectionAt(int offset) {
    return snippets.stream()
        .filter(each -> each.offset() <= offset && offset < each.offset() + each.text().length())
        .map(Snippet::section)
        .findFirst();
  }

  private static List<Stretch> join(List<Snippet> ordered) {
    List<Stretch> joined = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    int offset = ordered.get(0).offset();
    SectionId previous = ordered.get(0).section();
    for (Snippet next : ordered) {
      int gap = next.offset() - offset - text.length();
      if (!next.section().equals(previous)) {
        // Sections do not overlap, but sanitizing may have made the previous one longer.
        gap = Math.max(0, gap);
      }
      previous = next.section();
      if (gap > MAX_GAP) {
        joined.add(stretch(text, offset));
        text = new StringBuilder();
        offset = next.offset();
        gap = 0;
      }
      append(text, gap, next.text());
    }
    joined.add(stretch(text, offset));
    return joined;
  }

  /**
   * Appends the part of a snippet that the text does not contain yet. Sanitizing may have made the
   * text before the snippet longer, so that the two seem to overlap.
   *
   * @param gap the distance from the end of the text to the start of the snippet; negative if the
   *     snippet overlaps the text
   */
  private static void append(StringBuilder text, int gap, String snippet) {
    if (gap >= 0) {
      text.append(" ".repeat(gap)).append(snippet);
    } else if (-gap < snippet.length() || !contains(text.toString(), snippet)) {
      boolean overlaps = snippet.startsWith(text.substring(text.length() + gap));
      text.append(overlaps ? "" : " ").append(snippet, overlaps ? -gap : 0, snippet.length());
    }
  }

  private static Stretch stretch(StringBuilder text, int offset) {
    return new Stretch(NormalizedText.of(text.toString()), offset);
  }
}
