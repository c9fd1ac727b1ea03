package dev.arag.index;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Scope;
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
import java.util.Random;
import java.util.Set;

/**
 * The documents of one tenant in two indexes. One index contains only this tenant's documents. The
 * other is shared with other tenants, which add and delete documents.
 */
final class TenantFixture implements AutoCloseable {
  private static final int TENANTS = 4;
  private static final List<String> KEYS = List.of("kind", "year", "draft", "tags", "weight");

  private final RandomTexts texts;
  private final Random random;
  private final MemoryStore sharedStore = new MemoryStore();
  private final MemoryStore ownStore = new MemoryStore();
  private final boolean isEmbedded;
  private final boolean hasGraph;
  private final Index shared;
  private final Index own;
  private final Scope tenant;
  private final Set<ChunkId> elsewhere = new HashSet<>();

  TenantFixture(long seed) {
    texts = new RandomTexts(seed);
    random = texts.random();
    isEmbedded = random.nextInt(8) != 0;
    hasGraph = random.nextBoolean();
    tenant = Scope.equal("tenant", tenantValue(0));
    shared = open(sharedStore);
    own = open(ownStore);
    fill();
  }

  private Index open(MemoryStore store) {
    Index.Builder builder =
        Index.builder(store).chunkTokens(64).batchLimits(new BatchLimits(40, 2_000));
    if (hasGraph) {
      builder.mentions(new NameFinder());
    }
    return (isEmbedded ? builder.embedder(new HashEmbedder(8)) : builder.withoutEmbeddings())
        .openOrCreate();
  }

  private static Object tenantValue(int number) {
    return "tenant " + number;
  }

  /** Fills both indexes. The tenant may have no documents, or only deleted ones. */
  private void fill() {
    List<Document> mine = documents(0, random.nextInt(5) == 0 ? 0 : 1 + random.nextInt(12));
    List<Document> deleted = documents(TENANTS, random.nextInt(3));
    addToOwnIndex(mine, deleted);
    addToSharedIndex(mine, deleted);
  }

  private void addToOwnIndex(List<Document> mine, List<Document> deleted) {
    sync(own, mine);
    if (!deleted.isEmpty() && random.nextBoolean()) {
      sync(own, deleted);
      own.delete(deleted.stream().map(Document::id).toList());
    }
  }

  private void addToSharedIndex(List<Document> mine, List<Document> deleted) {
    List<Document> all = new ArrayList<>(mine);
    all.addAll(deleted);
    for (int other = 1; other < TENANTS; other++) {
      all.addAll(documents(other, random.nextInt(12)));
    }
    Collections.shuffle(all, random);
    while (!all.isEmpty()) {
      List<Document> some = all.subList(0, Math.min(all.size(), 1 + random.nextInt(9)));
      sync(shared, some);
      some.clear();
      addNoise();
    }
    remember();
    shared.delete(deleted.stream().map(Document::id).toList());
    if (random.nextInt(3) == 0) {
      shared.purge();
    }
  }

  private void sync(Index index, List<Document> documents) {
    index.sync(Source.documents("all", documents));
  }

  /** Deletes or changes documents of other tenants. */
  private void addNoise() {
    remember();
    List<String> ids =
        IndexContents.chunks(shared).stream()
            .filter(chunk -> !tenant.allows(chunk, "all"))
            .map(chunk -> chunk.location().documentId())
            .distinct()
            .filter(id -> random.nextInt(4) == 0)
            .toList();
    if (random.nextBoolean()) {
      shared.delete(ids);
    } else {
      ids.forEach(id -> sync(shared, List.of(document(id, 1 + random.nextInt(TENANTS - 1)))));
    }
  }

  /** Records the ids of all chunks in the shared index that do not belong to the tenant. */
  private void remember() {
    for (Chunk chunk : IndexContents.chunks(shared)) {
      if (!tenant.allows(chunk, "all")) {
        elsewhere.add(chunk.id());
      }
    }
  }

