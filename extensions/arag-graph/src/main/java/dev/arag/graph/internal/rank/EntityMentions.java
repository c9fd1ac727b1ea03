package dev.arag.graph.internal.rank;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.MentionSource;
import dev.arag.core.corpus.MentionSource.Mention;
import dev.arag.core.corpus.MentionSource.Posting;
import dev.arag.core.error.CorruptIndexException;
import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Section;
import dev.arag.graph.entity.Entity;
import dev.arag.graph.spi.PassageSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The mentions and chunks that one query uses, and which entities connect chunks. Everything read
 * is kept for the query. Not thread-safe.
 */
final class EntityMentions {
  /** An entity in a larger share of the chunks connects nothing. */
  static final double MAX_SHARE = 0.05;

  /** This number of chunks is never too large. */
  static final int MIN_TOO_MANY = 10;

  /** This number of chunks is always too large, so that the cost of a query is limited. */
  static final int MAX_CHUNKS = 200;

  private final PassageSource passages;
  private final MentionSource mentions;
  private final ShortNames shortNames = new ShortNames(this);
  private final int allChunks;
  private final int maxChunks;
  private final Map<ChunkId, ReadChunk> chunks = new HashMap<>();
  private final Map<ChunkId, List<Mention>> ofChunks = new HashMap<>();
  private final Map<String, List<Posting>> ofKeys = new HashMap<>();
  private final Map<String, Boolean> connecting = new HashMap<>();
  private final Map<String, Integer> frequencies = new HashMap<>();
  private final Map<ChunkId, Integer> counts = new HashMap<>();

  /**
   * A chunk and the number of the section of each of its sentences.
   *
   * @param sectionOf the number of the section, by sentence
   */
  private record ReadChunk(Chunk chunk, List<Integer> sectionOf) {
    static ReadChunk of(Chunk chunk) {
      List<Integer> sectionOf = new ArrayList<>();
      for (Section section : chunk.sections()) {
        sectionOf.addAll(Collections.nCopies(section.sentences().size(), section.id().number()));
      }
      return new ReadChunk(chunk, sectionOf);
    }

    /** Returns the section of a sentence; -1 if there is no such sentence. */
    int section(int sentence) {
      return sentence < sectionOf.size() ? sectionOf.get(sentence) : -1;
    }
  }

  EntityMentions(PassageSource passages, MentionSource mentions) {
    this.passages = requireNonNull(passages, "passages");
    this.mentions = requireNonNull(mentions, "mentions");
    allChunks = mentions.chunks();
    int share = (int) (MAX_SHARE * allChunks);
    maxChunks = Math.min(MAX_CHUNKS, Math.max(MIN_TOO_MANY, share));
  }

  PassageSource passages() {
    return passages;
  }

  MentionSource source() {
    return mentions;
  }

  Entity entity(String key) {
    if (!exists(key)) {
      throw new CorruptIndexException(
          "The index is inconsistent: a chunk contains a mention of '"
              + key
              + "', but a lookup of '"
              + key
              + "' finds no chunk. Verify the index, and rebuild it from its sources.");
    }
    return new Entity(key, mentions.name(key).orElse(key), chunks(key));
  }

  /** Returns the number of chunks that mention an entity. */
  int chunks(String key) {
    return frequencies.computeIfAbsent(key, mentions::chunks);
  }

  boolean exists(String key) {
    return chunks(key) > 0;
  }

  boolean isTooFrequent(String key) {
    return chunks(key) > maxChunks;
  }

  /**
   * Returns how much an entity says about a chunk: 1 if it occurs in one chunk, and less the more
   * chunks mention it. Squares of inverse document frequencies, as in tf-idf, relative to the
   * highest one.
   */
  double rarity(String key) {
    double share = StrictMath.log1p((double) allChunks / chunks(key)) / StrictMath.log1p(allChunks);
    return share * share;
  }

  /**
   * Whether a walk may continue at an entity. An entity in too many chunks says nothing, and a
   * phrase without a capital letter or number needs two chunks, because most of them are accidental
   * sequences of words.
   */
  boolean connects(String key) {
    return connecting.computeIfAbsent(
        key, each -> !isTooFrequent(each) && (chunks(each) > 1 || isName(each)));
  }

  /** Whether the corpus writes the entity with a capital letter or a number. */
  boolean isName(String key) {
    return mentions
        .name(key)
        .filter(
            name ->
                name.codePoints()
                    .anyMatch(c -> CharacterClass.isUpperCase(c) || CharacterClass.isNumber(c)))
        .isPresent();
  }

