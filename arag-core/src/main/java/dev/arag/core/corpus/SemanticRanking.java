package dev.arag.core.corpus;

import static java.util.Objects.requireNonNull;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Section;
import dev.arag.core.text.Sentence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Ranks chunks by their best section. The score S of a section is the score of its best sentence
 * (A-RAG paper, equation 3). In the default profile, the {@value #POOL} best sections are ranked
 * again by S + {@value #LEXICAL_WEIGHT} L / max L, where L is the BM25 score of the section for the
 * query, and its word statistics are those of these sections. All other sections rank after them by
 * S. The order therefore does not depend on the page. The first {@code offset} distinct chunks are
 * skipped, and the next {@code topK} are the hits. Not thread-safe. Use one instance per search.
 *
 * <pre>{@code
 * SemanticRanking ranking = new SemanticRanking(query, topK, offset);
 * for (Near near : nearestSentencesBestFirst) {
 *   if (!ranking.add(near.chunk(), near.hit())) break;
 * }
 * return ranking.hits();
 * }</pre>
 */
public final class SemanticRanking {
  /** The number of best sections that are ranked again in the default profile. */
  public static final int POOL = 100;

  /** The weight of the BM25 score. */
  public static final double LEXICAL_WEIGHT = 0.05;

  /**
   * The number of sentences to consider per requested chunk. Besides its best sentence, a hit shows
   * only sentences that are among the best {@code SENTENCES_PER_CHUNK * (offset + topK)} sentences
   * of the search.
   */
  public static final int SENTENCES_PER_CHUNK = 3;

  private static final int SHOWN_PER_CHUNK = 5;

  private static final Comparator<Candidate> BEST_FIRST =
      Comparator.<Candidate>comparingDouble(candidate -> candidate.rankScore)
          .reversed()
          .thenComparing(candidate -> candidate.chunk.location(), CorpusOrder.BY_LOCATION);

  private final SemanticQuery query;
  private final int topK;
  private final int offset;
  private final long wantedChunks;
  private final long wantedSentences;
  private final int wantedSections;
  private final Map<ChunkId, Candidate> candidates = new LinkedHashMap<>();
  private final List<PoolSection> pool = new ArrayList<>();
  private long sentencesSeen;
  private float lastScore = Float.POSITIVE_INFINITY;

  /** The hits, best first; null until no other chunk can become a hit. */
  private @Nullable List<Candidate> page;

  /** The hits that still lack a sentence to show. */
  private final Set<Candidate> incomplete = new HashSet<>();

  /** A section in the pool and the score of its best sentence. */
  private record PoolSection(Candidate candidate, Section section, float score) {
    /** The titles and sentences, for BM25. */
    String words() {
      List<String> parts = new ArrayList<>(section.heading());
      section.body().forEach(sentence -> parts.add(sentence.text()));
      return String.join("\n", parts);
    }
  }

  private static final class Candidate {
    final Chunk chunk;
    final List<Section> sections;
    final List<SentenceHit> matches = new ArrayList<>();
    final Set<Integer> sectionsInPool = new HashSet<>();
    final Set<Integer> sectionsWithBody = new HashSet<>();
    final float score;
    double rankScore;
    int bestSection;

    Candidate(Chunk chunk, SentenceHit best) {
      this.chunk = chunk;
      this.sections = chunk.sections();
      this.score = best.score();
      this.rankScore = score;
      this.bestSection = sectionOf(best.sentence());
    }

    /** Returns the number of the section that contains a sentence. */
    int sectionOf(Sentence sentence) {
      int number = sections.size() - 1;
      while (number > 0 && sections.get(number).offset() > sentence.offset()) {
        number--;
      }
      return number;
    }

    /**
     * Whether there is a sentence to show: a sentence of the best section that is not a heading
     * line. If this section has only heading lines, a sentence of any section.
     */
    boolean isComplete() {
      boolean hasBody = !sections.get(bestSection).body().isEmpty();
      return hasBody
          ? sectionsWithBody.contains(bestSection)
          : !sectionsWithBody.isEmpty() || chunk.sentences().stream().allMatch(Sentence::isHeading);
    }

    SemanticHit hit() {
      return new SemanticHit(chunk, score, rankScore, shownSentences());
    }

    /**
     * Selects the sentences to show, among them the best sentence of the best section. Heading
     * lines are shown only if the chunk has no other sentences.
     */
    private List<SentenceHit> shownSentences() {
      List<SentenceHit> body =
          matches.stream().filter(match -> !match.sentence().isHeading()).toList();
      return (body.isEmpty() ? matches : body)
          .stream()
              .sorted(Comparator.comparing(match -> !isBestOfBestSection(match, body)))
              .limit(SHOWN_PER_CHUNK)
              .sorted(Comparator.comparingInt(match -> match.sentence().offset()))
              .toList();
    }

    private boolean isBestOfBestSection(SentenceHit match, List<SentenceHit> bestFirst) {
      return bestFirst.stream()
          .filter(each -> sectionOf(each.sentence()) == bestSection)
          .findFirst()
          .filter(match::equals)
          .isPresent();
    }
  }

  /**
   * @param topK the maximum number of hits, at least 1
   * @param offset the number of best chunks to skip, at least 0
   */
  public SemanticRanking(SemanticQuery query, int topK, int offset) {
    Paging.require(topK, offset);
    this.query = requireNonNull(query, "query");
    this.topK = topK;
    this.offset = offset;
    this.wantedChunks = (long) offset + topK;
    this.wantedSentences = SENTENCES_PER_CHUNK * wantedChunks;
    this.wantedSections = query.profile() == Profile.PAPER ? 0 : POOL;
  }

  /**
   * Adds the next sentence. The caller must add the sentences in descending order of score.
   * Sentences with equal scores must be added in corpus order, then in text order.
   *
   * <p>A heading line affects the score of its section but is not shown. A hit therefore shows the
   * best sentence of its best section that is not a heading line, even if many sentences of other
   * chunks have a higher score.
   *
   * @param chunk the chunk that contains the sentence
   * @return whether another sentence can still change the result
   * @throws IllegalArgumentException if the score is not a number or is higher than the previous
   *     score
   */
  public boolean add(Chunk chunk, SentenceHit sentence) {
    requireNonNull(chunk, "chunk");
    requireNonNull(sentence, "sentence");
    if (!(sentence.score() <= lastScore)) {
      throw new IllegalArgumentException(
          "Sentences must come best first: " + sentence.score() + " after " + lastScore);
    }
    lastScore = sentence.score();
    sentencesSeen++;
    Candidate candidate = candidates.get(chunk.id());
    if (candidate == null && !hasAllChunks()) {
      candidate = new Candidate(chunk, sentence);
      candidates.put(chunk.id(), candidate);
    }
    if (candidate != null) {
      add(candidate, sentence);
    }
    return canChange();
  }

  private boolean hasAllChunks() {
    return pool.size() >= wantedSections && candidates.size() >= wantedChunks;
  }

  private void add(Candidate candidate, SentenceHit match) {
    int section = candidate.sectionOf(match.sentence());
    if (pool.size() < wantedSections && candidate.sectionsInPool.add(section)) {
      pool.add(new PoolSection(candidate, candidate.sections.get(section), match.score()));
    }
    boolean isFirst = candidate.matches.isEmpty();
    boolean isFirstBody = !match.sentence().isHeading() && candidate.sectionsWithBody.add(section);
    if (isFirst || isFirstBody || sentencesSeen <= wantedSentences) {
      candidate.matches.add(match);
    }
  }

  private boolean canChange() {
    if (!hasAllChunks()) {
      return true;
    }
    if (page == null) {
      page = rank();
      incomplete.addAll(page);
    }
    incomplete.removeIf(Candidate::isComplete);
    return sentencesSeen < wantedSentences || !incomplete.isEmpty();
  }

  /** The hits so far, best first. */
  public List<SemanticHit> hits() {
    return (page == null ? rank() : page).stream().map(Candidate::hit).toList();
  }

  private List<Candidate> rank() {
    double[] lexical =
        LexicalScores.of(query.text(), pool.stream().map(PoolSection::words).toList());
    double most = 0;
    for (double score : lexical) {
      most = Math.max(most, score);
    }
    for (int i = 0; i < lexical.length; i++) {
      PoolSection each = pool.get(i);
      double score = each.score() + (most == 0 ? 0 : LEXICAL_WEIGHT * lexical[i] / most);
      if (score > each.candidate().rankScore) {
        each.candidate().rankScore = score;
        each.candidate().bestSection = each.section().id().number();
      }
    }
    return candidates.values().stream().sorted(BEST_FIRST).skip(offset).limit(topK).toList();
  }
}
