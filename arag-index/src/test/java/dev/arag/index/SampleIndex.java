package dev.arag.index;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.internal.store.MemoryStore;
import dev.arag.index.internal.store.Store;
import dev.arag.index.source.Source;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The files of an index with all features: all kinds of files, three segments, deleted documents in
 * two segments, warnings, diagnostics and retired keys. Also contains the files of the previous
 * generation.
 */
public final class SampleIndex {
  private static final int DIMENSION = 16;

  private final Map<String, byte[]> files = new TreeMap<>();
  private final Map<String, byte[]> filesBefore = new TreeMap<>();

  /**
   * An embedder that reports half of a text as unknown if the text contains "seven", and that
   * rejects sentences with "nine".
   */
  private static final class LimitedSampleEmbedder implements Embedder {
    private final HashEmbedder hashes = new HashEmbedder(DIMENSION);

    @Override
    public int dimension() {
      return DIMENSION;
    }

    @Override
    public List<Embedding> embedSentences(List<String> sentences) {
      return hashes.embedSentences(sentences);
    }

    @Override
    public Embedding embedQuery(String query) {
      return hashes.embedQuery(query);
    }

    @Override
    public String fingerprint() {
      return "picky";
    }

    @Override
    public OptionalDouble unknownShare(String text) {
      return OptionalDouble.of(text.contains("seven") ? 0.5 : 0);
    }

    @Override
    public boolean fits(String text) {
      return !text.contains("nine");
    }
  }

  private SampleIndex() {}

  /**
   * Builds an index whose texts contain the given digit. Indexes for different digits have files of
   * the same lengths.
   */
  public static SampleIndex build(int digit) {
    return new SampleIndex().fill(digit, 34, 6);
  }

  /**
   * Builds a larger index whose files have several blocks. Opening the index reads only some of the
   * blocks.
   */
  public static SampleIndex buildLarge() {
    return new SampleIndex().fill(1, 60, 130);
  }

  /** Builds a small index with the same features. */
  public static SampleIndex buildSmall(int digit) {
    return new SampleIndex().fill(digit, 23, 1);
  }

  private SampleIndex fill(int digit, int documents, int sentences) {
    MemoryStore store = new MemoryStore();
    try (Index index =
        Index.builder(store).embedder(embedder()).mentions(new NameFinder()).openOrCreate()) {
      index.sync(source(0, documents, digit, sentences));
      index.delete(List.of("d3", "d5"));
      index.purge();
      index.sync(source(documents, documents + documents / 4, digit, sentences));
      index.sync(source(documents * 2, documents * 2 + documents / 12, digit, sentences));
      index.delete(List.of("d1"));
      copy(store, filesBefore);
      index.delete(List.of("d7", "d" + (documents + 1)));
    }
    copy(store, files);
    return this;
  }

  private static void copy(MemoryStore store, Map<String, byte[]> files) {
    store.files().forEach((name, bytes) -> files.put(name, bytes.clone()));
  }

  private static Source source(int from, int to, int digit, int sentences) {
    List<Document> documents =
        IntStream.range(from, to).mapToObj(i -> document(i, digit, sentences)).toList();
    return Source.documents("sample", documents);
  }

  private static Document document(int number, int digit, int sentences) {
    RandomTexts texts = new RandomTexts(number);
    StringBuilder text = new StringBuilder("Number " + digit + ". ");
    for (int i = 0; i < sentences; i++) {
      text.append(texts.words(9)).append(". ");
    }
    text.append(end(number));
    Document.Builder document =
        Document.builder("d" + number, text.toString())
            .metadata("year", 1870 + number % 20)
            .metadata("odd", number % 2 == 1)
            .metadata("tags", List.of("t" + number % 3, "é"));
    if (number % 4 == 0) {
      document.title("Title " + number).heading(0, List.of("Part", "Section " + number));
    }
    return number % 5 == 1 ? document.oneChunk(ChunkId.of("c" + number)).build() : document.build();
  }

  /** Returns a document with about the given number of characters in one chunk. */
  static Document large(int length) {
    String text = "Long words again. ".repeat(length / 18);
    return Document.builder("large", text).oneChunk(ChunkId.of("large")).build();
  }

  private static String end(int number) {
    return switch (number % 6) {
      case 2 -> "Half \ud800 stands alone.";
      case 4 -> "It was seven.";
      case 5 -> "It was nine.";
      default -> "The old river ended at the bridge.";
    };
  }

  static Embedder embedder() {
    return new LimitedSampleEmbedder();
  }

  /** Opens an index that this class has built. */
  static Index open(Store store) {
    return Index.builder(store).embedder(embedder()).knownFinders(NameFinder::known).open();
  }

  /** Returns the files by name. Callers must not modify them. */
  public Map<String, byte[]> files() {
    return files;
  }

  /** Returns the files of the previous generation by name. Callers must not modify them. */
  Map<String, byte[]> filesBefore() {
    return filesBefore;
  }

  Stream<String> names() {
    return files.keySet().stream();
  }

  long bytes() {
    return files.values().stream().mapToLong(bytes -> bytes.length).sum();
  }

  /** Returns a new store with all files. The byte arrays are shared with other stores. */
  public MemoryStore store() {
    MemoryStore store = new MemoryStore();
    files.forEach(store::put);
    return store;
  }

  /** Returns a new store with all files, one of them replaced. */
  MemoryStore storeWith(String name, byte[] bytes) {
    MemoryStore store = store();
    store.put(name, bytes);
    return store;
  }

  /** Selects a random byte of all files. Each byte is equally likely. */
  Place randomPlace(Random random) {
    long place = random.nextLong(bytes());
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      if (place < file.getValue().length) {
        return new Place(file.getKey(), (int) place);
      }
      place -= file.getValue().length;
    }
    throw new AssertionError("There is no byte " + place);
  }

  /** The position of a byte in a file. */
  record Place(String file, int offset) {}
}
