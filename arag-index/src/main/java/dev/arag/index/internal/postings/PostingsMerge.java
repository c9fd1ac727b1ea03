package dev.arag.index.internal.postings;

import dev.arag.index.internal.file.FileIdentity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.IntUnaryOperator;

/**
 * Merges files of postings into one. The keys are merged in order, so only one group of keys of
 * each file is kept on the heap. A key without a posting in a copied chunk is omitted. Not
 * thread-safe.
 */
public final class PostingsMerge {
  private final PostingsWriter out;
  private final List<Input> inputs;
  private final Runnable interruption;

  /**
   * A file that is merged with others.
   *
   * @param newChunks returns the number of a chunk in the new file; -1 if the chunk is omitted.
   *     Larger numbers of chunks have larger new numbers, also across the inputs
   */
  public record Input(PostingsReader reader, IntUnaryOperator newChunks) {}

  private PostingsMerge(PostingsWriter out, List<Input> inputs, Runnable interruption) {
    this.out = out;
    this.inputs = inputs;
    this.interruption = interruption;
  }

  /**
   * Writes the records and keys of files to a new file.
   *
   * @param interruption called between records and between keys; may throw an exception to stop the
   *     merge
   */
  public static FileIdentity run(PostingsWriter out, List<Input> inputs, Runnable interruption)
      throws IOException {
    for (Input input : inputs) {
      for (int chunk = 0; chunk < input.reader().chunks(); chunk++) {
        if (input.newChunks().applyAsInt(chunk) >= 0) {
          interruption.run();
          out.addRecord(input.reader().record(chunk));
        }
      }
    }
    return keys(out, inputs, interruption);
  }

  /** Writes the keys of files to a file whose records are complete. */
  static FileIdentity keys(PostingsWriter out, List<Input> inputs, Runnable interruption)
      throws IOException {
    new PostingsMerge(out, inputs, interruption).mergeKeys();
    return out.finish();
  }

  private void mergeKeys() throws IOException {
    PriorityQueue<KeyCursor> cursors =
        new PriorityQueue<>(
            Comparator.<KeyCursor, String>comparing(each -> each.key().latin1())
                .thenComparing(KeyCursor::number));
    for (int i = 0; i < inputs.size(); i++) {
      addNext(new KeyCursor(i, inputs.get(i).reader()), cursors);
    }
    List<KeyCursor> same = new ArrayList<>();
    while (!cursors.isEmpty()) {
      interruption.run();
      String key = cursors.element().key().latin1();
      same.clear();
      while (!cursors.isEmpty() && cursors.element().key().latin1().equals(key)) {
        same.add(cursors.remove());
      }
      mergeKey(same);
      same.forEach(cursor -> addNext(cursor, cursors));
    }
  }

  private static void addNext(KeyCursor cursor, PriorityQueue<KeyCursor> cursors) {
    if (cursor.next()) {
      cursors.add(cursor);
    }
  }

  private void mergeKey(List<KeyCursor> same) throws IOException {
    boolean isStarted = false;
    for (KeyCursor cursor : same) {
      Input input = inputs.get(cursor.number());
      PostingCursor posting = input.reader().postings(cursor.key());
      while (posting.next()) {
        int chunk = input.newChunks().applyAsInt(posting.chunk());
        if (chunk >= 0) {
          if (!isStarted) {
            out.startKey(cursor.key().bytes());
            isStarted = true;
          }
          out.addPosting(chunk, posting.position(), posting.count());
        }
      }
    }
    if (isStarted) {
      out.endKey();
    }
  }
}
