package dev.arag.index;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Document;
import dev.arag.index.source.Source;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A sequence of calls on an index, with the expected contents after each call. Each version of a
 * document has a unique marker in its text.
 */
final class Workload {
  /** The prefix of all markers. Tests search the bytes of files for it. */
  static final String MARK = "zq";

  static final int MARK_DIGITS = 5;

  private static final int FIRST_DIMENSION = 8;

  private final Random random;
  private final List<Call> calls = new ArrayList<>();
  private final Set<String> dead = new TreeSet<>();
  private final SortedMap<String, Document> documents = new TreeMap<>();
  private State state = State.NONE;
  private int marks;

  /**
   * @param texts the texts with white space removed, by document id
   * @param dimension the dimension of the vectors, or 0 if nothing was published
   * @param purged the markers that no file may contain anymore
   */
  record State(SortedMap<String, String> texts, int dimension, Set<String> purged) {
    static final State NONE = new State(new TreeMap<>(), 0, Set.of());

    State {
      texts = Collections.unmodifiableSortedMap(new TreeMap<>(texts));
      purged = Set.copyOf(purged);
    }

    boolean isPublished() {
      return dimension > 0;
    }

    State with(SortedMap<String, String> changed) {
      return new State(changed, Math.max(dimension, FIRST_DIMENSION), purged);
    }

    State with(Document document) {
      SortedMap<String, String> more = new TreeMap<>(texts);
      more.put(document.id(), plain(document.text()));
      return with(more);
    }

    boolean isSameAs(State other) {
      return texts.equals(other.texts) && dimension == other.dimension;
    }

    HashEmbedder embedder() {
      return new HashEmbedder(isPublished() ? dimension : FIRST_DIMENSION);
    }

    @Override
    public String toString() {
      return texts.keySet() + " in " + dimension + " dimensions";
    }
  }

  /**
   * @param intermediateStates the states, other than the previous one, that may be published before
   *     the call returns
   */
  record Call(String name, Consumer<Index> work, List<State> intermediateStates, State after) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** Thrown by a source to end a sync halfway. */
  static final class Abandoned extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private Workload(long seed) {
    random = new Random(seed);
  }

  /** Returns calls of all kinds in random order. */
  static Workload random(long seed, int count) {
    Workload workload = new Workload(seed);
    workload.abandoned();
    workload.sync(3, false);
    for (int i = 2; i < count; i++) {
      workload.any();
    }
    return workload;
  }

  /** Returns each kind of call once or twice, with few documents. */
  static Workload small() {
    Workload workload = new Workload(1);
    workload.sync(2, false);
    workload.sync(1, false);
    workload.delete();
    workload.abandoned();
    workload.sync(2, true);
    workload.delete();
    workload.purge();
    workload.embed();
    workload.unchanged();
    return workload;
  }

  /** Returns one small call, followed by calls that write about 100 KiB in total. */
  static Workload large() {
    Workload workload = new Workload(3);
    workload.sync(1, false);
    workload.syncLarge("large/1", "large/2", "large/3");
    workload.syncLarge("large/3", "large/4", "large/5");
    workload.delete();
    workload.sync(1, false);
    workload.purge();
    return workload;
  }

  /** Returns syncs that need several batches. A batch is full after two documents. */
  static Workload ofBatches(int sentences) {
    Workload workload = new Workload(2);
    workload.sync(1, false);
    workload.batches(sentences);
    workload.prune("large", List.of(workload.document("large/2", 3)));
    return workload;
  }

  List<Call> calls() {
    return calls;
  }

  /** Returns the state after a number of calls. */
  State after(int count) {
    return count == 0 ? State.NONE : calls.get(count - 1).after();
  }

  /**
   * Returns the possible states after a number of calls have returned and the next call may have
   * begun.
   */
  List<State> possible(int returned) {
    List<State> possible = new ArrayList<>();
    possible.add(after(returned));
    if (returned < calls.size()) {
      possible.addAll(calls.get(returned).intermediateStates());
      possible.add(calls.get(returned).after());
    }
    return possible;
  }

  static String plain(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    text.chars().filter(c -> !Character.isWhitespace(c)).forEach(c -> plain.append((char) c));
    return plain.toString();
  }

  private void any() {
    switch (random.nextInt(12)) {
      case 0, 1, 2 -> sync(1 + random.nextInt(3), false);
      case 3, 4 -> sync(1 + random.nextInt(4), true);
      case 5, 6 -> delete();
      case 7 -> purge();
      case 8 -> embed();
      case 9 -> abandoned();
      case 10 -> unchanged();
      default -> sync(6, false);
    }
  }

