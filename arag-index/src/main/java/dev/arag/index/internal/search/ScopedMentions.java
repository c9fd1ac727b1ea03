package dev.arag.index.internal.search;

import dev.arag.core.corpus.CorpusOrder;
import dev.arag.core.graph.Mention;
import dev.arag.core.graph.Posting;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.mention.MentionKey;
import dev.arag.index.internal.mention.MentionReader;
import dev.arag.index.internal.postings.PostingCursor;
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
    void accept(ScopedSegment segment, StoredKey form, PostingCursor posting);
  }

  int chunks() {
    return Math.toIntExact(segments.stream().mapToLong(ScopedSegment::chunks).sum());
  }

  int chunks(String key) {
    Map<ScopedSegment, BitSet> chunks = new HashMap<>();
    forEachPosting(
        key,
        (segment, form, posting) ->
            chunks.computeIfAbsent(segment, each -> new BitSet()).set(posting.chunk()));
    return chunks.values().stream().mapToInt(BitSet::cardinality).sum();
  }

  private void forEachPosting(String key, PostingAction action) {
    for (ScopedSegment segment : segments) {
      MentionReader mentions = segment.segment().mentions();
      if (mentions != null) {
        for (StoredKey form : mentions.forms(key)) {
          PostingCursor posting = mentions.postings().postings(form);
          while (posting.next()) {
            if (segment.holds(posting.chunk())) {
              action.accept(segment, form, posting);
            }
          }
        }
      }
    }
  }

  List<Posting> postings(String key) {
    Map<ScopedSegment, Map<Integer, List<Place>>> places = new HashMap<>();
    forEachPosting(
        key,
        (segment, form, posting) -> {
          int document = segment.segment().chunks().document(posting.chunk());
          places
              .computeIfAbsent(segment, each -> new HashMap<>())
              .computeIfAbsent(document, each -> new ArrayList<>())
              .add(new Place(posting.chunk(), posting.position(), posting.count()));
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
        (segment, form, posting) ->
            counts.merge(MentionKey.form(form), (long) posting.count(), Long::sum));
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
    SortedSet<String> keys = new TreeSet<>();
    for (ScopedSegment segment : segments) {
      MentionReader mentions = segment.segment().mentions();
      if (mentions != null) {
        keys.addAll(mentions.keysWith(word));
      }
    }
    Map<String, Integer> chunks = new HashMap<>();
    keys.forEach(key -> chunks.put(key, chunks(key)));
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
