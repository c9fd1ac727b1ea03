package dev.arag.index.internal.sync;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.index.internal.commit.CommitPoint;
import dev.arag.index.internal.commit.DocumentRef;
import dev.arag.index.internal.commit.EmbedderInfo;
import dev.arag.index.internal.commit.FileNames;
import dev.arag.index.internal.commit.Segment;
import dev.arag.index.internal.diagnostics.Diagnostic;
import dev.arag.index.internal.store.DiskFailure;
import dev.arag.index.internal.store.Output;
import dev.arag.index.internal.store.Store;
import dev.arag.index.internal.vector.ComputedLayout;
import dev.arag.index.internal.vector.ComputedReader;
import dev.arag.index.spi.split.IndexSettings;
import dev.arag.index.spi.store.EmbeddingPass;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps vectors that are computed and not yet committed in files beside the index, so that the next
 * operation does not compute them again if this one is interrupted. An operation uses one instance
 * and one embedder. Not thread-safe.
 *
 * <p>The vectors of a call of the embedder are written just before its next call. An operation that
 * calls the embedder once per commit therefore writes nothing. The files are not forced to disk:
 * after a power loss, the last vectors may be missing. If a file cannot be written or read, the
 * operation continues without it and reports a warning.
 */
final class ComputedVectors implements EmbeddingPass.Calls, Closeable {
  /** The maximum total size of the files of one embedder. Further vectors are not stored. */
  private static final long MAX_BYTES = 4L << 30;

  /** The number of stored vectors that are copied with one write. */
  private static final int KEPT_TOGETHER = 256;

  private final Store store;
  private final Runnable check;
  private final long maxBytes;
  private final List<ComputedReader> readers = new ArrayList<>();

  /** The files of earlier operations that are not needed after this one. */
  private final List<String> earlier = new ArrayList<>();

  private final List<String> warnings = new ArrayList<>();
  private final List<Diagnostic> diagnostics = new ArrayList<>();
  private @Nullable ComputedLayout layout;
  private List<String> texts = List.of();
  private List<Embedding> vectors = List.of();
  private @Nullable Output out;
  private String outName = "";
  private long earlierBytes;
  private long bytes;
  private boolean isStopped;

  /**
   * @param check throws an exception if the operation must end
   */
  ComputedVectors(Store store, Runnable check) {
    this(store, check, MAX_BYTES);
  }

  ComputedVectors(Store store, Runnable check, long maxBytes) {
    this.store = store;
    this.check = check;
    this.maxBytes = maxBytes;
  }

  /** Opens the files of earlier operations with this embedder. */
  void open(Embedder embedder) throws IOException {
    if (layout == null) {
      layout = new ComputedLayout(embedder);
      for (String name : names()) {
        open(name, layout);
      }
    }
  }

  private List<String> names() throws IOException {
    return store.list().stream().filter(name -> FileNames.computedNumber(name) >= 0).toList();
  }

  private void open(String name, ComputedLayout expected) throws IOException {
    try {
      ComputedReader reader = ComputedReader.open(store, name, expected);
      if (reader != null) {
        readers.add(reader);
        earlier.add(name);
        earlierBytes += reader.length();
        if (reader.isDamaged()) {
          warnDamaged(name, "a checksum does not match");
        }
      }
    } catch (ClosedByInterruptException e) {
      throw e;
    } catch (IOException e) {
      earlier.add(name);
      warnDamaged(name, DiskFailure.describe(e));
    }
  }

  private void warnDamaged(String name, String reason) {
    warnings.add(
        store.describe(name)
            + " is damaged, so sentences of an interrupted operation are embedded again: "
            + reason);
  }

  /** Returns the vector that an earlier operation computed for a text; empty if there is none. */
  @Override
  public Optional<Embedding> find(String embeddedText) {
    if (readers.isEmpty()) {
      return Optional.empty();
    }
    byte[] key = ComputedLayout.key(embeddedText);
    for (ComputedReader reader : List.copyOf(readers)) {
      try {
        Embedding found = reader.find(key);
        if (found != null) {
          return Optional.of(found);
        }
      } catch (IOException e) {
        readers.remove(reader);
        warnDamaged(reader.name(), DiskFailure.describe(e));
      }
    }
    return Optional.empty();
  }

