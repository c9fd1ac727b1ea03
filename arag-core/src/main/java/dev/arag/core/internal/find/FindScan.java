package dev.arag.core.internal.find;

import static java.util.Objects.requireNonNull;

import dev.arag.core.find.FindQuery;
import dev.arag.core.find.FindQuery.Unit;
import dev.arag.core.find.FindResult;
import dev.arag.core.internal.corpus.Paging;
import dev.arag.core.internal.fold.Folding;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.CorpusOrder;
import dev.arag.core.text.Section;
import dev.arag.core.text.Sentence;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Evaluates a query on documents, which are added in corpus order. Not thread-safe. */
public final class FindScan {
  private static final Comparator<FindResult.Count> MOST_FIRST =
      Comparator.comparingLong(FindResult.Count::units)
          .reversed()
          .thenComparing(
              FindResult.Count::value, Comparator.nullsLast(CorpusOrder::compareCodePoints));

  private final FindQuery query;
  private final int allConditions;
  private final int limit;
  private final int offset;
  private final Instant end;
  private final List<FindResult.Match> matches = new ArrayList<>();
  private final Map<@Nullable String, Long> counts = new HashMap<>();
  private boolean isOver;
  private long sentences;
  private long units;
  private long documents;
  private long searchedChunks;
  private long totalChunks;

  /**
   * @throws IllegalArgumentException if the query has no conditions, or the page is invalid
   */
  public FindScan(FindQuery query, int limit, int offset) {
    this.query = requireNonNull(query, "query");
    this.allConditions = (1 << query.conditions()) - 1;
    this.limit = limit;
    this.offset = offset;
    this.end = query.clock().instant().plus(query.timeLimit());
    Paging.require(limit, offset);
    if (allConditions == 0) {
      throw new IllegalArgumentException("A query needs at least one condition.");
    }
  }

  /** Whether the time has run out, so that documents are only counted. */
  public boolean isOver() {
    isOver |= !query.clock().instant().isBefore(end);
    return isOver;
  }

  /** Adds chunks in which no unit can match. */
  public void skip(long chunks) {
    totalChunks += chunks;
    searchedChunks += isOver ? 0 : chunks;
  }

  /**
   * Searches one document.
   *
   * @param source the name of its source; null if unknown
   * @param inScope the number of its chunks in scope
   * @param chunks reads those of its chunks in scope in which a unit may match
   */
  public void add(
      String id,
      @Nullable String source,
      Map<String, Object> metadata,
      int inScope,
      Supplier<List<Chunk>> chunks) {
    if (inScope == 0 || isOver()) {
      skip(inScope);
      return;
    }
    List<Chunk> read = chunks.get();
    boolean isWhole = query.unit() == Unit.DOCUMENT;
    if (isWhole && !hasAllLiterals(read)) {
      skip(inScope);
      return;
    }
    List<Found> found = new ArrayList<>();
    int searched = inScope - read.size();
    for (int i = 0; i < read.size() && !isOver(); i++) {
      if (isWhole || query.isPossibleIn(fold(read.get(i)))) {
        search(read.get(i), found);
      }
      searched++;
    }
    totalChunks += inScope;
    searchedChunks += searched;
    long before = units;
    if (isWhole) {
      addUnit(found);
    } else if (query.unit() == Unit.SENTENCE) {
      found.forEach(each -> addUnit(List.of(each)));
    } else {
      for (int i = 0, start = 0; i < found.size(); i++) {
        if (i + 1 == found.size() || !found.get(i + 1).isInSectionOf(found.get(i))) {
          addUnit(found.subList(start, i + 1));
          start = i + 1;
        }
      }
    }
    if (units > before) {
      documents++;
      query
          .countBy()
          .ifPresent(
              key -> {
                String value = DocumentValue.of(key, id, source, metadata).orElse(null);
                counts.merge(value, units - before, Long::sum);
              });
    }
  }

  /** A sentence in which conditions hold. */
  private record Found(Chunk chunk, Section section, Sentence sentence, int conditions) {
    boolean isInSectionOf(Found other) {
      return section.id().equals(other.section.id());
    }
  }

  private boolean hasAllLiterals(List<Chunk> chunks) {
    List<String> folded = chunks.stream().map(FindScan::fold).toList();
    return query.literals().stream().allMatch(each -> folded.stream().anyMatch(each::isIn));
  }

  private static String fold(Chunk chunk) {
    return Folding.fold(chunk.text()).text();
  }

  private void search(Chunk chunk, List<Found> found) {
    int[] conditions =
        chunk.sentences().stream().mapToInt(each -> query.conditionsIn(each.text())).toArray();
    if (Arrays.stream(conditions).allMatch(each -> each == 0)) {
      return;
    }
    int number = 0;
    for (Section section : chunk.sections()) {
      for (Sentence sentence : section.sentences()) {
        int holding = conditions[number++];
        if (holding != 0) {
          found.add(new Found(chunk, section, sentence, holding));
        }
      }
    }
  }

  private void addUnit(List<Found> parts) {
    if (parts.stream().mapToInt(Found::conditions).reduce(0, (a, b) -> a | b) != allConditions) {
      return;
    }
    units++;
    for (Found part : parts) {
      if (sentences >= offset && matches.size() < limit) {
        matches.add(new FindResult.Match(part.chunk(), part.section(), part.sentence()));
      }
      sentences++;
    }
  }

  /** Returns what was found in the documents so far. */
  public FindResult result() {
    List<FindResult.Count> sorted =
        counts.entrySet().stream()
            .map(each -> new FindResult.Count(each.getKey(), each.getValue()))
            .sorted(MOST_FIRST)
            .toList();
    return new FindResult(
        matches, sentences, units, documents, sorted, searchedChunks, totalChunks);
  }
}
