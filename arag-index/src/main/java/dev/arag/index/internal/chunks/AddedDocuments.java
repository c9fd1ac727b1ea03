package dev.arag.index.internal.chunks;

import dev.arag.core.corpus.CorpusOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Documents that come one by one; their ids stay in the heap. */
final class AddedDocuments implements SortedDocuments {
  private record Added(String id, int number) {}

  private final List<Added> documents = new ArrayList<>();
  private int place = -1;

  void add(String id, int number) {
    documents.add(new Added(id, number));
  }

  @Override
  public boolean next() {
    if (place < 0) {
      documents.sort(Comparator.comparing(Added::id, CorpusOrder::compareCodePoints));
    }
    return ++place < documents.size();
  }

  @Override
  public String id() {
    return documents.get(place).id();
  }

  @Override
  public int number() {
    return documents.get(place).number();
  }
}
