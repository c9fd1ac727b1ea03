package dev.arag.cli.internal.report;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.ChunkView;
import dev.arag.core.text.Section;
import dev.arag.tools.call.ChunkNames;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Chunks and sections with their neighbors, without duplicates.
 *
 * @param texts the requested texts in the order of the request, each between its neighbors in text
 *     order. The neighbors of a chunk are chunks, and those of a section are sections.
 * @param missing ids that are unknown or out of scope
 */
public record ReadResult(List<Text> texts, List<String> missing) {
  /**
   * A chunk or one of its sections.
   *
   * @param section null for the whole chunk
   */
  public record Text(Chunk chunk, @Nullable Section section) {
    static Text of(Chunk chunk, int section) {
      return new Text(chunk, chunk.sections().get(section));
    }

    /** Returns this text as plain values, for JSON. */
    public ChunkView view() {
      return section == null ? chunk.view() : chunk.view(section);
    }

    private Optional<Text> previous(Corpus corpus) {
      if (section != null && section.id().number() > 0) {
        return Optional.of(of(chunk, section.id().number() - 1));
      }
      return read(corpus, chunk.previous())
          .map(
              before ->
                  section == null
                      ? new Text(before, null)
                      : of(before, before.sections().size() - 1));
    }

    private Optional<Text> next(Corpus corpus) {
      if (section != null && section.id().number() + 1 < section.count()) {
        return Optional.of(of(chunk, section.id().number() + 1));
      }
      return read(corpus, chunk.next())
          .map(after -> section == null ? new Text(after, null) : of(after, 0));
    }

    private static Optional<Chunk> read(Corpus corpus, @Nullable ChunkId id) {
      return id == null ? Optional.empty() : corpus.read(id);
    }
  }

  /**
   * @param ids the ids as the user typed them, with or without the brackets of a search result
   */
  public static ReadResult of(Corpus corpus, List<String> ids, int distance) {
    Set<Text> read = new LinkedHashSet<>();
    List<String> missing =
        ids.stream()
            .distinct()
            .filter(id -> !addWithNeighbors(corpus, id, distance, read))
            .toList();
    return new ReadResult(List.copyOf(read), missing);
  }

  private static boolean addWithNeighbors(Corpus corpus, String id, int distance, Set<Text> read) {
    Optional<Text> found = resolve(corpus, id);
    if (found.isEmpty()) {
      return false;
    }
    Deque<Text> around = new ArrayDeque<>(List.of(found.get()));
    int size = 0;
    for (int i = 0; i < distance && around.size() > size; i++) {
      size = around.size();
      around.getFirst().previous(corpus).ifPresent(around::addFirst);
      around.getLast().next(corpus).ifPresent(around::addLast);
    }
    read.addAll(around);
    return true;
  }

  /** Returns the chunk with an id; otherwise the section with the id. */
  private static Optional<Text> resolve(Corpus corpus, String typed) {
    return chunk(corpus, typed)
        .map(chunk -> new Text(chunk, null))
        .or(() -> ChunkNames.section(typed).flatMap(name -> section(corpus, name)));
  }

  private static Optional<Text> section(Corpus corpus, ChunkNames.SectionName name) {
    return chunk(corpus, name.chunk())
        .filter(chunk -> name.number() < chunk.sections().size())
        .map(chunk -> Text.of(chunk, name.number()));
  }

  private static Optional<Chunk> chunk(Corpus corpus, String typed) {
    return Stream.concat(Stream.of(ChunkId.of(typed)), ChunkNames.candidates(typed).stream())
        .map(corpus::read)
        .flatMap(Optional::stream)
        .findFirst();
  }
}
