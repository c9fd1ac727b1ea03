package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.error.AragException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.ModelSync.Feed;
import dev.arag.index.internal.commit.FileNames;
import dev.arag.index.internal.store.FaultyStore;
import dev.arag.index.internal.store.FaultyStore.Failing;
import dev.arag.index.internal.store.MemoryStore;
import dev.arag.index.internal.sync.BatchLimits;
import dev.arag.index.source.Source;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs random calls on two handles of one index and compares the effect of each call with a model.
 */
final class ModelSequence {
  static final int LENGTH = 50;

  private static final Pattern MARKER = Pattern.compile(ModelFeeds.MARKER + "\\d+\\.");
  private static final int MOST_CALLS = 120;
  private static final int MOST_SENTENCES = 12;

  private final long seed;
  private final Random random;
  private final RandomTexts texts;
  private final ModelFeeds feeds;
  private final CorpusComparison comparison;
  private final BatchLimits limits;
  private final List<String> done = new ArrayList<>();
  private final Map<ChunkId, String> textOfId = new HashMap<>();
  private MemoryStore disk = new MemoryStore();
  private FaultyStore store = new FaultyStore(disk);
  private @Nullable ModelEmbedder embedder;
  private int chunkTokens = 64;
  private boolean hasGraph;
  private ModelState state = ModelState.EMPTY;
  private ModelHandle writer;
  private ModelHandle other;
  private int failures;

  /**
   * A call that writes.
   *
   * @param states the states that are possible if the call fails; the last one is the state if it
   *     succeeds
   * @param expected the expected result, in the format that {@code call} returns
   */
  private record WriteOperation(
      String what, List<ModelState> states, Function<Index, Object> call, Object expected) {
    ModelState last() {
      return states.get(states.size() - 1);
    }
  }

  ModelSequence(long seed) {
    this.seed = seed;
    this.texts = new RandomTexts(seed);
    this.random = texts.random();
    this.feeds = new ModelFeeds(texts);
    this.comparison = new CorpusComparison(texts);
    this.limits =
        new BatchLimits(1 + random.nextInt(20), 50 + random.nextInt(500), 1 + random.nextInt(80));
    this.hasGraph = random.nextInt(3) == 0;
    this.embedder = random.nextInt(4) == 0 ? null : embedder();
    this.writer = open();
    this.other = open();
  }

  private ModelEmbedder embedder() {
    return new ModelEmbedder(List.of(3, 8, 32).get(random.nextInt(3)));
  }

  private ModelHandle open() {
    Index.Builder builder = Index.builder(store).chunkTokens(chunkTokens).batchLimits(limits);
    builder = embedder == null ? builder.withoutEmbeddings() : builder.embedder(embedder);
    if (hasGraph) {
      builder.mentions(new NameFinder());
    }
    return new ModelHandle(builder.openOrCreate(), state);
  }

  private void reopen() {
    close();
    writer = open();
    other = open();
  }

  private void close() {
    writer.index().close();
    other.index().close();
  }

  /**
   * @return the number of calls that the test made fail
   */
  int run() {
    for (int i = 0; i < LENGTH; i++) {
      try {
        operation();
        check();
      } catch (RuntimeException | AssertionError e) {
        throw failed(e);
      }
    }
    try {
      end();
    } catch (RuntimeException | AssertionError e) {
      throw failed(e);
    }
    return failures;
  }

  private AssertionError failed(Throwable cause) {
    String last = done.isEmpty() ? "opening" : done.get(done.size() - 1);
    return new AssertionError(
        "seed "
            + seed
            + ", operation "
            + done.size()
            + " ("
            + last
            + "), after "
            + done
            + ": "
            + cause,
        cause);
  }

  private void operation() {
    if (random.nextInt(3) == 0) {
      ModelHandle first = writer;
      writer = other;
      other = first;
    }
    switch (random.nextInt(12)) {
      case 0 -> refresh();
      case 1 -> change();
      case 2 -> snapshot();
      case 3 -> failing();
      case 4 -> crashing();
      case 5 -> withFailure();
      default -> perform(write());
    }
  }

  private void refresh() {
    done.add("refresh");
    other.index().refresh();
    other.sees(state);
  }

  /** Reopens both handles, sometimes with different options. */
  private void change() {
    done.add("reopen");
    chunkTokens = random.nextInt(4) == 0 ? 64 + 32 * random.nextInt(2) : chunkTokens;
    if (embedder == null && random.nextInt(4) == 0) {
      embedder = embedder();
    }
    hasGraph |= random.nextInt(4) == 0;
    reopen();
  }

