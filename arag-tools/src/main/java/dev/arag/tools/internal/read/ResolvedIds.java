package dev.arag.tools.internal.read;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.SectionId;
import dev.arag.tools.call.ChunkNames;
import dev.arag.tools.internal.context.ConversationTracker;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The result of resolving ids written by a model: the chunks and sections found and the unknown
 * ids. Ids of chunks that were deleted or are out of scope are unknown.
 *
 * @param passages the chunks and sections in the order requested, without duplicates
 * @param unknown the ids, as written by the model, that do not refer to any chunk
 * @param withoutSection the ids, as written by the model, that refer to a chunk that does not have
 *     this section, with the chunk
 */
public record ResolvedIds(
    List<Passage> passages, List<String> unknown, Map<String, Passage> withoutSection) {
  public static ResolvedIds of(List<String> written, Corpus corpus, ConversationTracker tracker) {
    Map<String, Candidates> candidates = new LinkedHashMap<>();
    written.forEach(text -> candidates.put(text, Candidates.of(text, tracker)));
    Set<ChunkId> ids = new LinkedHashSet<>();
    candidates.values().forEach(each -> each.addTo(ids));
    Map<ChunkId, Passage> found = new LinkedHashMap<>();
    corpus.read(ids).forEach(chunk -> found.put(chunk.id(), Passage.of(chunk)));
    Set<Passage> passages = new LinkedHashSet<>();
    List<String> unknown = new ArrayList<>();
    Map<String, Passage> withoutSection = new LinkedHashMap<>();
    candidates.forEach(
        (text, ofText) ->
            ofText
                .find(found)
                .ifPresentOrElse(
                    passages::add,
                    () ->
                        ofText
                            .chunkOfSection(found)
                            .ifPresentOrElse(
                                chunk -> withoutSection.put(text, chunk),
                                () -> unknown.add(text))));
    return new ResolvedIds(List.copyOf(passages), unknown, withoutSection);
  }

  /**
   * The ids that a text may refer to. An id of a chunk takes precedence over an id of a section.
   *
   * @param chunks the ids of the chunks that the whole text may refer to
   * @param chunksOfSection the ids of the chunks whose section the text may refer to
   * @param section the number of that section
   */
  private record Candidates(List<ChunkId> chunks, List<ChunkId> chunksOfSection, int section) {
    static Candidates of(String text, ConversationTracker tracker) {
      return ChunkNames.section(text)
          .map(
              name -> new Candidates(ids(text, tracker), ids(name.chunk(), tracker), name.number()))
          .orElseGet(() -> new Candidates(ids(text, tracker), List.of(), 0));
    }

    /**
     * Returns the ids that a text may refer to. A short id that was shown in this conversation
     * takes precedence over an identical id of the corpus.
     */
    private static List<ChunkId> ids(String text, ConversationTracker tracker) {
      List<ChunkId> ids = new ArrayList<>();
      tracker.resolve(text).ifPresent(ids::add);
      ids.addAll(ChunkNames.candidates(text));
      shownWithKey(text, tracker).ifPresent(ids::add);
      return ids;
    }

    /** Returns the only chunk shown whose id is the text, a number sign and a number. */
    private static Optional<ChunkId> shownWithKey(String text, ConversationTracker tracker) {
      String start = ChunkNames.normalize(text) + "#";
      List<ChunkId> shown =
          tracker.sectionsSeen().stream()
              .map(SectionId::chunkId)
              .distinct()
              .filter(id -> ChunkNames.of(id).startsWith(start))
              .toList();
      return shown.size() == 1 ? Optional.of(shown.get(0)) : Optional.empty();
    }

    void addTo(Set<ChunkId> ids) {
      ids.addAll(chunks);
      ids.addAll(chunksOfSection);
    }

    Optional<Passage> find(Map<ChunkId, Passage> found) {
      return first(chunks, found).or(() -> chunkOfSection(found).flatMap(this::section));
    }

    /** Returns the chunk whose section the text may refer to, if it is in the corpus. */
    Optional<Passage> chunkOfSection(Map<ChunkId, Passage> found) {
      return first(chunksOfSection, found);
    }

    private Optional<Passage> section(Passage chunk) {
      return section < chunk.sections().size()
          ? Optional.of(chunk.only(section))
          : Optional.empty();
    }

    private static Optional<Passage> first(List<ChunkId> ids, Map<ChunkId, Passage> found) {
      return ids.stream().flatMap(id -> Optional.ofNullable(found.get(id)).stream()).findFirst();
    }
  }
}
