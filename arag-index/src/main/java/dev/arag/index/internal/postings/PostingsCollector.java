package dev.arag.index.internal.postings;

import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.FileIdentity;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.store.Store;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects the keys of chunks and writes them with the records of the chunks to a file. A limited
 * number of keys and postings is kept on the heap. When there are more, they are written to a
 * temporary file, and all temporary files are merged at the end. Not thread-safe.
 */
public final class PostingsCollector implements Closeable, KeySink {
  private final Store store;
  private final FileKind kind;
  private final int limit;
  private final TemporaryFiles temporary;
  private final PostingsWriter out;
  private final List<Part> parts = new ArrayList<>();
  private KeyTable table;

  /** Creates the names of temporary files, and deletes the files. */
  public interface TemporaryFiles {
    String newName() throws IOException;

    void delete(String name) throws IOException;
  }

  private record Part(String name, FileIdentity identity) {}

  /**
   * @param limit the number of bytes on the heap, roughly, at which keys and postings are written
   *     to a temporary file
   * @param out a new file; closed with this object
   */
  public PostingsCollector(
      Store store, FileKind kind, int limit, TemporaryFiles temporary, PostingsWriter out) {
    this.store = store;
    this.kind = kind;
    this.limit = limit;
    this.temporary = temporary;
    this.out = out;
    this.table = new KeyTable(out.hasPositions());
  }

  /**
   * Adds a key of the next chunk, whose record follows.
   *
   * @param position the position in the chunk; ascending within a chunk, 0 if the file has no
   *     positions
   */
  @Override
  public void add(byte[] bytes, int start, int end, int position, boolean isCounted) {
    table.add(bytes, start, end, out.records(), position, isCounted);
  }

  /** Adds the record of the next chunk, which ends the chunk. */
  public void addRecord(byte[] record) throws IOException {
    out.addRecord(record);
    if (table.heapBytes() >= limit) {
      writePart();
    }
  }

  private void writePart() throws IOException {
    String name = temporary.newName();
    try (PostingsWriter part = PostingsWriter.create(store, name, kind, out.hasPositions())) {
      table.writeTo(part);
      parts.add(new Part(name, part.finish()));
    }
    table = new KeyTable(out.hasPositions());
  }

  /**
   * Completes the file.
   *
   * @param interruption called between keys; may throw an exception
   */
  public FileIdentity finish(Runnable interruption) throws IOException {
    if (parts.isEmpty()) {
      table.writeTo(out);
      return out.finish();
    }
    writePart();
    List<PostingsMerge.Input> inputs = new ArrayList<>();
    for (Part part : parts) {
      BlockReader file = BlockReader.open(store, part.name(), kind, part.identity());
      PostingsReader reader = PostingsReader.of(file, out.hasPositions(), out.records());
      inputs.add(new PostingsMerge.Input(reader, chunk -> chunk));
    }
    FileIdentity merged = PostingsMerge.keys(out, inputs, interruption);
    for (Part part : parts) {
      temporary.delete(part.name());
    }
    return merged;
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
