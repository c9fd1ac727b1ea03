package dev.arag.index.internal.derived;

import dev.arag.core.error.CorpusException;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.commit.DocumentRef;
import dev.arag.index.internal.commit.IndexTransaction;
import dev.arag.index.internal.store.DiskFailure;
import dev.arag.index.internal.sync.WriteSession;
import dev.arag.index.spi.derived.DerivedRecord;
import dev.arag.index.spi.derived.DerivedRecord.Source;
import dev.arag.index.spi.derived.DerivedRecords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The derived texts in the directory of an index, which are written with its lock. */
public final class StoredDerivedRecords implements DerivedRecords {
  private final Path directory;
  private final DerivedFile file;
  private final Writer writer;

  /** Runs an operation with exclusive write access to the index. */
  @FunctionalInterface
  public interface Writer {
    int write(WriteSession.WriteOperation<Integer> operation);
  }

  /** Reads or writes the file. */
  private interface FileAccess<T> {
    T run(DerivedFile file) throws IOException;
  }

  public StoredDerivedRecords(Path directory, Writer writer) {
    this.directory = directory;
    this.file = new DerivedFile(directory);
    this.writer = writer;
  }

  @Override
  public int append(List<DerivedRecord> records) {
    return writer.write(
        session -> {
          Predicate<Source> isLive =
              each -> session.transaction().findHolder(each.chunk()).isPresent();
          List<DerivedRecord> live =
              records.stream().filter(each -> each.sources().stream().allMatch(isLive)).toList();
          if (!live.isEmpty()) {
            file.append(live);
          }
          return live.size();
        });
  }

  @Override
  public void compact() {
    int unused =
        writer.write(
            session -> {
              removeDead(directory, session.transaction());
              return 0;
            });
  }

  /** Removes damaged records, and those whose text the newest commit does not contain. */
  public static void removeDead(Path directory, IndexTransaction transaction) throws IOException {
    LiveSources live = new LiveSources(transaction, false);
    new DerivedFile(directory).update(live::update);
  }

  /**
   * Removes damaged records, and those of deleted documents. If a document was added in the same
   * transaction and has the text of a deleted one, the record becomes one of the new document.
   */
  public static void removeDeleted(Path directory, IndexTransaction transaction) {
    LiveSources live = new LiveSources(transaction, true);
    try {
      new DerivedFile(directory).update(live::update);
    } catch (IOException e) {
      throw new CorpusException(
          ("The documents are deleted, but texts that were derived from them remain in %s: %s."
                  + " Free space or check the permissions, and then call Index.purge.")
              .formatted(directory, DiskFailure.describe(e)),
          e);
    }
  }

  /** Finds the sources that a commit contains, by their ids, or else by their texts. */
  private static final class LiveSources {
    private final IndexTransaction transaction;
    private final boolean keepsReplaced;
    private @Nullable Map<String, Source> byText;

    /**
     * @param keepsReplaced whether to keep the sources of earlier versions of documents, and to
     *     search for texts only in new documents
     */
    LiveSources(IndexTransaction transaction, boolean keepsReplaced) {
      this.transaction = transaction;
      this.keepsReplaced = keepsReplaced;
    }

    Optional<DerivedRecord> update(DerivedRecord record) {
      List<Source> sources = new ArrayList<>();
      for (Source each : record.sources()) {
        Source live = find(each);
        if (live == null) {
          return Optional.empty();
        }
        sources.add(keepsReplaced ? live : each);
      }
      return Optional.of(new DerivedRecord(sources, record.content()));
    }

    private @Nullable Source find(Source source) {
      boolean isKept = keepsReplaced && transaction.find(source.document()).isPresent();
      if (isKept || transaction.findHolder(source.chunk()).isPresent()) {
        return source;
      }
      if (byText == null) {
        byText = new HashMap<>();
        (keepsReplaced ? transaction.newDocuments() : transaction.documents())
            .forEach(each -> addTexts(each, byText));
      }
      return byText.get(source.hash());
    }

    private static void addTexts(DocumentRef document, Map<String, Source> byText) {
      ChunksReader chunks = document.segment().chunks();
      int end = chunks.firstChunk(document.document() + 1);
      for (int i = chunks.firstChunk(document.document()); i < end; i++) {
        Source source = Source.of(chunks.read(i));
        byText.putIfAbsent(source.hash(), source);
      }
    }
  }

  /** The name of the file below the directory of the index; empty if there is no file. */
  public static Optional<String> fileIn(Path directory) {
    return new DerivedFile(directory).exists()
        ? Optional.of(DerivedFile.DIRECTORY + "/" + DerivedFile.NAME)
        : Optional.empty();
  }

  /** Returns the offsets of damaged lines. */
  public static List<Long> damaged(Path directory) {
    return access(
        directory,
        each -> {
          List<Long> damaged = new ArrayList<>(each.id().isEmpty() ? List.of(0L) : List.of());
          long end =
              each.forEach(
                  0,
                  (offset, record) ->
                      Stream.ofNullable(record == null ? offset : null).forEach(damaged::add));
          if (each.isEndDamaged(end)) {
            damaged.add(end);
          }
          return damaged;
        });
  }

  @Override
  public String file() {
    return access(DerivedFile::id);
  }

  @Override
  public long forEach(long from, Visitor visitor) {
    return access(
        each ->
            each.forEach(
                from,
                (offset, record) -> {
                  if (record != null) {
                    visitor.visit(offset, record);
                  }
                }));
  }

  @Override
  public Optional<DerivedRecord> read(long offset) {
    return access(each -> each.read(offset));
  }

  private <T> T access(FileAccess<T> access) {
    return access(directory, access);
  }

  private static <T> T access(Path directory, FileAccess<T> access) {
    try {
      return access.run(new DerivedFile(directory));
    } catch (IOException e) {
      throw new CorpusException(
          "Cannot read the derived texts of "
              + directory
              + ": "
              + DiskFailure.describe(e)
              + ". Check the permissions, and retry.",
          e);
    }
  }
}