  private Document document(String id, int sentences) {
    String mark = newMarker();
    StringBuilder text = new StringBuilder("The mark of this text is " + mark + ".");
    for (int i = 1; i < sentences; i++) {
      text.append(" River ").append(random.nextInt(100)).append(" is.");
    }
    return Document.of(id, text.toString());
  }

  private String newMarker() {
    return MARK + String.format(Locale.ROOT, "%0" + MARK_DIGITS + "d", ++marks);
  }

  /** Returns a document that is not part of any workload. */
  static Document another(int number) {
    int mark = 90_000 + number;
    return Document.of("other/" + number, "Something else. Its mark is " + MARK + mark + ".");
  }

  private void sync(int count, boolean isPruned) {
    String name = random.nextInt(3) == 0 ? "b" : "a";
    List<Document> given = new ArrayList<>();
    int first = random.nextInt(6);
    for (int i = 0; i < count; i++) {
      given.add(document(name + "/" + (first + i), 1 + random.nextInt(20)));
    }
    if (isPruned) {
      prune(name, given);
    } else {
      add("sync", index -> index.sync(Source.documents(name, given)), List.of(), with(given));
    }
  }

  private void syncLarge(String... ids) {
    List<Document> given = Stream.of(ids).map(id -> document(id, 100)).toList();
    add("sync", index -> index.sync(Source.documents("large", given)), List.of(), with(given));
  }

  private void prune(String name, List<Document> kept) {
    documents.keySet().removeIf(id -> id.startsWith(name + "/"));
    Source source = Source.documents(name, kept).prune(1);
    add("sync and prune", index -> index.sync(source), List.of(), with(kept));
  }

  private void batches(int sentences) {
    List<Document> given = new ArrayList<>();
    List<State> intermediateStates = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      given.add(document("large/" + i, sentences));
      intermediateStates.add(with(given));
    }
    State after = intermediateStates.get(4);
    intermediateStates.removeAll(
        List.of(intermediateStates.get(0), intermediateStates.get(2), after));
    Source source = Source.documents("large", given);
    add("sync of batches", index -> index.sync(source), intermediateStates, after);
  }

  private void delete() {
    List<String> ids = new ArrayList<>(documents.keySet());
    Collections.shuffle(ids, random);
    List<String> some = List.copyOf(ids.subList(0, Math.min(ids.size(), 1 + random.nextInt(2))));
    documents.keySet().removeAll(some);
    add("delete " + some, index -> index.delete(some), List.of(), with(List.of()));
  }

  private void purge() {
    State after = new State(state.texts(), state.dimension(), dead);
    add("purge", Index::purge, List.of(), after);
  }

  private void embed() {
    if (documents.isEmpty()) {
      return;
    }
    int dimension = state.dimension() == FIRST_DIMENSION ? 12 : FIRST_DIMENSION;
    State after = new State(state.texts(), dimension, state.purged());
    add("embed", index -> index.embed(new HashEmbedder(dimension)), List.of(), after);
  }

  private void abandoned() {
    List<Document> given = List.of(document("a/1", 3), document("a/9", 3));
    given.forEach(document -> dead.add(mark(document.text())));
    Source source = Source.documents("a", () -> thenAbandon(given.iterator()));
    add("abandoned sync", index -> abandon(index, source), List.of(), state);
  }

  private static void abandon(Index index, Source source) {
    try {
      index.sync(source);
      throw new AssertionError("The sync completed, although its source threw an exception.");
    } catch (Abandoned expected) {
      // The index must not keep any document of this sync.
    }
  }

  private static Iterator<Document> thenAbandon(Iterator<Document> given) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return true;
      }

      @Override
      public Document next() {
        if (!given.hasNext()) {
          throw new Abandoned();
        }
        return given.next();
      }
    };
  }

  private void unchanged() {
    List<Document> given =
        documents.values().stream().filter(document -> document.id().startsWith("a/")).toList();
    Source source = Source.documents("a", given).prune(1);
    add("sync without changes", index -> index.sync(source), List.of(), state);
  }

  /** Adds or changes documents and returns the resulting state. */
  private State with(List<Document> given) {
    given.forEach(document -> documents.put(document.id(), document));
    SortedMap<String, String> texts = new TreeMap<>();
    documents.forEach((id, document) -> texts.put(id, plain(document.text())));
    return state.with(texts);
  }

  private void add(String name, Consumer<Index> work, List<State> intermediateStates, State after) {
    for (String text : state.texts().values()) {
      if (!after.texts().containsValue(text)) {
        dead.add(mark(text));
      }
    }
    calls.add(new Call(calls.size() + " " + name, work, intermediateStates, after));
    state = after;
  }

  /** Returns the marker in the text of a document. */
  static String mark(String text) {
    int start = text.indexOf(MARK);
    return text.substring(start, start + MARK.length() + MARK_DIGITS);
  }
}
