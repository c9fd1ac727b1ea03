package dev.arag.index.internal.search;

import dev.arag.core.corpus.CorpusOrder;
import dev.arag.core.graph.Mention;
import dev.arag.core.graph.Posting;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.mention.MentionReader;
import dev.arag.index.internal.mention.PostingCursor;
import dev.arag.index.internal.mention.StoredKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** The mentions in the segments of a state, restricted to a scope. */
final class ScopedMentions {
  private final List<ScopedSegment> segments;

  ScopedMentions(List<ScopedSegment> segments) {
    this.segments = segments;
  }

  /** A sentence of a chunk, and how often it mentions a key. */
  private record Place(int chunk, int sentence, int count) {}

  /** The places of a key in one document, in text order. */
  private record DocumentPlaces(String document, ChunksReader chunks, List<Place> places) {}

  /** Receives the postings of a key in scope, one form after another. */
  @FunctionalInterface
  private interface PostingAction {
    void accept(ScopedSegment segment, StoredKey key, PostingCursor posting);
  }

  int chunks() {
    return Math.toIntExact(segments.stream().mapToLong(ScopedSegment::chunks).sum());
  }

  int chunks(String key) {
    return segments.stream()
        .mapToInt(each -> find(each, key).map(it -> chunks(each, it)).orElse(0))
        .sum();
  }

  private static Optional<StoredKey> find(ScopedSegment segment, String key) {
    MentionReader mentions = segment.segment().mentions();
    return mentions == null ? Optional.empty() : mentions.find(key);
  }

  private static PostingCursor postings(ScopedSegment segment, StoredKey key) {
    MentionReader mentions = segment.segment().mentions();
    if (mentions == null) {
      throw new IllegalStateException("A segment without mentions has no postings");
    }
    return mentions.postings(key);
  }

  /** Returns the number of chunks in scope that mention a key. */
  private static int chunks(ScopedSegment segment, StoredKey key) {
    int count = 0;
    int last = -1;
    PostingCursor posting = postings(segment, key);
    while (posting.next()) {
      if (posting.chunk() != last && segment.holds(posting.chunk())) {
        count++;
      }
      last = posting.chunk();
    }
    return count;
  }

  private void forEachPosting(String key, PostingAction action) {
    for (ScopedSegment segment : segments) {
      Optional<StoredKey> stored = find(segment, key);
      if (stored.isPresent()) {
        PostingCursor posting = postings(segment, stored.get());
        while (posting.next()) {
          if (segment.holds(posting.chunk())) {
            action.accept(segment, stored.get(), posting);
          }
        }
      }
    }
  }

  List<Posting> postings(String key) {
    Map<ScopedSegment, Map<Integer, List<Place>>> places = new HashMap<>();
    forEachPosting(
        key,
        (segment, stored, posting) -> {
          int document = segment.segment().chunks().document(posting.chunk());
          add(
              places
                  .computeIfAbsent(segment, each -> new HashMap<>())
                  .computeIfAbsent(document, each -> new ArrayList<>()),
              posting);
        });
    List<DocumentPlaces> documents = new ArrayList<>();
    places.forEach(
        (segment, byDocument) -> {
          ChunksReader chunks = segment.segment().chunks();
          byDocument.forEach(
              (document, found) ->
                  documents.add(new DocumentPlaces(chunks.documentId(document), chunks, found)));
        });
    documents.sort(Comparator.comparing(DocumentPlaces::document, CorpusOrder::compareCodePoints));
    List<Posting> postings = new ArrayList<>();
    documents.forEach(document -> addPostings(document, postings));
    return postings;
  }

  /** Adds a posting. The forms of a key in one sentence count together. */
  private static void add(List<Place> places, PostingCursor posting) {
    int last = places.size() - 1;
    if (last >= 0
        && places.get(last).chunk() == posting.chunk()
        && places.get(last).sentence() == posting.sentence()) {
      int count = places.get(last).count() + posting.count();
      places.set(last, new Place(posting.chunk(), posting.sentence(), count));
    } else {
      places.add(new Place(posting.chunk(), posting.sentence(), posting.count()));
    }
  }

  private static void addPostings(DocumentPlaces document, List<Posting> postings) {
    int last = -1;
    ChunkId id = ChunkId.of("none");
    for (Place place : document.places()) {
      id = place.chunk() == last ? id : document.chunks().chunkId(place.chunk());
      last = place.chunk();
      postings.add(new Posting(id, place.sentence(), place.count()));
    }
  }

  List<Mention> mentions(ChunkId id) {
    for (ScopedSegment segment : segments) {
      MentionReader mentions = segment.segment().mentions();
      OptionalInt chunk = segment.segment().chunks().find(id);
      if (mentions != null && chunk.isPresent() && segment.holds(chunk.getAsInt())) {
        Chunk text = segment.segment().chunks().read(chunk.getAsInt());
        return mentions.mentions(text, chunk.getAsInt());
      }
    }
    return List.of();
  }

  Optional<String> name(String key) {
    Map<String, Long> counts = new TreeMap<>(CorpusOrder::compareCodePoints);
    forEachPosting(
        key,
        (segment, stored, posting) ->
            counts.merge(stored.forms().get(posting.form()), (long) posting.count(), Long::sum));
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

  List<String> keysWith(String word, int limit) {
    Map<String, Integer> chunks = new HashMap<>();
    for (ScopedSegment segment : segments) {
      MentionReader mentions = segment.segment().mentions();
      if (mentions != null) {
        mentions.forEachWith(
            word, key -> chunks.merge(key.key(), chunks(segment, key), Integer::sum));
      }
    }
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
