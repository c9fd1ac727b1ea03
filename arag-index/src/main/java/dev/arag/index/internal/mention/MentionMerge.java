package dev.arag.index.internal.mention;

import dev.arag.core.corpus.CorpusOrder;
import dev.arag.index.internal.file.FileIdentity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeSet;

/**
 * Merges mentions files into one. The keys are merged in order, so only one group of keys of each
 * file is kept on the heap. Not thread-safe.
 */
final class MentionMerge {
  private final MentionWriter out;
  private final Runnable interruption;
  private final List<MergedMentions> inputs;

  /** A file that is read, at its current key. */
  private record Cursor(int number, MergedMentions input, KeyCursor keys) {
    StoredKey key() {
      return keys.key();
    }
  }

  /**
   * @param interruption called between keys; may throw an exception to stop the merge
   */
  MentionMerge(MentionWriter out, List<MergedMentions> inputs, Runnable interruption) {
    this.out = out;
    this.inputs = inputs;
    this.interruption = interruption;
  }

  FileIdentity run() throws IOException {
    for (MergedMentions input : inputs) {
      for (int chunk = 0; chunk < input.reader().chunks(); chunk++) {
        if (input.newChunk(chunk) >= 0) {
          out.addChunk(input.reader().record(chunk));
        }
      }
    }
    mergeKeys();
    return out.finish();
  }

  private void mergeKeys() throws IOException {
    PriorityQueue<Cursor> cursors =
        new PriorityQueue<>(
            Comparator.<Cursor, String>comparing(
                    each -> each.key().key(), CorpusOrder::compareCodePoints)
                .thenComparing(Cursor::number));
    for (int i = 0; i < inputs.size(); i++) {
      Cursor cursor = new Cursor(i, inputs.get(i), new KeyCursor(inputs.get(i).reader()));
      addNext(cursor, cursors);
    }
    List<Cursor> same = new ArrayList<>();
    while (!cursors.isEmpty()) {
      interruption.run();
      String key = cursors.element().key().key();
      same.clear();
      while (!cursors.isEmpty() && cursors.element().key().key().equals(key)) {
        same.add(cursors.remove());
      }
      mergeKey(key, same);
      same.forEach(cursor -> addNext(cursor, cursors));
    }
  }

  private static void addNext(Cursor cursor, PriorityQueue<Cursor> cursors) {
    if (cursor.keys().next()) {
      cursors.add(cursor);
    }
  }

  private void mergeKey(String key, List<Cursor> same) throws IOException {
    TreeSet<String> forms = new TreeSet<>(CorpusOrder::compareCodePoints);
    for (Cursor cursor : same) {
      usedForms(cursor).stream().mapToObj(cursor.key().forms()::get).forEach(forms::add);
    }
    if (!forms.isEmpty()) {
      List<String> sorted = List.copyOf(forms);
      out.startKey(key, sorted);
      for (Cursor cursor : same) {
        copyPostings(cursor, sorted);
      }
      out.endKey();
    }
  }

  /** Returns the forms that the copied chunks have. */
  private static BitSet usedForms(Cursor cursor) {
    BitSet used = new BitSet();
    int count = cursor.key().forms().size();
    PostingCursor postings = cursor.input().reader().postings(cursor.key());
    while (used.cardinality() < count && postings.next()) {
      if (cursor.input().newChunk(postings.chunk()) >= 0) {
        used.set(postings.form());
      }
    }
    return used;
  }

  private void copyPostings(Cursor cursor, List<String> forms) throws IOException {
    int[] newForms =
        cursor.key().forms().stream()
            .mapToInt(form -> Collections.binarySearch(forms, form, CorpusOrder::compareCodePoints))
            .toArray();
    PostingCursor postings = cursor.input().reader().postings(cursor.key());
    while (postings.next()) {
      int chunk = cursor.input().newChunk(postings.chunk());
      if (chunk >= 0) {
        out.addPosting(chunk, postings.sentence(), newForms[postings.form()], postings.count());
      }
    }
  }
}
