package dev.arag.core.corpus;

import static java.util.Objects.requireNonNull;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.Section;
import dev.arag.core.text.Sentence;
import java.util.List;
import java.util.Set;

/**
 * A section that contains sentences that a {@link Hit} shows.
 *
 * @param section the section
 * @param matches the {@linkplain Hit#sentences() sentences of the hit} that are in this section, in
 *     text order. With the standard ranking rules, they include heading lines only if the hit has
 *     nothing else to show.
 * @param isComplete whether to show the whole section. A section is complete if it is at most
 *     {@value #COMPLETE_TOKENS} tokens long.
 */
public record SectionHit(Section section, List<Sentence> matches, boolean isComplete) {
  /**
   * The maximum length of a section that is shown whole, in {@linkplain
   * dev.arag.core.token.TokenCounter#o200k() o200k tokens}.
   */
  public static final int COMPLETE_TOKENS = 120;

  public SectionHit {
    requireNonNull(section, "section");
    matches = List.copyOf(requireNonNull(matches, "matches"));
  }

  /** Returns the sections of a chunk that contain any of the matching sentences, in text order. */
  static List<SectionHit> of(Chunk chunk, List<Sentence> matching) {
    Set<Sentence> wanted = Set.copyOf(matching);
    return chunk.sections().stream()
        .filter(section -> section.sentences().stream().anyMatch(wanted::contains))
        .map(section -> of(section, wanted))
        .toList();
  }

  private static SectionHit of(Section section, Set<Sentence> wanted) {
    List<Sentence> matches = section.sentences().stream().filter(wanted::contains).toList();
    return new SectionHit(section, matches, section.tokens() <= COMPLETE_TOKENS);
  }

  /**
   * The sentences to show, in text order: all sentences of a {@linkplain #isComplete() complete}
   * section, otherwise the {@link #matches()}. A complete section includes its heading lines only
   * if it has several of them or no other sentences.
   */
  public List<Sentence> sentences() {
    if (!isComplete) {
      return matches;
    }
    int headings = section.sentences().size() - section.body().size();
    return headings > 1 || section.body().isEmpty() ? section.sentences() : section.body();
  }
}
