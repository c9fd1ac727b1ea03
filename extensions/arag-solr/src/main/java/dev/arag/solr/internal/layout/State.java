package dev.arag.solr.internal.layout;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.arag.core.corpus.MatchingRules;
import dev.arag.core.corpus.Profile;
import dev.arag.core.error.CorpusException;
import dev.arag.core.error.IndexTooNewException;
import dev.arag.core.error.IndexTooOldException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The state of a collection, which one Solr document contains. A writer replaces it by
 * compare-and-set. A document version is visible if its generation is published and no tombstone of
 * a published generation retires it. Generations that were claimed but never published remain
 * invisible for ever.
 *
 * @param format the version of the schema and of the stored forms
 * @param rules the {@link MatchingRules#VERSION} that folded the texts
 * @param encoder the fingerprint of the encoder; null if sentences have no vectors
 * @param dimension the number of floats of a vector; 0 without vectors
 * @param settings the settings of the writer
 * @param claimed the last generation that a writer has claimed
 * @param published the published generations, as disjoint ranges in ascending order
 * @param marker the generation of the markers of this state; 0 if nothing was published
 * @param markers the number of markers, one for each shard
 */
public record State(
    int format,
    String rules,
    @Nullable String encoder,
    int dimension,
    Settings settings,
    long claimed,
    List<Range> published,
    long marker,
    int markers) {
  public static final int FORMAT = 1;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /**
   * The settings by which documents are split and embedded.
   *
   * @param chunkTokens the approximate length of a chunk in o200k tokens
   * @param headingsInEmbeddings whether each sentence is embedded together with its heading
   * @param profile the rules by which documents are split and sentences are embedded
   */
  public record Settings(int chunkTokens, boolean headingsInEmbeddings, Profile profile) {}

  /** A range of generations, both inclusive. */
  public record Range(@JsonProperty("first") long first, @JsonProperty("last") long last) {}

  public State {
    published = List.copyOf(published);
  }

  /** Returns the state of a new collection. */
  public static State empty(@Nullable String encoder, int dimension, Settings settings) {
    return new State(
        FORMAT, MatchingRules.VERSION, encoder, dimension, settings, 0, List.of(), 0, 0);
  }

  /**
   * Reads a state.
   *
   * @throws IndexTooNewException if a newer version of the library wrote the collection
   * @throws IndexTooOldException if the collection has a format that is no longer supported
   * @throws CorpusException if the text is not a state
   */
  public static State parse(String json) {
    try {
      JsonNode tree = JSON.readTree(json);
      requireFormat(tree.path("format").asInt());
      return JSON.treeToValue(tree, State.class);
    } catch (JsonProcessingException e) {
      throw new CorpusException("The state of the collection cannot be read.");
    }
  }

  private static void requireFormat(int format) {
    String formats = " has the format " + format + "; this version reads the format " + FORMAT;
    if (format > FORMAT) {
      throw new IndexTooNewException(
          "The collection" + formats + ". Use the version of the library that wrote it.");
    }
    if (format < FORMAT) {
      throw new IndexTooOldException(
          "The collection" + formats + ". Sync the documents into a new collection.");
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
    return new State(
        format, rules, encoder, dimension, settings, claimed + 1, published, marker, markers);
  }

  /**
   * Returns a state in which a claimed generation is published.
   *
   * @param generation the claimed generation, whose markers exist
   */
  public State publish(long generation, int newMarkers) {
    return new State(
        format,
        rules,
        encoder,
        dimension,
        settings,
        claimed,
        with(generation),
        generation,
        newMarkers);
  }

  private List<Range> with(long generation) {
    List<Range> ranges = new ArrayList<>(published);
    int last = ranges.size() - 1;
    if (last >= 0 && ranges.get(last).last() == generation - 1) {
      ranges.set(last, new Range(ranges.get(last).first(), generation));
    } else {
      ranges.add(new Range(generation, generation));
    }
    return ranges;
  }

  /** Returns a query for all Solr documents of published generations. */
  public String publishedQuery() {
    return published.isEmpty()
        ? "(*:* -*:*)"
        : published.stream()
            .map(range -> "gen:[" + range.first() + " TO " + range.last() + "]")
            .collect(Collectors.joining(" OR ", "(", ")"));
  }
}
