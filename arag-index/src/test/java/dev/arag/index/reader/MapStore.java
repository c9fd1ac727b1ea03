package dev.arag.index.reader;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.source.Source;
import dev.arag.index.spi.split.IndexSettings;
import dev.arag.index.spi.split.Splitter;
import dev.arag.index.spi.store.ChunkedDocument;
import dev.arag.index.spi.store.DocumentStore;
import dev.arag.index.spi.store.EmbeddingPass;
import dev.arag.index.spi.store.ProgressEstimator;
import dev.arag.index.spi.store.RegisteredSource;
import dev.arag.index.spi.store.SourceLocation;
import dev.arag.index.spi.store.SourceReader;
import dev.arag.index.spi.store.SourceSync;
import dev.arag.index.spi.store.SyncTally;
import dev.arag.index.sync.SyncProgress;
import dev.arag.index.sync.SyncReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A store in memory, as an example for writers of other stores. It uses only public types. */
final class MapStore {
  private static final int CHUNK_TOKENS = 64;

  private final Embedder embedder;
  private final List<SyncProgress> progress = new ArrayList<>();
  private final Map<String, Stored> documents = new TreeMap<>();
  private final Map<String, SourceLocation> locations = new HashMap<>();

  /** A document, the name of its source, and one vector per sentence. */
  private record Stored(ChunkedDocument document, String source, List<Embedding> vectors) {
    private long sentences() {
      return vectors.size();
    }
  }

  MapStore(Embedder embedder) {
    this.embedder = embedder;
  }

  SyncReport sync(Source... sources) throws IOException {
    SourceReader reader = new SourceReader(new Splitter(CHUNK_TOKENS, TokenCounter.o200k()));
    SyncTally tally = new SyncTally();
    ProgressEstimator estimator = new ProgressEstimator(progress::add, sources.length, tally);
    Writer writer = new Writer(tally, estimator);
    SourceSync sync = new SourceSync(reader, writer, tally, estimator);
    for (RegisteredSource source : sync.resolve(List.of(sources))) {
      sync.sync(source);
    }
    writer.pass.report(tally);
    return tally.report(
        documents.size(),
        stored().mapToLong(each -> each.document().chunks().size()).sum(),
        stored().mapToLong(Stored::sentences).sum(),
        true);
  }

  private Stream<Stored> stored() {
    return documents.values().stream();
  }

  Set<String> documentIds() {
    return documents.keySet();
  }

  List<Chunk> chunks() {
    return stored().flatMap(each -> each.document().chunks().stream()).toList();
  }

  List<SyncProgress> progress() {
    return progress;
  }

  private boolean contains(String source, String documentId) {
    return documents.containsKey(documentId) && documents.get(documentId).source().equals(source);
  }

  /** Writes the documents of one sync. */
  private final class Writer implements DocumentStore {
    private final SyncTally tally;
    private final ProgressEstimator estimator;
    private final Set<String> visited = new HashSet<>();
    private final EmbeddingPass pass;
    private List<Embedding> vectors = new ArrayList<>();

    private Writer(SyncTally tally, ProgressEstimator estimator) {
      this.tally = tally;
      this.estimator = estimator;
      pass =
          new EmbeddingPass(
              embedder,
              IndexSettings.DEFAULT,
              callsEmbedder -> check(),
              vector -> vectors.add(vector),
              done -> {});
    }

    @Override
    public void check() {}

    @Override
    public boolean keep(String documentId, String contentHash) {
      Stored stored = documents.get(documentId);
      if (stored == null
          || !stored.document().contentHash().equals(contentHash)
          || !visited.add(documentId)) {
        return false;
      }
      tally.countUnchanged(stored.sentences());
      documentDone();
      return true;
    }

    private boolean isKeyTaken(String key) {
      String shortKey = key.substring(0, Splitter.SHORT_KEY_LENGTH);
      return stored()
          .map(each -> each.document().key())
          .anyMatch(other -> other != null && other.startsWith(shortKey) && !other.equals(key));
    }

    @Override
    public Optional<String> add(ChunkedDocument given, String source) throws IOException {
      String id = given.document().id();
      boolean isTaken = given.key() != null && isKeyTaken(given.key());
      ChunkedDocument chunked = isTaken ? given.withWholeKey() : given;
      Stored replaced = documents.get(id);
      if (visited.contains(id) || (replaced != null && !replaced.source().equals(source))) {
        return Optional.of("this id is already used");
      }
      visited.add(id);
      documents.put(id, new Stored(chunked, source, embed(chunked)));
      tally.countAdded(chunked, replaced != null);
      documentDone();
      return Optional.empty();
    }

    private List<Embedding> embed(ChunkedDocument chunked) throws IOException {
      vectors = new ArrayList<>();
      Document document = chunked.document();
      pass.add(document.id(), document.metadata(), chunked.chunks(), text -> null);
      pass.flush();
      return vectors;
    }

    @Override
    public void documentDone() {
      estimator.read(false);
    }

    private List<String> unvisited(String source, Predicate<String> isGone) {
      return documentIds().stream()
          .filter(id -> contains(source, id) && !visited.contains(id) && isGone.test(id))
          .toList();
    }

    @Override
    public long countUnvisited(String source, Predicate<String> isGone) {
      return unvisited(source, isGone).size();
    }

    @Override
    public void deleteUnvisited(String source, Predicate<String> isGone) {
      for (String id : unvisited(source, isGone)) {
        documents.remove(id);
        tally.countDeleted();
      }
    }

    @Override
    public boolean isFull() {
      return false;
    }

    @Override
    public void flush() {}

    @Override
    public Optional<SourceLocation> location(String source) {
      return Optional.ofNullable(locations.get(source));
    }

    /** A store on a disk returns a hash, so that it does not contain the path. */
    @Override
    public String pathHash(String path) {
      return path;
    }

    @Override
    public boolean hasStoredDocument(String source) {
      return stored().anyMatch(each -> each.source().equals(source));
    }

    @Override
    public void putLocation(String source, SourceLocation location) {
      locations.put(source, location);
    }
  }
}
