package dev.arag.index;

import static dev.arag.index.spi.split.CollidingDocuments.FIRST;
import static dev.arag.index.spi.split.CollidingDocuments.FIRST_KEY;
import static dev.arag.index.spi.split.CollidingDocuments.NEW;
import static dev.arag.index.spi.split.CollidingDocuments.NEW_KEY;
import static dev.arag.index.spi.split.CollidingDocuments.OLD;
import static dev.arag.index.spi.split.CollidingDocuments.OLD_KEY;
import static dev.arag.index.spi.split.CollidingDocuments.SECOND;
import static dev.arag.index.spi.split.CollidingDocuments.SECOND_KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.internal.store.MemoryStore;
import dev.arag.index.source.Source;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Uses documents whose keys have the same prefix. A chunk id must never identify two different
 * texts.
 */
class CollidingKeysTest {
  private static final List<Document> COLLIDING = List.of(FIRST, SECOND, OLD, NEW);

  private MemoryStore store = new MemoryStore();
  private Index index = open();
  private final Map<ChunkId, String> named = new HashMap<>();

  private Index open() {
    return Index.builder(store).embedder(new HashEmbedder(4)).openOrCreate();
  }

  @AfterEach
  void close() {
    index.close();
  }

  private void sync(Document... documents) {
    index.sync(Source.documents("test", List.of(documents)));
    requireUniqueTexts();
  }

  private void delete(Document... documents) {
    index.delete(Arrays.stream(documents).map(Document::id).toList());
  }

  /** Checks that every id seen so far still identifies the same text, or no text. */
  private void requireUniqueTexts() {
    IndexContents.chunks(index).forEach(chunk -> named.putIfAbsent(chunk.id(), described(chunk)));
    for (Map.Entry<ChunkId, String> each : named.entrySet()) {
      index
          .read(each.getKey())
          .ifPresent(chunk -> assertThat(described(chunk)).isEqualTo(each.getValue()));
    }
  }

  private static String described(Chunk chunk) {
    return chunk.location().documentId() + ": " + chunk.text();
  }

  private String idOf(Document document) {
    return IndexContents.chunks(index).stream()
        .filter(chunk -> chunk.location().documentId().equals(document.id()))
        .map(chunk -> chunk.id().value())
        .findFirst()
        .orElseThrow();
  }

  private static String shortId(String key) {
    return key.substring(0, 8) + "#0";
  }

  private static String longId(String key) {
    return key + "#0";
  }

  @Test
  void givesTheSecondDocumentALongId() {
    sync(FIRST);
    sync(SECOND);
    assertThat(idOf(FIRST)).isEqualTo(shortId(FIRST_KEY));
    assertThat(idOf(SECOND)).isEqualTo(longId(SECOND_KEY));
  }

  @Test
  void givesTheLongIdToTheDocumentThatComesSecond() {
    sync(SECOND, FIRST);
    assertThat(idOf(SECOND)).isEqualTo(shortId(SECOND_KEY));
    assertThat(idOf(FIRST)).isEqualTo(longId(FIRST_KEY));
  }

  @Test
  void doesNotReuseIdsOfADeletedDocument() {
    sync(FIRST);
    delete(FIRST);
    sync(SECOND);
    assertThat(idOf(SECOND)).isEqualTo(longId(SECOND_KEY));
  }

  @Test
  void doesNotReuseIdsOfAPurgedDocument() {
    sync(FIRST);
    delete(FIRST);
    index.purge();
    assertThat(index.stats().documents()).isZero();
    sync(SECOND);
    assertThat(idOf(SECOND)).isEqualTo(longId(SECOND_KEY));
    delete(SECOND);
    index.purge();
    sync(FIRST);
    sync(SECOND);
    assertThat(idOf(SECOND)).isEqualTo(longId(SECOND_KEY));
  }

  @Test
  void doesNotReuseIdsOfADocumentThatAMergeRemoved() {
    sync(FIRST);
    sync(SECOND);
    delete(FIRST, SECOND);
    for (int i = 0; i < 40; i++) {
      sync(Document.of("filler " + i, "The river is wide."));
    }
    assertThat(index.stats().segments()).allMatch(segment -> segment.deleted() == 0);
    sync(SECOND, FIRST);
    assertThat(index.read(ChunkId.of(shortId(FIRST_KEY))).map(CollidingKeysTest::described))
        .isIn(Optional.empty(), Optional.of(FIRST.id() + ": " + FIRST.text()));
  }

  @Test
  void givesTwoVersionsOfADocumentDifferentIds() {
    sync(OLD);
    sync(NEW);
    assertThat(idOf(NEW)).isEqualTo(longId(NEW_KEY));
    assertThat(index.read(ChunkId.of(shortId(OLD_KEY)))).isEmpty();
    index.purge();
    assertThat(index.read(ChunkId.of(shortId(OLD_KEY)))).isEmpty();
    sync(OLD);
    sync(NEW);
    assertThat(idOf(NEW)).isEqualTo(longId(NEW_KEY));
  }

  @Test
  void neverReusesAnIdInRandomHistories() {
    for (int seed = 0; seed < 40; seed++) {
      store = new MemoryStore();
      index.close();
      index = open();
      named.clear();
      Random random = new Random(seed);
      List<String> calls = new ArrayList<>();
      try {
        for (int i = 0; i < 25; i++) {
          call(random, calls);
          requireUniqueTexts();
        }
      } catch (AssertionError e) {
        throw new AssertionError("seed " + seed + " after " + calls, e);
      }
    }
  }

  private void call(Random random, List<String> calls) {
    Document document = COLLIDING.get(random.nextInt(COLLIDING.size()));
    int call = random.nextInt(8);
    calls.add(call + " " + document.text());
    switch (call) {
      case 0 -> delete(document);
      case 1 -> index.purge();
      case 2 -> sync(Document.of("filler " + random.nextInt(9), "It has " + calls.size() + "."));
      case 3 -> sync(FIRST, SECOND);
      case 4 -> {
        index.close();
        index = open();
      }
      default -> sync(document);
    }
  }
}
