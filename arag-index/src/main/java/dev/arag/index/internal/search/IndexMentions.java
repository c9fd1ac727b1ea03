package dev.arag.index.internal.search;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.MentionSource;
import dev.arag.core.corpus.MentionSource.Mention;
import dev.arag.core.corpus.MentionSource.Posting;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.CorpusOrder;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.mention.MentionFile;
import dev.arag.index.internal.postings.PostingCursor;
import dev.arag.index.internal.postings.PostingsReader;
import dev.arag.index.internal.postings.StoredKey;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The mentions of a view of an index that shows a fixed commit. */
final class IndexMentions implements MentionSource {
  private final IndexView view;

  IndexMentions(IndexView fixed) {
    this.view = fixed;
  }

  /** A sentence of a chunk, and how often it mentions a key. */
  private record Place(int chunk, int sentence, int count) {}

  /** The places of a key in one document, in text order. */
  private record DocumentPlaces(String document, ChunksReader chunks, List<Place> places) {}

  /** Receives the postings of a key in one segment that are in scope, one form after another. */
  @FunctionalInterface
  private interface PostingAction {
    void accept(StoredKey form, PostingCursor posting);
  }

  @Override
  public Corpus corpus() {
    return view;
  }

  @Override
  public int chunks() {
    return view.readMentions(
        segments -> Math.toIntExact(segments.stream().mapToLong(ScopedSegment::chunks).sum()));
  }

  @Override
  public int chunks(String key) {
    requireNonNull(key, "key");
    return view.readMentions(segments -> chunks(key, segments));
  }

  private static int chunks(String key, List<ScopedSegment> segments) {
    int count = 0;
    for (ScopedSegment segment : segments) {
      BitSet chunks = new BitSet();
      forEachPosting(key, segment, (form, posting) -> chunks.set(posting.chunk()));
      count += chunks.cardinality();
    }
    return count;
  }

  private static void forEachPosting(String key, ScopedSegment segment, PostingAction action) {
    PostingsReader mentions = segment.segment().mentions();
    if (mentions != null) {
      for (StoredKey form : MentionFile.forms(key, mentions)) {
        PostingCursor posting = mentions.postings(form);
        while (posting.next()) {
          if (segment.holds(posting.chunk())) {
            action.accept(form, posting);
          }
        }
      }
    }
  }

  @Override
  public List<Posting> postings(String key) {
    requireNonNull(key, "key");
    return view.readMentions(segments -> postings(key, segments));
  }

  private static List<Posting> postings(String key, List<ScopedSegment> segments) {
    List<DocumentPlaces> documents = new ArrayList<>();
    for (ScopedSegment segment : segments) {
      ChunksReader chunks = segment.segment().chunks();
      Map<Integer, List<Place>> places = new HashMap<>();
      forEachPosting(
          key,
          segment,
          (form, posting) ->
              places
                  .computeIfAbsent(chunks.document(posting.chunk()), each -> new ArrayList<>())
                  .add(new Place(posting.chunk(), posting.position(), posting.count())));
      places.forEach(
          (document, found) ->
              documents.add(new DocumentPlaces(chunks.documentId(document), chunks, found)));
    }
    documents.sort(Comparator.comparing(DocumentPlaces::document, CorpusOrder::compareCodePoints));
    List<Posting> postings = new ArrayList<>();
    documents.forEach(document -> addPostings(document, postings));
    return postings;
  }

  private static void addPostings(DocumentPlaces document, List<Posting> postings) {
    // The forms of a key in one sentence count together.
    SortedMap<Integer, SortedMap<Integer, Integer>> counts = new TreeMap<>();
    for (Place place : document.places()) {
      counts
          .computeIfAbsent(place.chunk(), each -> new TreeMap<>())
          .merge(place.sentence(), place.count(), Integer::sum);
    }
    counts.forEach(
        (chunk, sentences) -> {
          ChunkId id = document.chunks().chunkId(chunk);
          sentences.forEach((sentence, count) -> postings.add(new Posting(id, sentence, count)));
        });
  }

  @Override
  public List<Mention> mentions(ChunkId chunk) {
    requireNonNull(chunk, "chunk");
    return view.readMentions(segments -> mentions(chunk, segments));
  }

  private static List<Mention> mentions(ChunkId id, List<ScopedSegment> segments) {
    for (ScopedSegment segment : segments) {
      PostingsReader mentions = segment.segment().mentions();
      OptionalInt chunk = segment.segment().chunks().find(id);
      if (mentions != null && chunk.isPresent() && segment.holds(chunk.getAsInt())) {
        Chunk text = segment.segment().chunks().read(chunk.getAsInt());
        return MentionFile.mentions(text, chunk.getAsInt(), mentions);
      }
    }
    return List.of();
  }

  @Override
  public Optional<String> name(String key) {
    requireNonNull(key, "key");
    return view.readMentions(segments -> name(key, segments));
  }

  private static Optional<String> name(String key, List<ScopedSegment> segments) {
    Map<String, Long> counts = new TreeMap<>(CorpusOrder::compareCodePoints);
    for (ScopedSegment segment : segments) {
      forEachPosting(
          key,
          segment,
          (form, posting) ->
              counts.merge(MentionFile.form(form), (long) posting.count(), Long::sum));
    }
    Optional<String> name = Optional.empty();
    long most = 0;
    for (Map.Entry<String, Long> each : counts.entrySet()) {
      if (each.getValue() > most) {
        most = each.getValue();
        name = Optional.of(each.getKey());
      }
    }
    return name;
  }

  @Override
  public List<String> keysWith(String word, int limit) {
    requireNonNull(word, "word");
    if (limit < 1) {
      throw new IllegalArgumentException("limit must be >= 1, was " + limit);
    }
    return view.readMentions(segments -> keysWith(word, limit, segments));
  }

  private static List<String> keysWith(String word, int limit, List<ScopedSegment> segments) {
    SortedSet<String> keys = new TreeSet<>();
    for (ScopedSegment segment : segments) {
      PostingsReader mentions = segment.segment().mentions();
      if (mentions != null) {
        keys.addAll(MentionFile.keysWith(word, mentions));
      }
    }
    Map<String, Integer> chunks = new HashMap<>();
    keys.forEach(key -> chunks.put(key, chunks(key, segments)));
    return chunks.entrySet().stream()
        .filter(each -> each.getValue() > 0)
        .sorted(
            Map.Entry.<String, Integer>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey(CorpusOrder::compareCodePoints)))
        .limit(limit)
        .map(Map.Entry::getKey)
        .toList();
  }
}
