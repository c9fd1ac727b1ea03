package dev.arag.core.corpus;

import static java.util.Objects.requireNonNull;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.Section;
import dev.arag.core.text.Sentence;
import java.util.List;
import java.util.Set;

/**
 * A section of a hit that contains matching sentences.
 *
 * @param section the section
 * @param sentences the sentences to show, in text order; the whole section without its heading
 *     lines if it is complete. Heading lines are included only if the section has no other
 *     sentences.
 * @param isComplete whether {@code sentences} is the whole section. A section is complete if it is
 *     at most {@value #COMPLETE_TOKENS} tokens long, or if all its sentences match.
 */
public record SectionHit(Section section, List<Sentence> sentences, boolean isComplete) {
  /** The maximum length of a section that is shown whole, in o200k tokens. */
  public static final int COMPLETE_TOKENS = 120;

  public SectionHit {
    requireNonNull(section, "section");
    sentences = List.copyOf(requireNonNull(sentences, "sentences"));
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
    List<Sentence> body = section.body().isEmpty() ? section.sentences() : section.body();
    boolean isComplete = wanted.containsAll(body) || section.tokens() <= COMPLETE_TOKENS;
    return new SectionHit(
        section, isComplete ? body : body.stream().filter(wanted::contains).toList(), isComplete);
  }
}
