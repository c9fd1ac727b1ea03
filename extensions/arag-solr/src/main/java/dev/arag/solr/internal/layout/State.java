package dev.arag.solr.internal.layout;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.arag.core.error.CorpusException;
import dev.arag.core.error.IndexVersionException;
import dev.arag.core.spi.MatchingRules;
import dev.arag.index.spi.split.IndexSettings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The state of a collection, which one Solr document contains. A writer replaces it by
 * compare-and-set. A document version is visible if its generation is published and no tombstone of
 * a published generation retires it. Generations that were claimed but never published remain
 * invisible for ever.
 *
 * @param format the version of the schema and of the stored forms
 * @param id a random id of the collection, which its markers contain. If another collection gets
 *     the same name, it has another id
 * @param rules the {@link MatchingRules#VERSION} that folded the texts
 * @param embedder the fingerprint of the embedder; null if sentences have no vectors
 * @param dimension the number of floats of a vector; 0 without vectors
 * @param settings the settings of the writer
 * @param claimed the last generation that a writer has claimed
 * @param published the published generations, as disjoint ranges in ascending order
 * @param marker the generation of the markers of this state; 0 if nothing was published
 * @param markers the number of markers, one for each shard
 * @param lease the right to write; null if no writer has it
 * @param publications the publications whose markers exist, in the order of publication; the last
 *     one is that of {@code marker}. Each one needs about 75 bytes of the stored state, until it
 *     expires
 * @param job the work that several writers share; null if there is none
 */
public record State(
    int format,
    String id,
    String rules,
    @Nullable String embedder,
    int dimension,
    IndexSettings settings,
    long claimed,
    List<Range> published,
    long marker,
    int markers,
    @Nullable Lease lease,
    List<Publication> publications,
    @Nullable Job job) {
  public static final int FORMAT = 2;

  /** A later version of the library may add properties. */
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .addModule(SettingsJson.module())
          .build();

  /** A range of generations, both inclusive. */
  public record Range(@JsonProperty("first") long first, @JsonProperty("last") long last) {}

  /**
   * The right of one writer to write.
   *
   * @param owner identifies the writer
   * @param heartbeat a number that the owner changes regularly. If it no longer changes, the writer
   *     has ended without a release, and another writer may take over
   */
  public record Lease(
      @JsonProperty("owner") String owner, @JsonProperty("heartbeat") long heartbeat) {}

  /**
   * A publication whose markers exist, so that a snapshot of its state can still be read.
   *
   * @param marker the generation of its markers
   * @param millis the time, in milliseconds since 1970; not before that of the publication before
   *     it
   * @param generations the generations that it published
   */
  public record Publication(
      @JsonProperty("marker") long marker,
      @JsonProperty("millis") long millis,
      @JsonProperty("generations") List<Long> generations) {
    public Publication {
      generations = List.copyOf(generations);
    }
  }

  /**
   * The work that several writers share. Their generations are published together.
   *
   * @param id identifies the job
   * @param base the marker of the state that the writers compare with; if another writer publishes,
   *     the job cannot be published
   * @param workers the state of each writer
   * @param isPublished whether the generations have been published
   * @param earlier the ids of the last jobs before this one, the oldest first, which no writer can
   *     join any more
   */
  public record Job(
      @JsonProperty("id") String id,
      @JsonProperty("base") long base,
      @JsonProperty("workers") List<Worker> workers,
      @JsonProperty("isPublished") boolean isPublished,
      @JsonProperty("earlier") List<String> earlier) {
    private static final int MAX_EARLIER = 16;

    public Job {
      workers = List.copyOf(workers);
      earlier = earlier == null ? List.of() : List.copyOf(earlier);
    }

    /**
     * Returns a job in which no writer has begun.
     *
     * @param before the job that it replaces; null if there is none
     */
    public static Job begin(String id, long base, int workers, @Nullable Job before) {
      List<String> earlier = new ArrayList<>();
      if (before != null) {
        earlier.addAll(before.earlier());
        earlier.add(before.id());
      }
      return new Job(
          id,
          base,
          Collections.nCopies(workers, new Worker(0, false)),
          false,
          earlier.subList(Math.max(0, earlier.size() - MAX_EARLIER), earlier.size()));
    }

    /** Returns this job after its publish. */
    public Job publish() {
      return new Job(id, base, workers, true, earlier);
    }

    /** Returns a job with another state of one writer. */
    public Job with(int number, Worker worker) {
      List<Worker> changed = new ArrayList<>(workers);
      changed.set(number, worker);
      return new Job(id, base, changed, isPublished, earlier);
    }
  }

  /**
   * One of the writers of a job.
   *
   * @param generation the generation that the writer writes; 0 if it has not begun
   * @param isDone whether the writer has written all of its documents
   */
  public record Worker(
      @JsonProperty("generation") long generation, @JsonProperty("isDone") boolean isDone) {}

  public State {
    published = List.copyOf(published);
    publications = publications == null ? List.of() : List.copyOf(publications);
  }

  /**
   * Returns the state of a new collection.
   *
   * @param id hexadecimal digits that no other collection has
   */
  public static State empty(
      String id, @Nullable String embedder, int dimension, IndexSettings settings) {
    return new State(
        FORMAT,
        id,
        MatchingRules.VERSION,
        embedder,
        dimension,
        settings,
        0,
        List.of(),
        0,
        0,
        null,
        List.of(),
        null);
  }

  /**
   * Reads a state.
   *
   * @param collection the name of the collection, for messages
   * @throws IndexVersionException if the collection has another format
   * @throws CorpusException if the text is not a state
   */
  public static State parse(String json, String collection) {
    try {
      JsonNode tree = JSON.readTree(json);
      if (!tree.path("format").isInt()) {
        throw newCorruptException(collection);
      }
      requireFormat(tree.path("format").asInt(), "The Solr collection " + collection);
      return JSON.treeToValue(tree, State.class);
    } catch (JsonProcessingException e) {
      throw newCorruptException(collection);
    }
  }

  private static CorpusException newCorruptException(String collection) {
    return new CorpusException(
        "The state of the Solr collection "
            + collection
            + " is corrupt. Restore a backup, or sync the documents into a new collection.");
  }

  private static void requireFormat(int format, String collection) {
    String formats = " has the format " + format + "; this version reads the format " + FORMAT;
    if (format > FORMAT) {
      throw new IndexVersionException(
          collection + formats + ". Use the version of the library that wrote it.", false);
    }
    if (format < FORMAT) {
      throw new IndexVersionException(
          collection + formats + ". Sync the documents into a new collection.", true);
    }
  }

  public String toJson() {
    try {
      return JSON.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns a state with one more claimed generation, which is {@link #claimed()}. */
  public State claim() {
    return with(claimed + 1, published, marker, markers, lease, publications, job);
  }

  /**
   * Returns a state in which a claimed generation is published.
   *
   * @param generation the claimed generation, whose markers exist
   */
  public State publish(long generation, int newMarkers) {
    return publish(List.of(), generation, newMarkers, 0);
  }

  /**
   * Returns a state in which claimed generations are published.
   *
   * @param newMarker the claimed generation of the markers, which exist
   * @param millis the time, in milliseconds since 1970
   */
  public State publish(Collection<Long> generations, long newMarker, int newMarkers, long millis) {
    List<Long> all = new ArrayList<>(generations);
    all.add(newMarker);
    List<Publication> more = new ArrayList<>(publications);
    more.add(new Publication(newMarker, notBeforeLast(millis), all));
    return with(claimed, ranges(all), newMarker, newMarkers, lease, more, job);
  }

  /** The clocks of writers may differ, but a publication is never older than those before it. */
  private long notBeforeLast(long millis) {
    return publications.isEmpty()
        ? millis
        : Math.max(millis, publications.get(publications.size() - 1).millis());
  }

  private List<Range> ranges(Collection<Long> more) {
    TreeSet<Long> starts = new TreeSet<>(more);
    List<Range> sorted = new ArrayList<>(published);
    starts.forEach(generation -> sorted.add(new Range(generation, generation)));
    sorted.sort((one, other) -> Long.compare(one.first(), other.first()));
    List<Range> ranges = new ArrayList<>();
    for (Range range : sorted) {
      int last = ranges.size() - 1;
      if (last >= 0 && ranges.get(last).last() >= range.first() - 1) {
        long end = Math.max(ranges.get(last).last(), range.last());
        ranges.set(last, new Range(ranges.get(last).first(), end));
      } else {
        ranges.add(range);
      }
    }
    return ranges;
  }

  /** Returns a state with another lease, or without one. */
  public State withLease(@Nullable Lease newLease) {
    return with(claimed, published, marker, markers, newLease, publications, job);
  }

  /** Returns a state with other publications. */
  public State withPublications(List<Publication> newPublications) {
    return with(claimed, published, marker, markers, lease, newPublications, job);
  }

  /** Returns a state with another job, or without one. */
  public State withJob(@Nullable Job newJob) {
    return with(claimed, published, marker, markers, lease, publications, newJob);
  }

  /** Returns a state with other settings. */
  public State withSettings(IndexSettings newSettings) {
    return new State(
        format,
        id,
        rules,
        embedder,
        dimension,
        newSettings,
        claimed,
        published,
        marker,
        markers,
        lease,
        publications,
        job);
  }

  /** Returns a state with another embedder. Nothing must have been published. */
  public State withEmbedder(@Nullable String newEmbedder, int newDimension) {
    return new State(
        format,
        id,
        rules,
        newEmbedder,
        newDimension,
        settings,
        claimed,
        published,
        marker,
        markers,
        lease,
        publications,
        job);
  }

  private State with(
      long newClaimed,
      List<Range> newPublished,
      long newMarker,
      int newMarkers,
      @Nullable Lease newLease,
      List<Publication> newPublications,
      @Nullable Job newJob) {
    return new State(
        format,
        id,
        rules,
        embedder,
        dimension,
        settings,
        newClaimed,
        newPublished,
        newMarker,
        newMarkers,
        newLease,
        newPublications,
        newJob);
  }

  /** Returns whether a generation is published. */
  public boolean isPublished(long generation) {
    return published.stream()
        .anyMatch(range -> generation >= range.first() && generation <= range.last());
  }

  /**
   * Returns a query for all Solr documents of published generations. Lucene counts the generations
   * between the ranges as one clause, because their number is not limited.
   */
  public String publishedQuery() {
    if (published.isEmpty()) {
      return "(*:* -*:*)";
    }
    int last = published.size() - 1;
    String all = "gen:[" + published.get(0).first() + " TO " + published.get(last).last() + "]";
    return last == 0 ? "(" + all + ")" : "(+" + all + " -{!terms f=gen v='" + gaps() + "'})";
  }

  private String gaps() {
    return IntStream.range(1, published.size())
        .boxed()
        .flatMapToLong(
            i -> LongStream.range(published.get(i - 1).last() + 1, published.get(i).first()))
        .mapToObj(String::valueOf)
        .collect(Collectors.joining(","));
  }
}
