package dev.arag.index;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.CorpusOrder;
import dev.arag.core.text.Sentence;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.commit.Segment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * An embedder that returns the stored vectors of an index in corpus order, so that an oracle can
 * use them.
 */
final class StoredVectors implements Embedder {
  private final Embedder forQueries;
  private final Deque<Row> rows = new ArrayDeque<>();

  private record Row(String text, Embedding embedding) {}

  private record Stored(Chunk chunk, List<Row> rows) {}

  private StoredVectors(Embedder forQueries, List<Stored> inCorpusOrder) {
    this.forQueries = forQueries;
    inCorpusOrder.forEach(stored -> rows.addAll(stored.rows()));
  }

  /**
   * Returns an oracle that uses the chunks and vectors stored in the index, without deleted
   * documents.
   */
  static InMemoryCorpus oracle(Index index, Embedder forQueries) {
    List<Stored> stored = new ArrayList<>();
    for (Segment segment : index.currentState().commitPoint().segments()) {
      for (int i = 0; i < segment.chunks().chunks(); i++) {
        if (segment.isLive(segment.chunks().document(i))) {
          stored.add(stored(segment, i));
        }
      }
    }
    stored.sort(Comparator.comparing(each -> each.chunk().location(), CorpusOrder.BY_LOCATION));
    return InMemoryCorpus.ofChunks(
        new StoredVectors(forQueries, stored), stored.stream().map(Stored::chunk).toList());
  }

  private static Stored stored(Segment segment, int number) {
    ChunksReader chunks = segment.chunks();
    Chunk chunk = chunks.read(number);
    List<Row> rows = new ArrayList<>();
    long row = chunks.firstSentence(number);
    for (Sentence sentence : chunk.sentences()) {
      rows.add(new Row(sentence.embeddedText(), segment.vectors().read(row++)));
    }
    if (row != chunks.firstSentence(number + 1)) {
      throw new AssertionError(
          "The number of sentences of " + chunk.id() + " differs from the number of its rows.");
    }
    return new Stored(chunk, rows);
  }

  @Override
  public int dimension() {
    return forQueries.dimension();
  }

  @Override
  public String fingerprint() {
    return forQueries.fingerprint();
  }

  @Override
  public List<Embedding> embedSentences(List<String> sentences) {
    return sentences.stream().map(this::next).toList();
  }

  private Embedding next(String sentence) {
    Row row = rows.remove();
    if (!row.text().equals(sentence)) {
      throw new AssertionError(
          "Expected the sentence \"" + row.text() + "\", got \"" + sentence + "\".");
    }
    return row.embedding();
  }

  @Override
  public Embedding embedQuery(String query) {
    return forQueries.embedQuery(query);
  }
}