  private List<Document> documents(int owner, int count) {
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      documents.add(document("é😀a#" + owner + "-" + (i * 37) % count, owner));
    }
    return documents;
  }

  /**
   * Creates a document. The owner number {@code TENANTS} stands for documents of the tenant that
   * will be deleted.
   */
  private Document document(String id, int owner) {
    Document.Builder builder = Document.builder(id, texts.words(60));
    for (String key : KEYS) {
      if (random.nextInt(4) != 0) {
        builder.metadata(key, value(key));
      }
    }
    if (random.nextInt(4) == 0) {
      builder.heading(0, List.of(texts.words(2)));
    }
    if (random.nextInt(4) == 0) {
      builder.oneChunk(ChunkId.of("own " + id));
    }
    if (owner > 0 && owner < TENANTS && random.nextInt(9) == 0) {
      return builder.build();
    }
    return builder.metadata("tenant", tenantValue(owner % TENANTS)).build();
  }

  private Object value(String key) {
    return switch (key) {
      case "kind" -> random.nextInt(9) == 0 ? (Object) random.nextInt(3) : texts.word();
      case "year" -> 1870 + random.nextInt(6);
      case "draft" -> random.nextBoolean();
      case "tags" -> List.of(texts.word(), texts.word());
      default -> random.nextInt(4) / 2.0;
    };
  }

  /** The results of both indexes for the same random query within the same scopes. */
  record Pair(String question, CallOutcome among, CallOutcome alone) {}

  Pair ask() {
    Scope scope = random.nextInt(3) == 0 ? Scope.everything() : scope(2);
    RandomQuery question = RandomQuery.random(texts, ids());
    Corpus among = shared.within(tenant).within(scope);
    Corpus alone = random.nextBoolean() ? own.within(scope) : own.within(tenant).within(scope);
    return new Pair(
        question + " in " + scope,
        CallOutcome.of(() -> question.ask(among), sharedStore),
        CallOutcome.of(() -> question.ask(alone), ownStore));
  }

  private Scope scope(int depth) {
    String key = KEYS.get(random.nextInt(KEYS.size()));
    return switch (random.nextInt(depth == 0 ? 4 : 7)) {
      case 0 -> Scope.equal(key, scalar(key));
      case 1 -> Scope.in(key, Set.of(scalar(key)));
      case 2 ->
          random.nextBoolean()
              ? Scope.between("year", 1871, 1874)
              : Scope.between("kind", "a", "m");
      case 3 -> idScope();
      case 4 -> scope(depth - 1).and(scope(depth - 1));
      case 5 -> scope(depth - 1).or(scope(depth - 1));
      default -> scope(depth - 1).not();
    };
  }

  /** Returns a scope on ids, some of which belong to other tenants, or on the source. */
  private Scope idScope() {
    return switch (random.nextInt(3)) {
      case 0 ->
          Scope.documents(
              shared.documentIds().stream().filter(id -> random.nextInt(3) == 0).toList());
      case 1 -> Scope.chunks(ids());
      default -> Scope.source(random.nextInt(4) == 0 ? "none" : "all");
    };
  }

  private Object scalar(String key) {
    Object value = value(key);
    return value instanceof List<?> list ? list.get(0) : value;
  }

  /** Returns random ids: some of the tenant, some of other tenants, and some unknown. */
  private List<ChunkId> ids() {
    List<ChunkId> ids = new ArrayList<>(List.of(ChunkId.of("never"), ChunkId.of("aaaaaaaa#0")));
    IndexContents.chunks(own).forEach(chunk -> ids.add(chunk.id()));
    ids.addAll(elsewhere);
    Collections.shuffle(ids, random);
    return ids.subList(0, Math.min(ids.size(), 1 + random.nextInt(12)));
  }

  /** Reads ids that do not belong to the tenant one by one and returns the results. */
  List<CallOutcome> readForeignIds() {
    Set<ChunkId> mine = new HashSet<>();
    IndexContents.chunks(own).forEach(chunk -> mine.add(chunk.id()));
    List<CallOutcome> answers = new ArrayList<>();
    answers.add(CallOutcome.of(() -> shared.within(tenant).read(ChunkId.of("never")), sharedStore));
    for (ChunkId id : elsewhere) {
      if (!mine.contains(id)) {
        answers.add(CallOutcome.of(() -> shared.within(tenant).read(id), sharedStore));
      }
    }
    return answers;
  }

  @Override
  public void close() {
    shared.close();
    own.close();
  }
}
