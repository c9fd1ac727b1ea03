package dev.arag.index.internal.chunks;

import dev.arag.core.error.CorruptIndexException;
import dev.arag.core.text.CorpusOrder;
import java.util.Arrays;

/**
 * Documents that were copied from another file, in the order of their ranks in that file. Only
 * their numbers are kept on the heap.
 */
final class CopiedDocuments implements SortedDocuments {
  private static final int NONE = -1;

  private final ChunksReader from;
  private final int[] numbers;
  private int[] byRank = {};
  private int index = -1;
  private String id = "";

  /**
   * @param numbers the number of each document in the new file; -1 if the document was not copied
   */
  CopiedDocuments(ChunksReader from, int[] numbers) {
    this.from = from;
    this.numbers = numbers;
  }

  @Override
  public boolean next() {
    if (index < 0) {
      byRank = byRank();
    }
    if (++index == byRank.length) {
      return false;
    }
    String last = id;
    id = from.documentId(byRank[index]);
    if (CorpusOrder.compareCodePoints(last, id) > 0) {
      throw from.corruptDocument(byRank[index], "its rank does not match its id");
    }
    return true;
  }

  /** Returns the copied documents in ascending order of their ranks. */
  private int[] byRank() {
    int[] all = new int[numbers.length];
    Arrays.fill(all, NONE);
    for (int document = 0; document < numbers.length; document++) {
      int rank = from.rank(document);
      if (all[rank] != NONE) {
        throw sameRank(document);
      }
      all[rank] = document;
    }
    return Arrays.stream(all).filter(document -> numbers[document] >= 0).toArray();
  }

  private CorruptIndexException sameRank(int document) {
    return from.corruptDocument(document, "another document has its rank");
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public int number() {
    return numbers[byRank[index]];
  }
}