  private void snapshot() {
    done.add("snapshot");
    writer.takeSnapshot();
  }

  // ---- calls that write

  private WriteOperation write() {
    return switch (random.nextInt(12)) {
      case 0, 1, 2 -> sync("add", List.of(feeds.added()));
      case 3, 4, 5 -> sync("update", List.of(feeds.edited()));
      case 6 -> sync("sync", feeds.whole(false));
      case 7 -> sync("prune", feeds.whole(true));
      case 8, 9 -> delete();
      case 10 -> random.nextBoolean() && isPublished() ? embed() : purge();
      default -> purge();
    };
  }

  private boolean isPublished() {
    return disk.files().containsKey(FileNames.MANIFEST);
  }

  private WriteOperation sync(String what, List<Feed> sources) {
    ModelSync model = new ModelSync(state, embedder, chunkTokens, limits).run(sources);
    boolean isRejected = !isPublished() && model.foundNothing();
    List<ModelState> states = isRejected ? List.of(state) : model.states();
    String described = what + sources.stream().map(ModelSequence::described).toList();
    return new WriteOperation(described, states, index -> sync(index, sources), model.counts());
  }

  private static String described(Feed feed) {
    return feed.source().name()
        + (feed.isPruned() ? " pruned " : " ")
        + feed.documents().stream().map(Document::id).toList();
  }

  private static String sync(Index index, List<Feed> feeds) {
    List<Source> sources = feeds.stream().map(feed -> feed.source(feed.documents())).toList();
    String counts = ModelSync.counts(index.sync(sources, progress -> {}));
    MentionRecount.compare(index);
    return counts;
  }

  private WriteOperation delete() {
    List<String> ids = new ArrayList<>(List.of("none", feeds.anyId(), feeds.anyId()));
    SortedMap<String, ModelDocument> left = new TreeMap<>(state.documents());
    left.keySet().removeAll(ids);
    if (random.nextBoolean()) {
      feeds.forget(ids);
    }
    int deleted = state.documents().size() - left.size();
    List<ModelState> states = List.of(state, state.with(left));
    return new WriteOperation("delete" + ids, states, index -> index.delete(ids), deleted);
  }

  private WriteOperation embed() {
    ModelEmbedder next = embedder();
    String expected = state.sentences() + " embedded";
    return new WriteOperation(
        "embed " + next.dimension(),
        List.of(state, state.with(next)),
        index -> index.embed(next).embedded() + " embedded",
        expected);
  }

  private WriteOperation purge() {
    return new WriteOperation("purge", List.of(state), this::purge, "nothing is left");
  }

  private String purge(Index index) {
    index.purge();
    assertThat(index.stats().segments()).allMatch(segment -> segment.deleted() == 0);
    assertThat(markersOnDisk()).isEqualTo(markersOf(state));
    return "nothing is left";
  }

  private Set<String> markersOnDisk() {
    Set<String> markers = new HashSet<>();
    for (byte[] file : disk.files().values()) {
      addMarkers(new String(file, StandardCharsets.ISO_8859_1), markers);
    }
    return markers;
  }

  private static Set<String> markersOf(ModelState state) {
    Set<String> markers = new HashSet<>();
    state.chunks().forEach(chunk -> addMarkers(chunk.text(), markers));
    return markers;
  }

  private static void addMarkers(String text, Set<String> markers) {
    Matcher matcher = MARKER.matcher(text);
    while (matcher.find()) {
      markers.add(matcher.group());
    }
  }

  private void perform(WriteOperation write) {
    done.add(write.what());
    Object result = write.call().apply(writer.index());
    assertThat(result).isEqualTo(write.expected());
    reached(write.last());
  }

  private void reached(ModelState reached) {
    state = reached;
    writer.sees(reached);
    if (reached.embedder() != null && reached.embedder() != embedder) {
      // A handle that was opened without an embedder, or with a different one, cannot write to this
      // index.
      embedder = (ModelEmbedder) reached.embedder();
      reopen();
    }
  }

  // ---- calls that fail

  private void failing() {
    Failing how = random.nextBoolean() ? Failing.ONCE : Failing.ONCE_THOUGH_DONE;
    WriteOperation write = write();
    done.add(how + " while");
    store.failAt(store.calls() + 1 + random.nextInt(MOST_CALLS), how);
    performOrFail(write);
    store.heal();
    writer.index().refresh();
    reconcile(write);
    assertThat(store.openOutputs()).isZero();
    assertThat(store.heldLocks()).isZero();
  }

