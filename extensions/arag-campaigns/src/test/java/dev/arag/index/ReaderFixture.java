package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.Slice;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.internal.store.MemoryStore;
import dev.arag.index.internal.sync.BatchLimits;
import dev.arag.index.source.Source;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * The documents that one reader may read in two indexes. One index has rights and contains all
 * documents, whose principals change. The other has no rights and contains only the documents that
 * the reader may read now.
 */
final class ReaderFixture implements AutoCloseable {
  private static final int DOCUMENTS = 12;
  private static final List<String> PRINCIPALS =
      List.of(Document.EVERYONE, "user:a", "user:b", "group:1", "group:2", "group:3");

  private final RandomTexts texts;
  private final Random random;
  private final boolean hasGraph;
  private final MemoryStore sharedStore = new MemoryStore();
  private final MemoryStore ownStore = new MemoryStore();
  private final Counting embedder = new Counting();
  private final Map<String, Document> documents = new TreeMap<>();
  private final Set<ChunkId> ids = new HashSet<>();
  private final Set<String> reader = new HashSet<>();
  private Index shared;
  private final Index own;

  ReaderFixture(long seed) {
    texts = new RandomTexts(seed);
    random = texts.random();
    hasGraph = random.nextBoolean();
    principals().stream().filter(each -> !each.equals("user:b")).forEach(reader::add);
    shared = builder(sharedStore).embedder(embedder).rights().openOrCreate();
    own = builder(ownStore).embedder(new HashEmbedder(8)).openOrCreate();
    for (int i = 0; i < DOCUMENTS; i++) {
      edit("é😀a#" + i);
    }
    write(List.copyOf(documents.keySet()));
  }

  /** Counts the sentences that it embeds. */
  private static final class Counting implements Embedder {
    private final Embedder embedder = new HashEmbedder(8);
    private int sentences;

    @Override
    public int dimension() {
      return embedder.dimension();
    }

    @Override
    public List<Embedding> embedSentences(List<String> all) {
      sentences += all.size();
      return embedder.embedSentences(all);
    }

    @Override
    public Embedding embedQuery(String query) {
      return embedder.embedQuery(query);
    }

    @Override
    public String fingerprint() {
      return embedder.fingerprint();
    }
  }

  private Index.Builder builder(MemoryStore store) {
    Index.Builder builder =
        Index.builder(store).chunkTokens(64).batchLimits(new BatchLimits(40, 2_000));
    return hasGraph ? builder.mentions(new NameFinder()) : builder;
  }

  /** Returns random principals, often none. */
  private List<String> principals() {
    return PRINCIPALS.stream().filter(each -> random.nextInt(6) == 0).toList();
  }

  private void edit(String id) {
    Document.Builder document =
        Document.builder(id, random.nextInt(15) == 0 ? "" : texts.words(40))
            .metadata("kind", texts.word())
            .metadata("year", 1870 + random.nextInt(4))
            .readableBy(principals());
    documents.put(id, document.build());
  }

  /** Changes the principals of documents, and sometimes texts or the index. */
  void change() {
    List<String> changed =
        documents.keySet().stream().filter(id -> random.nextInt(DOCUMENTS / 2) == 0).toList();
    boolean isEdit = random.nextInt(10) == 0;
    for (String id : changed) {
      if (isEdit) {
        edit(id);
      } else {
        Document document = documents.get(id);
        documents.put(id, document.toBuilder().readableBy(principals()).build());
      }
    }
    int before = embedder.sentences;
    write(changed);
    if (!isEdit) {
      assertThat(embedder.sentences).isEqualTo(before);
    }
    maintain();
  }

  private void write(List<String> changed) {
    List<Document> all = changed.stream().map(documents::get).toList();
    shared.sync(Source.documents("all", all));
    own.sync(
        Source.documents(
            "all",
            all.stream()
                .filter(this::isReadable)
                .map(each -> each.toBuilder().readableBy(List.of()).build())
                .toList()));
    own.delete(all.stream().filter(each -> !isReadable(each)).map(Document::id).toList());
    IndexContents.chunks(shared).forEach(chunk -> ids.add(chunk.id()));
  }

  private boolean isReadable(Document document) {
    return document.readableBy().contains(Document.EVERYONE)
        || !Collections.disjoint(document.readableBy(), reader);
  }

  /** Purges the index with rights or opens it again. */
  private void maintain() {
    int kind = random.nextInt(40);
    if (kind == 0) {
      shared.purge();
    } else if (kind == 1) {
      shared.close();
      Index.Builder builder = builder(sharedStore).embedder(embedder);
      shared = (random.nextBoolean() ? builder : builder.rights()).open();
    }
  }

  /** The results of both indexes for the same random query within the same scopes. */
  record Pair(String question, CallOutcome among, CallOutcome alone) {}

  Pair ask() {
    List<ChunkId> some = new ArrayList<>(List.of(ChunkId.of("never")));
    some.addAll(ids);
    Collections.shuffle(some, random);
    List<ChunkId> asked = some.subList(0, Math.min(some.size(), 1 + random.nextInt(12)));
    RandomQuery question =
        random.nextInt(3) == 0
            ? RandomQuery.ofDocuments(texts, List.copyOf(documents.keySet()))
            : RandomQuery.random(texts, asked);
    Scope scope = scope(asked);
    Scope readable = Scope.readableBy(reader);
    Catalogue among =
        random.nextBoolean()
            ? shared.within(readable).within(scope)
            : shared.within(scope).within(readable);
    Catalogue alone = own.within(scope);
    return new Pair(
        question + " in " + scope,
        CallOutcome.of(() -> question.ask(among), sharedStore),
        CallOutcome.of(() -> question.ask(alone), ownStore));
  }

  private Scope scope(List<ChunkId> some) {
    Scope year = Scope.equal("year", 1870 + random.nextInt(4));
    return switch (random.nextInt(8)) {
      case 0 -> year;
      case 1 -> year.not();
      case 2 -> Scope.chunks(some);
      case 3 -> Scope.documents(documents.keySet()).and(Scope.chunks(some).not());
      case 4 -> year.or(Scope.source("all"));
      default -> Scope.everything();
    };
  }

  /** Requires that the index contains nothing within a scope that names no principals. */
  void requireNothingWithoutPrincipals() {
    List<Chunk> chunks = IndexContents.chunks(shared);
    for (Catalogue each : List.of(shared, shared.within(scope(List.copyOf(ids))))) {
      assertThat(each.documents(Slice.first(9))).isEmpty();
      assertThat(each.read(chunks.stream().map(Chunk::id).toList())).isEmpty();
    }
  }

  @Override
  public void close() {
    shared.close();
    own.close();
  }
}
