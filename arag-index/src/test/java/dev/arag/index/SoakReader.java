package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Searches an index and compares each result with the expected result for the commit that the
 * search uses. Not thread-safe.
 */
final class SoakReader {
  private static final int MOST_KEPT = 20;
  private static final int MOST_PAUSE_MILLIS = 20;

  private final Soak soak;
  private final HandleKind kind;
  private final RandomTexts texts;
  private final Random random;
  private final Deque<Seen> kept = new ArrayDeque<>();
  private @Nullable Index own;
  private List<ChunkId> lastIds = List.of();
  private final AtomicLong queries = new AtomicLong();
  private long refreshes;

  private enum HandleKind {
    /** The handle that the writer uses. */
    WRITER,
    /** A separate handle that is refreshed. */
    OWN,
    /** A separate handle in safe mode. */
    SAFE,
    /** A handle that is reopened repeatedly. */
    SHORT,
    /** Snapshots of other handles that are kept for a while. */
    KEEPER
  }

  /** A snapshot and its expected contents. */
  private record Seen(Corpus snapshot, List<SoakGroup> groups) {}

  SoakReader(Soak soak, int number, long seed) {
    this.soak = soak;
    this.kind = HandleKind.values()[number % HandleKind.values().length];
    this.texts = new RandomTexts(seed);
    this.random = texts.random();
  }

  long queries() {
    return queries.get();
  }

  long refreshes() {
    return refreshes;
  }

  void run() throws InterruptedException {
    try {
      while (!soak.isOver()) {
        Seen seen = look();
        for (int i = random.nextInt(5); i >= 0; i--) {
          check(seen);
        }
        if (kind == HandleKind.KEEPER) {
          keep(seen);
        }
        // The pause leaves CPU time for the writer.
        Thread.sleep(random.nextInt(MOST_PAUSE_MILLIS));
      }
    } finally {
      closeOwn();
    }
  }

  private void keep(Seen seen) {
    kept.add(seen);
    if (kept.size() > MOST_KEPT) {
      kept.remove();
    }
    check(kept.element());
  }

  private Seen look() throws InterruptedException {
    Index index = handle();
    while (true) {
      long before = generation(index);
      Corpus snapshot = index.snapshot();
      if (generation(index) == before) {
        return new Seen(snapshot, soak.state(before));
      }
    }
  }

  private static long generation(Index index) {
    return index.currentState().commitPoint().manifest().generation();
  }

  private Index handle() {
    return switch (kind) {
      case WRITER -> soak.index();
      case KEEPER -> random.nextBoolean() ? soak.index() : refreshed(soak.openOtherHandle());
      case OWN, SAFE -> refreshed(own());
      case SHORT -> {
        closeOwn();
        yield own();
      }
    };
  }

  private Index refreshed(Index index) {
    if (random.nextInt(3) > 0 && index.refresh()) {
      refreshes++;
    }
    return index;
  }

  private Index own() {
    Index open = own;
    if (open == null) {
      open = soak.open(kind == HandleKind.SAFE);
      own = open;
    }
    return open;
  }

  private void closeOwn() {
    if (own != null) {
      own.close();
      own = null;
    }
  }

  private void check(Seen seen) {
    if (seen.groups().isEmpty()) {
      return;
    }
    SoakGroup group = seen.groups().get(random.nextInt(Soak.GROUPS));
    switch (random.nextInt(4)) {
      case 0 -> checkReading(seen, group);
      case 1 -> checkMeaning(seen.snapshot(), group);
      case 2 -> checkNumbers(seen);
      default -> checkWords(seen.snapshot(), group);
    }
    queries.incrementAndGet();
  }

  private void checkWords(Corpus snapshot, SoakGroup group) {
    KeywordQuery query = KeywordQuery.of(List.of("group" + group.group() + "x", texts.word()));
    assertThat(snapshot.within(group.scope()).keywordSearch(query, 50, 0))
        .isEqualTo(group.oracle().keywordSearch(query, 50, 0));
  }

  private void checkMeaning(Corpus snapshot, SoakGroup group) {
    String question = "number of group" + group.group() + "x " + texts.words(4);
    int topK = 1 + random.nextInt(30);
    assertThat(snapshot.within(group.scope()).semanticSearch(question, topK))
        .isEqualTo(group.oracle().semanticSearch(question, topK));
  }

  /**
   * Checks that current ids return their chunks, and that a former id returns nothing unless it is
   * still in use.
   */
  private void checkReading(Seen seen, SoakGroup group) {
    assertThat(seen.snapshot().read(group.ids())).isEqualTo(group.chunks());
    List<ChunkId> alive = new ArrayList<>();
    seen.groups().forEach(each -> alive.addAll(each.ids()));
    for (Chunk chunk : seen.snapshot().read(lastIds)) {
      assertThat(alive).contains(chunk.id());
    }
    lastIds = group.ids();
  }

  /**
   * Checks that all documents of a group have the same number and that no unexpected document
   * exists.
   */
  private void checkNumbers(Seen seen) {
    List<String> found =
        seen.snapshot().keywordSearch(List.of("number"), 200).hits().stream()
            .map(hit -> hit.location().documentId() + " " + hit.location().metadata().get("number"))
            .distinct()
            .sorted()
            .toList();
    List<String> expected =
        seen.groups().stream()
            .flatMap(group -> group.documents().stream())
            .map(document -> document.id() + " " + document.metadata().get("number"))
            .sorted()
            .toList();
    assertThat(found).isEqualTo(expected);
  }
}