  private void withFailure() {
    ModelEmbedder troubled = embedder;
    if (troubled == null) {
      perform(write());
      return;
    }
    boolean isInterrupt = random.nextBoolean();
    done.add((isInterrupt ? "interrupt" : "embedder failure") + " while");
    WriteOperation write = write();
    if (isInterrupt) {
      troubled.interruptAfter(random.nextInt(MOST_SENTENCES));
    } else {
      troubled.failAfter(random.nextInt(MOST_SENTENCES));
    }
    performOrFail(write);
    Thread.interrupted();
    troubled.calm();
    writer.index().refresh();
    reconcile(write);
  }

  /**
   * Simulates a crash: all disk operations fail from some point on, and the files left by then are
   * reopened.
   */
  private void crashing() {
    WriteOperation write = write();
    done.add("crash while");
    store.failAt(store.calls() + 1 + random.nextInt(MOST_CALLS), Failing.FOR_GOOD);
    performOrFail(write);
    close();
    MemoryStore left = new MemoryStore();
    disk.files().forEach((name, bytes) -> left.put(name, bytes.clone()));
    disk = left;
    store = new FaultyStore(left);
    embedder = found(write);
    reopen();
    reconcile(write);
    other.sees(state);
  }

  /** Returns the embedder that the reopened index requires. */
  private @Nullable ModelEmbedder found(WriteOperation write) {
    Integer dimension = isPublished() ? dimensionOnDisk() : null;
    ModelEmbedder next = (ModelEmbedder) write.last().embedder();
    boolean isNext = next != null && Integer.valueOf(next.dimension()).equals(dimension);
    return isNext ? next : embedder;
  }

  private @Nullable Integer dimensionOnDisk() {
    try (Index index = Index.builder(store).withoutEmbeddings().open()) {
      return index.stats().dimension();
    }
  }

  private void performOrFail(WriteOperation write) {
    done.add(write.what());
    try {
      assertThat(write.call().apply(writer.index())).isEqualTo(write.expected());
    } catch (AragException e) {
      failures++;
      done.set(done.size() - 1, write.what() + " failed: " + e.getMessage());
    }
  }

  private void reconcile(WriteOperation write) {
    for (ModelState each : write.states()) {
      if (writer.holds(each)) {
        reached(each);
        return;
      }
    }
    throw new AssertionError(
        "expected one of " + write.states() + ", found " + writer.index().stats());
  }

  // ---- checks

  private void check() {
    for (Chunk chunk : state.chunks()) {
      if (chunk.id().value().contains("#")) {
        String before = textOfId.putIfAbsent(chunk.id(), chunk.text());
        assertThat(before).as(chunk.id().value()).isIn(null, chunk.text());
      }
    }
    writer.checkContents();
    if (random.nextInt(3) == 0) {
      writer.checkSearches(comparison, someIds());
      MentionRecount.compare(writer.index());
      other.checkContents();
      other.checkSearches(comparison, someIds());
    }
  }

  private Set<ChunkId> someIds() {
    Set<ChunkId> ids =
        textOfId.keySet().stream()
            .filter(id -> random.nextInt(4) == 0)
            .collect(Collectors.toCollection(HashSet::new));
    ids.add(ChunkId.of("own a"));
    ids.add(ChunkId.of("shared"));
    ids.add(ChunkId.of("none#0"));
    return ids;
  }

  /** Checks that the index gives the same results as an index built with a single sync. */
  private void end() {
    List<Feed> all =
        ModelSource.ALL.stream()
            .map(source -> new Feed(source, documentsOf(source), false))
            .toList();
    perform(sync("sync all ", all));
    check();
    assertThat(writer.index().mentions().isPresent() || !hasGraph).isTrue();
    try (Index fresh = fresh()) {
      sync(fresh, all);
      for (int i = 0; i < 4 && embedder != null; i++) {
        comparison.comparePages(writer.index(), fresh);
        comparison.compareInScope(writer.index(), fresh);
      }
      assertThat(fresh.stats().warnings())
          .containsExactlyInAnyOrderElementsOf(writer.index().stats().warnings());
    }
    perform(purge());
    check();
    assertThat(Index.verify(store).problems()).isEmpty();
    assertThat(writer.index().stats().segments()).hasSizeLessThan(10);
    close();
  }

  private Index fresh() {
    Index.Builder builder = Index.builder(new MemoryStore()).chunkTokens(chunkTokens);
    return (embedder == null ? builder.withoutEmbeddings() : builder.embedder(embedder))
        .openOrCreate();
  }

  private List<Document> documentsOf(ModelSource source) {
    return state.documents().values().stream()
        .filter(each -> each.source().equals(source))
        .map(ModelDocument::given)
        .toList();
  }
}