  List<Mention> mentions(ChunkId chunk) {
    return ofChunks.computeIfAbsent(chunk, mentions::mentions);
  }

  /** Returns the number of mentions in a chunk. */
  int count(ChunkId chunk) {
    return counts.computeIfAbsent(
        chunk, each -> mentions(each).stream().mapToInt(Mention::count).sum());
  }

  /**
   * Returns the postings of an entity, followed by those of its {@linkplain ShortNames short name}.
   */
  List<Posting> postings(String key) {
    return ofKeys.computeIfAbsent(key, shortNames::postings);
  }

  static Collection<ChunkId> chunksOf(List<Posting> postings) {
    Set<ChunkId> chunks = new LinkedHashSet<>();
    postings.forEach(posting -> chunks.add(posting.chunkId()));
    return chunks;
  }

  String documentOf(ChunkId id) {
    Chunk chunk = chunk(id);
    return chunk == null ? "" : chunk.location().documentId();
  }

  /** Reads chunks that were not read yet. */
  void read(Collection<ChunkId> ids) {
    List<ChunkId> missing = ids.stream().filter(id -> !chunks.containsKey(id)).toList();
    if (!missing.isEmpty()) {
      passages.read(missing).forEach(chunk -> chunks.put(chunk.id(), ReadChunk.of(chunk)));
    }
  }

  /** Returns a chunk; null if it is unknown. */
  @Nullable Chunk chunk(ChunkId id) {
    read(List.of(id));
    ReadChunk read = chunks.get(id);
    return read == null ? null : read.chunk();
  }

  /**
   * Returns the sentences that are about an entity: those that mention it, and all sentences under
   * a heading that mentions it. Texts name their subject in the heading and then use pronouns.
   *
   * @return places in order of the postings, without heading lines and duplicates; a heading line
   *     alone in its section is included
   */
  List<Place> sentencesAbout(String key) {
    return sentencesAt(postings(key));
  }

  /** Returns the sentences about an entity in one chunk, as {@link #sentencesAbout(String)}. */
  List<Place> sentencesAbout(String key, ChunkId chunk) {
    return sentencesAt(
        postings(key).stream().filter(posting -> posting.chunkId().equals(chunk)).toList());
  }

  private List<Place> sentencesAt(List<Posting> postings) {
    read(chunksOf(postings));
    Set<Place> places = new LinkedHashSet<>();
    for (Posting posting : postings) {
      ReadChunk read = chunks.get(posting.chunkId());
      if (read != null && read.section(posting.sentence()) >= 0) {
        addSentences(read, posting.sentence(), places);
      }
    }
    return List.copyOf(places);
  }

  private static void addSentences(ReadChunk read, int sentence, Set<Place> places) {
    Chunk chunk = read.chunk();
    int added = 0;
    if (chunk.sentences().get(sentence).isHeading()) {
      for (int i = sentence + 1;
          i < chunk.sentences().size() && read.section(i) == read.section(sentence);
          i++) {
        if (!chunk.sentences().get(i).isHeading()) {
          places.add(new Place(chunk.id(), i));
          added++;
        }
      }
    }
    if (added == 0) {
      places.add(new Place(chunk.id(), sentence));
    }
  }

  /** Returns the number of the section of a sentence; -1 if the place does not exist. */
  int section(ChunkId chunk, int sentence) {
    read(List.of(chunk));
    ReadChunk read = chunks.get(chunk);
    return read == null ? -1 : read.section(sentence);
  }

  /** Returns the keys that a sentence or a heading line of its section mentions, in text order. */
  Set<String> keysAt(Place place) {
    Chunk chunk = chunk(place.chunk());
    int section = section(place.chunk(), place.sentence());
    Set<String> keys = new LinkedHashSet<>();
    for (Mention mention : mentions(place.chunk())) {
      boolean isHere = mention.sentence() == place.sentence();
      boolean isAbove =
          chunk != null
              && section >= 0
              && section(place.chunk(), mention.sentence()) == section
              && chunk.sentences().get(mention.sentence()).isHeading();
      if (isHere || isAbove) {
        keys.add(mention.key());
      }
    }
    return keys;
  }

  /** A sentence of a chunk. */
  record Place(ChunkId chunk, int sentence) {
    Posting posting() {
      return new Posting(chunk, sentence, 1);
    }
  }
}
