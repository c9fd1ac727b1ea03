package dev.arag.connect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.connect.FaultyConnector.Fault;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Slice;
import dev.arag.index.Index;
import dev.arag.index.SmallBatches;
import dev.arag.index.source.RemoteSourceException;
import dev.arag.index.source.Source;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random histories of a store and of syncs, of which some fail or are killed. An oracle knows what
 * the store contains. A sync reads exactly the documents that the index does not have in their
 * current version. After a sync without a fault, the index contains exactly the documents of the
 * store.
 */
class ConnectorCampaignTest {
  private static final int PATHS = 8;

  enum Kind {
    GIT,
    JDBC,
    S3,
    SITE;

    TestStore create(Path folder) throws Exception {
      return switch (this) {
        case GIT -> new GitStore(folder);
        case JDBC -> new JdbcStore();
        case S3 -> new S3Store();
        case SITE -> new SiteStore();
      };
    }
  }

  @TempDir Path temp;

  private final Map<String, String> stored = new TreeMap<>();
  private int changes;
  private int reads;
  private int commitsBeforeFaults;

  static Stream<Arguments> sample() {
    return Stream.of(Kind.values()).map(kind -> Arguments.of(kind, 1L, 8));
  }

  static Stream<Arguments> all() {
    return Stream.of(Kind.values())
        .flatMap(
            kind -> IntStream.range(0, 50).mapToObj(seed -> Arguments.of(kind, (long) seed, 40)));
  }

  @ParameterizedTest
  @MethodSource("sample")
  void syncsOfAChangingStore(Kind kind, long seed, int syncs) throws Exception {
    run(kind, seed, syncs);
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource("all")
  void syncsOfAChangingStoreOften(Kind kind, long seed, int syncs) throws Exception {
    run(kind, seed, syncs);
  }

  private void run(Kind kind, long seed, int syncs) throws Exception {
    Random random = new Random(seed);
    try (TestStore store = kind.create(temp.resolve("store"))) {
      for (int i = 0; i < syncs; i++) {
        change(store, random);
        boolean isLast = i == syncs - 1;
        sync(store, random, isLast ? null : fault(random));
      }
    }
    System.out.printf(
        "%s, seed %d: %d syncs, %d changes, %d reads, %d documents kept before a fault%n",
        kind, seed, syncs, changes, reads, commitsBeforeFaults);
    assertThat(reads).isPositive();
  }

  private static @Nullable Fault fault(Random random) {
    int choice = random.nextInt(2 * Fault.values().length);
    return choice < Fault.values().length ? Fault.values()[choice] : null;
  }

  private void change(TestStore store, Random random) throws Exception {
    for (int i = random.nextInt(6); i >= 0; i--) {
      int number = random.nextInt(PATHS);
      String path = "folder%d/page-%d.txt".formatted(number % 2, number);
      changes++;
      if (stored.containsKey(path) && random.nextInt(3) == 0 && stored.size() > 1) {
        store.delete(path);
        stored.remove(path);
      } else {
        String text = "Page %s has version %d. It is long enough.".formatted(path, changes);
        store.put(path, text);
        stored.put(path, text);
      }
    }
  }

  private void sync(TestStore store, Random random, @Nullable Fault fault) throws Exception {
    Map<String, String> before = contents(store);
    Set<Integer> bad = fault == Fault.DOCUMENT ? Set.of(1 + random.nextInt(3)) : Set.of();
    boolean isEndedEarly = fault != null && fault != Fault.DOCUMENT;
    FaultyConnector connector =
        new FaultyConnector(store.connector(), bad, isEndedEarly ? fault : null, random.nextInt(5));
    boolean hasFailed = false;
    try (Index index = open()) {
      index.sync(Source.of(connector).prune(1));
    } catch (RemoteSourceException | FaultyConnector.KilledError e) {
      assertThat(isEndedEarly).as(String.valueOf(e)).isTrue();
      hasFailed = true;
    }
    Map<String, String> after = contents(store);
    reads += connector.read.size();

    Set<String> outdated = new TreeSet<>(stored.keySet());
    outdated.removeIf(path -> stored.get(path).equals(before.get(path)));
    assertThat(connector.read).doesNotHaveDuplicates();
    assertThat(outdated).containsAll(connector.read);
    if (!hasFailed) {
      assertThat(connector.read).containsExactlyInAnyOrderElementsOf(outdated);
      Map<String, String> expected = new TreeMap<>(stored);
      for (String path : connector.failed) {
        expected.remove(path);
        if (before.containsKey(path)) {
          expected.put(path, before.get(path));
        }
      }
      assertThat(after).isEqualTo(expected);
    } else {
      assertThat(after.keySet()).containsAll(before.keySet());
      List<String> committed = new ArrayList<>();
      after.forEach(
          (path, text) -> {
            if (!text.equals(before.get(path))) {
              assertThat(text).isEqualTo(stored.get(path));
              committed.add(path);
            }
          });
      commitsBeforeFaults += committed.size();
      if (fault != Fault.KILLED) {
        assertThat(committed).containsExactlyInAnyOrderElementsOf(connector.read);
      } else {
        assertThat(connector.read).containsAll(committed);
      }
    }
  }

  private Index open() {
    return SmallBatches.open(temp.resolve("index"));
  }

  /** Returns the texts in the index by their paths. */
  private Map<String, String> contents(TestStore store) throws Exception {
    String prefix = store.connector().name() + "/";
    Map<String, String> texts = new TreeMap<>();
    try (Index index = open()) {
      for (CatalogueEntry each : index.documents(Slice.first(1000))) {
        assertThat(each.id()).startsWith(prefix);
        texts.put(
            each.id().substring(prefix.length()), index.document(each.id()).orElseThrow().text());
      }
    }
    return texts;
  }
}
