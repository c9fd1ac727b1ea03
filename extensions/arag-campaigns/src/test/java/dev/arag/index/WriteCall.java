package dev.arag.index;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.source.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A call that writes to an index, and its effect on the documents if it succeeds. */
sealed interface WriteCall {
  void run(Index index);

  /**
   * @param documents the texts by document id; this method changes the map
   */
  void apply(Map<String, String> documents);

  /** The number of sentences in each text. */
  int SENTENCES = 2;

  /**
   * Returns the states of an index during the call, with batches of two documents. The first
   * element is the state before the call; the last is the state after it.
   */
  default List<Map<String, String>> states(Map<String, String> before) {
    List<Map<String, String>> states = new ArrayList<>();
    states.add(before);
    Map<String, String> state = new TreeMap<>(before);
    int count = 0;
    for (Map.Entry<String, String> each : texts().entrySet()) {
      state.put(each.getKey(), each.getValue());
      if (++count % 2 == 0) {
        states.add(new TreeMap<>(state));
      }
    }
    Map<String, String> after = new TreeMap<>(before);
    apply(after);
    states.add(after);
    return states;
  }

  /** Returns the texts that the call adds, in the order in which it adds them. */
  default Map<String, String> texts() {
    return Map.of();
  }

  record Put(Map<String, String> texts) implements WriteCall {
    @Override
    public void run(Index index) {
      index.sync(Source.documents("test", documents(texts)));
    }

    @Override
    public void apply(Map<String, String> documents) {
      documents.putAll(texts);
    }
  }

  /** A sync with pruning. Afterwards the index contains only these texts. */
  record PutOnly(Map<String, String> texts) implements WriteCall {
    @Override
    public void run(Index index) {
      index.sync(Source.documents("test", documents(texts)).prune(1));
    }

    @Override
    public void apply(Map<String, String> documents) {
      documents.clear();
      documents.putAll(texts);
    }
  }

  record Delete(Set<String> ids) implements WriteCall {
    @Override
    public void run(Index index) {
      index.delete(ids);
    }

    @Override
    public void apply(Map<String, String> documents) {
      documents.keySet().removeAll(ids);
    }
  }

  record Purge() implements WriteCall {
    @Override
    public void run(Index index) {
      index.purge();
    }

    @Override
    public void apply(Map<String, String> documents) {}
  }

  /**
   * Creates documents. A chunk id consists of the document id and a hash of the text, so that no id
   * identifies two texts.
   */
  private static List<Document> documents(Map<String, String> texts) {
    return texts.entrySet().stream().map(each -> document(each.getKey(), each.getValue())).toList();
  }

  private static Document document(String id, String text) {
    ChunkId chunk = ChunkId.of(id + " " + Integer.toHexString(text.hashCode()));
    return Document.builder(id, text).oneChunk(chunk).build();
  }

  static WriteCall put(String... idsAndTexts) {
    Map<String, String> texts = new TreeMap<>();
    for (int i = 0; i < idsAndTexts.length; i += 2) {
      texts.put(idsAndTexts[i], idsAndTexts[i + 1]);
    }
    return new Put(texts);
  }

  static WriteCall delete(String... ids) {
    return new Delete(Set.of(ids));
  }

  /**
   * Returns one call from an endless random sequence.
   *
   * @param number the position of the call in the sequence of the seed
   */
  static WriteCall random(long seed, int number) {
    Random random = new Random(1_000_003 * seed + number);
    int kind = random.nextInt(20);
    if (kind < 12) {
      return new Put(texts(random, number, 1 + random.nextInt(4)));
    }
    if (kind < 15) {
      return new Delete(new TreeSet<>(texts(random, number, 1 + random.nextInt(4)).keySet()));
    }
    return kind < 17 ? new PutOnly(texts(random, number, 8)) : new Purge();
  }

  private static Map<String, String> texts(Random random, int number, int count) {
    Map<String, String> texts = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      String id = "d" + random.nextInt(20);
      texts.put(id, "This is " + id + ". " + "It was written as number " + number + ".");
    }
    return texts;
  }

  /** Returns the texts of an index by document id. Each document must have exactly one chunk. */
  static Map<String, String> found(Index index) {
    Map<String, String> found = new TreeMap<>();
    for (Chunk chunk : IndexContents.chunks(index)) {
      found.merge(chunk.location().documentId(), chunk.text(), (one, other) -> one + "|" + other);
    }
    return found;
  }
}
