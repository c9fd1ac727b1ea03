package dev.arag.graph.internal.rank;

import dev.arag.core.corpus.MentionSource;
import dev.arag.core.corpus.MentionSource.Posting;
import dev.arag.core.spi.MentionFinder;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import dev.arag.graph.entity.EntityGraph;
import dev.arag.graph.spi.PassageSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A small graph that is written down by hand: the mentions of each sentence, its similarity to the
 * question, and the score of each chunk in the search. A chunk is one section without a heading.
 */
class GraphFixture implements PassageSource {
  private final Map<ChunkId, Chunk> chunks = new LinkedHashMap<>();
  private final Map<Posting, Double> similarities = new HashMap<>();
  private final List<Passage> nearest = new ArrayList<>();

  /** Adds a chunk of one document. */
  GraphFixture chunk(String id, Sentence... sentences) {
    return document(id, id, sentences);
  }

  /** Adds the next chunk of a document. */
  GraphFixture document(String document, String id, Sentence... sentences) {
    List<Chunk> before =
        chunks.values().stream()
            .filter(each -> each.location().documentId().equals(document))
            .toList();
    StringBuilder text = new StringBuilder();
    List<Sentence> placed = new ArrayList<>();
    for (Sentence each : sentences) {
      placed.add(new Sentence(each.text(), text.length(), each.heading(), each.isHeading()));
      text.append(each.text()).append('\n');
    }
    Chunk last = before.isEmpty() ? null : before.get(before.size() - 1);
    if (last != null) {
      chunks.put(last.id(), chunk(last, id(id)));
    }
    Location location = Location.builder(document).ordinal(before.size()).build();
    chunks.put(
        id(id),
        new Chunk(
            id(id), location, text.toString(), placed, 1, last == null ? null : last.id(), null));
    return this;
  }

  private static Chunk chunk(Chunk chunk, ChunkId next) {
    return new Chunk(
        chunk.id(),
        chunk.location(),
        chunk.text(),
        chunk.sentences(),
        chunk.tokens(),
        chunk.previous(),
        next);
  }

  ChunkId id(String id) {
    return ChunkId.of(id);
  }

  static Sentence sentence(String text) {
    return new Sentence(text, 0, List.of(), false);
  }

  static Sentence heading(String text) {
    return new Sentence(text, 0, List.of(), true);
  }

  static Sentence under(String heading, String text) {
    return new Sentence(text, 0, List.of(heading), false);
  }

  GraphFixture similarity(String chunk, int sentence, double value) {
    similarities.put(new Posting(ChunkId.of(chunk), sentence, 1), value);
    return this;
  }

  GraphFixture near(String chunk, double score) {
    nearest.add(new Passage(ChunkId.of(chunk), score));
    return this;
  }

  MentionSource mentions() {
    return mentions(MentionTable.capitalizedRuns());
  }

  EntityGraph graph() {
    return new MentionGraph(this, mentions());
  }

  MentionSource mentions(MentionFinder finder) {
    return MentionTable.of(List.copyOf(chunks.values()), finder);
  }

  EntityMentions query(MentionFinder finder) {
    return new EntityMentions(this, mentions(finder));
  }

  /** Finds exactly these texts. */
  static MentionFinder phrases(String... phrases) {
    return new MentionFinder() {
      @Override
      public List<Span> find(String sentence, List<String> heading) {
        return Stream.of(phrases)
            .filter(sentence::contains)
            .map(each -> new Span(sentence.indexOf(each), sentence.indexOf(each) + each.length()))
            .toList();
      }

      @Override
      public String fingerprint() {
        return "phrases";
      }
    };
  }

  EntityMentions query() {
    return new EntityMentions(this, mentions());
  }

  @Override
  public List<Passage> nearest(String question, int topK) {
    return nearest.stream().limit(topK).toList();
  }

  @Override
  public double[] similarities(String question, List<Posting> sentences) {
    return sentences.stream()
        .mapToDouble(
            each -> similarities.getOrDefault(new Posting(each.chunkId(), each.sentence(), 1), 0.0))
        .toArray();
  }

  @Override
  public List<Chunk> read(Collection<ChunkId> ids) {
    return new LinkedHashSet<>(ids).stream().map(chunks::get).filter(Objects::nonNull).toList();
  }
}
