package dev.arag.index;

import dev.arag.core.embed.Embedder;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.internal.sync.BatchLimits;
import dev.arag.index.source.Source;
import dev.arag.index.sync.SyncReport;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Computes the expected effect of a sync with plain maps. */
final class ModelSync {
  private final @Nullable Embedder embedder;
  private final int chunkTokens;
  private final BatchLimits limits;
  private final SortedMap<String, ModelDocument> documents;
  private final Set<String> seen = new HashSet<>();

  /** The states that readers may see: at the start, after each batch, and at the end. */
  private final List<ModelState> states = new ArrayList<>();

  private final List<String> refused = new ArrayList<>();
  private long added;
  private long updated;
  private long unchanged;
  private long deleted;
  private long embedded;
  private long reused;
  private long batchSentences;
  private long batchText;

  /** One source of the sync. */
  record Feed(ModelSource source, List<Document> documents, boolean isPruned) {
    Source source(Iterable<Document> iterable) {
      Source made = source.of(iterable);
      return isPruned ? made.prune(1) : made;
    }
  }

  ModelSync(ModelState before, @Nullable Embedder embedder, int chunkTokens, BatchLimits limits) {
    this.embedder = embedder;
    this.chunkTokens = chunkTokens;
    this.limits = limits;
    this.documents = new TreeMap<>(before.documents());
    states.add(before);
    if (embedder != null && before.embedder() == null) {
      // The index first embeds all stored sentences and publishes them in a separate commit.
      states.add(before.with(embedder));
    }
  }

  ModelSync run(List<Feed> feeds) {
    feeds.forEach(this::read);
    publish();
    return this;
  }

  private void read(Feed feed) {
    Set<String> kept = new HashSet<>();
    for (Document document : feed.documents()) {
      if (!isUnchanged(document, feed.source()) && !add(document, feed.source())) {
        refused.add(document.id());
        kept.add(document.id());
      }
      if (isBatchFull()) {
        publish();
      }
    }
    if (feed.isPruned()) {
      prune(feed.source(), kept);
    }
  }

  private boolean isUnchanged(Document document, ModelSource source) {
    ModelDocument stored = documents.get(document.id());
    boolean isSame =
        stored != null
            && !seen.contains(document.id())
            && stored.identity().equals(ModelDocument.identity(document, source, chunkTokens));
    if (isSame) {
      seen.add(document.id());
      unchanged++;
      reused += embedder == null ? 0 : stored.embeddedTexts().size();
    }
    return isSame;
  }

  private boolean add(Document given, ModelSource source) {
    ModelDocument stored = documents.get(given.id());
    if (seen.contains(given.id()) || (stored != null && !stored.source().equals(source))) {
      return false;
    }
    ModelDocument document = ModelDocument.of(given, source, chunkTokens);
    if (isClashing(document)) {
      return false;
    }
    seen.add(given.id());
    count(document, documents.put(given.id(), document));
    return true;
  }

  private boolean isClashing(ModelDocument document) {
    Set<ChunkId> own = document.chunkIds();
    return documents.values().stream()
        .filter(other -> !other.id().equals(document.id()))
        .anyMatch(other -> other.chunkIds().stream().anyMatch(own::contains));
  }

  private void count(ModelDocument document, @Nullable ModelDocument before) {
    added += before == null ? 1 : 0;
    updated += before == null ? 0 : 1;
    Set<String> known = before == null ? Set.of() : Set.copyOf(before.embeddedTexts());
    List<String> texts = document.embeddedTexts();
    if (embedder != null) {
      long kept = texts.stream().filter(known::contains).count();
      reused += kept;
      embedded += texts.size() - kept;
      batchSentences += texts.size();
    }
    batchText += document.given().text().length();
  }

  private boolean isBatchFull() {
    return batchText >= limits.textLength() || batchSentences >= limits.sentences();
  }

  private void publish() {
    batchSentences = 0;
    batchText = 0;
    states.add(new ModelState(documents, embedder));
  }

  private void prune(ModelSource source, Set<String> kept) {
    int before = documents.size();
    documents
        .entrySet()
        .removeIf(
            each -> isOf(source, each) && !seen.contains(each.getKey()) && !isBelow(each, kept));
    deleted += before - documents.size();
  }

  private static boolean isOf(ModelSource source, Map.Entry<String, ModelDocument> entry) {
    return entry.getValue().source().equals(source);
  }

  private static boolean isBelow(Map.Entry<String, ModelDocument> entry, Set<String> kept) {
    String id = entry.getKey();
    return kept.stream().anyMatch(each -> id.equals(each) || id.startsWith(each + "/"));
  }

  List<ModelState> states() {
    return states;
  }

  ModelState last() {
    return states.get(states.size() - 1);
  }

  /** Whether no document could be read. In this case a sync does not create a new index. */
  boolean foundNothing() {
    return added + updated + unchanged == 0 && !refused.isEmpty();
  }

  /** Returns the counts of the sync report in one line. */
  String counts() {
    return counts(
        last().documents().size(),
        last().chunks().size(),
        last().sentences(),
        List.of(added, updated, unchanged, deleted, embedded, reused),
        refused);
  }

  static String counts(SyncReport report) {
    return counts(
        report.documents(),
        report.chunks(),
        report.sentences(),
        List.of(
            report.added(),
            report.updated(),
            report.unchanged(),
            report.deleted(),
            report.embedded(),
            report.reused()),
        report.skipped().stream().map(skip -> skip.source()).toList());
  }

  private static String counts(
      long documents, long chunks, long sentences, List<Long> counts, List<String> refused) {
    return String.format(
        "%d documents, %d chunks, %d sentences;"
            + " added, updated, unchanged, deleted, embedded, reused %s; refused %s",
        documents, chunks, sentences, counts, refused);
  }
}
