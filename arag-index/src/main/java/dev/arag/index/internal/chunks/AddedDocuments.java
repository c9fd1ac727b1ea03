package dev.arag.index.internal.chunks;

import dev.arag.core.text.CorpusOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Documents that were added one by one. Their ids are kept on the heap. */
final class AddedDocuments implements SortedDocuments {
  private record Added(String id, int number) {}

  private final List<Added> documents = new ArrayList<>();
  private int index = -1;

  void add(String id, int number) {
    documents.add(new Added(id, number));
  }

  @Override
  public boolean next() {
    if (index < 0) {
      documents.sort(Comparator.comparing(Added::id, CorpusOrder::compareCodePoints));
    }
    return ++index < documents.size();
  }

  @Override
  public String id() {
    return documents.get(index).id();
  }

  @Override
  public int number() {
    return documents.get(index).number();
  }
}
