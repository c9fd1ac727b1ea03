package dev.arag.index;

import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.ModelSync.Feed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Generates sources whose documents change over time. The documents are small, in several scripts,
 * and each contains a unique word.
 */
final class ModelFeeds {
  static final String MARKER = "uniq";

  private static final List<String> IDS =
      List.of("a", "a/1", "a/2", "b", "C", "d", "e", "é", "z", "😀", "\uffee", "東", "m", "n");

  private final RandomTexts texts;
  private final Random random;
  private final List<Map<String, Document>> held = new ArrayList<>();
  private int markers;

  ModelFeeds(RandomTexts texts) {
    this.texts = texts;
    this.random = texts.random();
    ModelSource.ALL.forEach(source -> held.add(new TreeMap<>()));
  }

  private int source() {
    return random.nextInt(held.size());
  }

  /** Returns a few new or changed documents of one source. */
  Feed added() {
    int source = source();
    List<Document> documents = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      Document document = document(IDS.get(random.nextInt(IDS.size())));
      held.get(source).put(document.id(), document);
      documents.add(document);
    }
    return new Feed(ModelSource.ALL.get(source), documents, false);
  }

  /** Returns one document with a random change. */
  Feed edited() {
    int source = source();
    List<Document> edited = edit(held.get(source));
    return edited.isEmpty() ? added() : new Feed(ModelSource.ALL.get(source), edited, false);
  }

  private List<Document> edit(Map<String, Document> documents) {
    if (documents.isEmpty()) {
      return List.of();
    }
    List<String> ids = List.copyOf(documents.keySet());
    Document edited = edited(documents.get(ids.get(random.nextInt(ids.size()))));
    documents.put(edited.id(), edited);
    return List.of(edited);
  }

  /** Returns all documents of one or two sources after random changes. */
  List<Feed> whole(boolean isPruned) {
    int first = source();
    List<Feed> feeds = new ArrayList<>(List.of(whole(first, isPruned)));
    if (random.nextInt(3) == 0) {
      feeds.add(whole((first + 1) % held.size(), random.nextBoolean()));
    }
    return feeds;
  }

  private Feed whole(int source, boolean isPruned) {
    Map<String, Document> documents = held.get(source);
    documents.keySet().removeIf(id -> random.nextInt(4) == 0);
    if (random.nextBoolean()) {
      edit(documents);
    }
    return new Feed(ModelSource.ALL.get(source), List.copyOf(documents.values()), isPruned);
  }

  /** Removes deleted documents from the sources, so that the next sync does not add them again. */
  void forget(List<String> ids) {
    held.forEach(documents -> documents.keySet().removeAll(ids));
  }

  String anyId() {
    return IDS.get(random.nextInt(IDS.size()));
  }

  private String marker() {
    return MARKER + markers++ + ".";
  }

  private Document document(String id) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(6); i > 0; i--) {
      text.append(texts.words(7)).append(random.nextInt(9) == 0 ? ".\n\n" : ". ");
    }
    if (random.nextInt(12) == 0) {
      text.append("half \ud83d of one. ");
    }
    String whole = random.nextInt(20) == 0 ? "" : text + marker();
    Document.Builder builder =
        Document.builder(id, whole)
            .title(random.nextBoolean() ? null : texts.words(3))
            .metadata("tenant", random.nextInt(3))
            .metadata("year", 1870 + random.nextInt(20))
            .metadata("tags", List.of(texts.word(), texts.word()));
    if (random.nextInt(3) == 0) {
      builder.metadata("draft", random.nextBoolean()).metadata("weight", random.nextDouble());
    }
    if (random.nextInt(4) == 0) {
      builder.heading(0, List.of(texts.words(2), texts.words(2)));
    }
    if (random.nextInt(4) == 0) {
      boolean isShared = random.nextInt(3) == 0;
      builder.oneChunk(ChunkId.of(isShared ? "shared" : "own " + id));
    }
    return builder.build();
  }

  private Document edited(Document before) {
    return switch (random.nextInt(4)) {
      case 0 -> document(before.id());
      case 1 -> copy(before, before.text()).metadata("year", 1890 + random.nextInt(9)).build();
      case 2 -> copy(before, before.text() + " " + texts.words(5) + ".").build();
      default -> copy(before, before.text().replaceAll(MARKER + ".*", "") + marker()).build();
    };
  }

  private static Document.Builder copy(Document before, String text) {
    Document.Builder copy = Document.builder(before.id(), text).title(before.title().orElse(null));
    before.metadata().forEach(copy::metadata);
    before.headings().forEach(section -> copy.heading(section.offset(), section.path()));
    before.chunkStarts().forEach(start -> copy.chunk(start.offset(), start.id()));
    return copy;
  }
}