  /**
   * Stores the vectors of a commit whose documents are rebuilt, if the embedder created them.
   *
   * @param settings the settings by which the sentences of the commit were embedded
   * @throws IOException if the vectors cannot be stored
   */
  void keep(CommitPoint commit, IndexSettings settings, Embedder embedder) throws IOException {
    if (!EmbedderInfo.of(embedder).equals(commit.manifest().embedder())) {
      return;
    }
    open(embedder);
    for (Segment segment : commit.segments()) {
      for (DocumentRef document : (Iterable<DocumentRef>) segment.documents()::iterator) {
        check.run();
        keep(document, settings);
      }
    }
    Output kept = out;
    if (kept != null && layout != null) {
      kept.force();
      close();
      bytes = 0;
      open(outName, layout);
    }
  }

  private void keep(DocumentRef document, IndexSettings settings) throws IOException {
    ReusableVectors stored = new ReusableVectors(document, settings::embeddedText);
    List<String> missing = stored.texts().stream().filter(text -> find(text).isEmpty()).toList();
    for (int start = 0; start < missing.size() && layout != null; start += KEPT_TOGETHER) {
      List<String> part = missing.subList(start, Math.min(missing.size(), start + KEPT_TOGETHER));
      add(part, part.stream().map(stored::of).map(Objects::requireNonNull).toList());
      write(layout);
    }
    add(List.of(), List.of());
  }

  @Override
  public void beforeBatch(boolean callsEmbedder) {
    check.run();
    if (callsEmbedder) {
      save();
    }
  }

  @Override
  public void add(List<String> embeddedTexts, List<Embedding> computed) {
    texts = embeddedTexts;
    vectors = computed;
  }

  @Override
  public void warn(int document, float unknownShare, int cutSentences, @Nullable String language) {
    diagnostics.add(
        new Diagnostic(document, unknownShare, cutSentences, language == null ? "" : language));
  }

  /** Writes the vectors that were added last. */
  private void save() {
    try {
      if (!texts.isEmpty() && !isStopped && layout != null) {
        write(layout);
      }
    } catch (ClosedByInterruptException e) {
      // The thread keeps its interrupt flag, which ends the operation.
      isStopped = true;
    } catch (IOException e) {
      isStopped = true;
      deleteOwn();
      warnings.add(
          "computed vectors cannot be stored, so they are lost if the operation is interrupted: "
              + DiskFailure.describe(e));
    }
    add(List.of(), List.of());
  }

  private void write(ComputedLayout layout) throws IOException {
    int size = layout.recordBytes();
    byte[] records = new byte[size * texts.size()];
    if (earlierBytes + bytes + records.length > maxBytes) {
      return;
    }
    for (int i = 0; i < texts.size(); i++) {
      layout.put(texts.get(i), vectors.get(i), records, i * size);
    }
    out(layout).write(records, 0, records.length);
    bytes += records.length;
  }

  /**
   * Returns the file of this operation. When it is created, files of other embedders are deleted.
   */
  private Output out(ComputedLayout layout) throws IOException {
    Output open = out;
    if (open == null) {
      long last = 0;
      for (String name : names()) {
        last = Math.max(last, FileNames.computedNumber(name));
        if (!earlier.contains(name)) {
          store.delete(name);
        }
      }
      outName = FileNames.computed(last + 1);
      open = store.create(outName);
      out = open;
      byte[] header = layout.header();
      open.write(header, 0, header.length);
    }
    return open;
  }

  /** Returns new warnings, one sentence each. */
  List<String> takeWarnings() {
    List<String> taken = List.copyOf(warnings);
    warnings.clear();
    return taken;
  }

  /** Returns the problems of the embedder since the last call, in ascending order of documents. */
  List<Diagnostic> takeDiagnostics() {
    List<Diagnostic> taken = List.copyOf(diagnostics);
    diagnostics.clear();
    return taken;
  }

  /** Deletes the file of this operation, because a commit contains its vectors. */
  void committed() {
    add(List.of(), List.of());
    deleteOwn();
  }

  /** Deletes the files of earlier operations with the same embedder, if this one has read them. */
  void finished() {
    earlier.forEach(this::deleteQuietly);
  }

  /** Deletes all files, including those of other embedders. */
  void deleteAll() throws IOException {
    for (String name : names()) {
      store.delete(name);
    }
  }

  private void deleteOwn() {
    if (out != null) {
      close();
      deleteQuietly(outName);
      bytes = 0;
    }
  }

  private void deleteQuietly(String name) {
    try {
      store.delete(name);
    } catch (IOException e) {
      // Another operation deletes the file. Its vectors stay correct.
    }
  }

  @Override
  public void close() {
    if (out != null) {
      try {
        out.close();
      } catch (IOException e) {
        // The records that were written can be read, and the others are ignored.
      }
      out = null;
    }
  }
}
