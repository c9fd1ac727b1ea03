package dev.arag.core.spi;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.SentenceHit;
import dev.arag.core.internal.corpus.Paging;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.CorpusOrder;
import dev.arag.core.text.Section;
import dev.arag.core.text.Sentence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Ranks chunks by their best section. The score S of a section is the score of its best sentence
 * (A-RAG paper, equation 3). The {@value #POOL} best sections are reranked by S + {@value
 * #LEXICAL_WEIGHT} L / max L, where L is the BM25 score of the section for the query ({@link
 * LexicalScores}) and max L is the highest L of these sections. All other sections rank after them
 * by S. The order does not depend on {@code offset} and {@code topK}. The first {@code offset}
 * chunks are skipped, and the next {@code topK} chunks are the hits. Not thread-safe. Use one
 * instance per search.
 *
 * <p>If the rules of the query do not {@linkplain RankingRules#ranksSections() rank sections}, only
 * the {@link #wantedSentences()} best sentences are ranked. There are fewer hits if these sentences
 * belong to fewer chunks. A hit shows those of these sentences that belong to its chunk.
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
  /** The number of best sections that are reranked. */
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
  private final long wantedHits;
  private final long wantedSentences;
  private final int wantedSections;
  private final Map<ChunkId, Candidate> candidates = new LinkedHashMap<>();
  private final List<PoolSection> pool = new ArrayList<>();
  private long sentencesSeen;
  private float lastScore = Float.POSITIVE_INFINITY;

  /** The hits, best first; null until no other chunk can become a hit. */
  private @Nullable List<Candidate> slice;

  /** The hits that still lack a sentence to show. */
  private final Set<Candidate> incomplete = new HashSet<>();

  /** A section in the pool and the score of its best sentence. */
  private record PoolSection(Candidate candidate, Section section, float score) {
    /** The titles and sentences, for BM25. */
    String words() {
      List<String> parts = new ArrayList<>();
      int headings = section.sentences().size() - section.body().size();
      // Only the title in the last heading line is part of the path.
      section.sentences().subList(0, Math.max(0, headings - 1)).stream()
          .map(Sentence::text)
          .filter(line -> !section.heading().contains(line))
          .forEach(parts::add);
      parts.addAll(section.heading());
      section.body().forEach(sentence -> parts.add(sentence.text()));
      return String.join("\n", parts);
    }
  }

  private static final class Candidate {
    final Chunk chunk;
    final List<Section> sections;
    final SentenceHit best;

    /** The sentences that are among the best of the search, best first. */
    final List<SentenceHit> matches = new ArrayList<>();

    /** The best sentence of each section that is not a label, best first. */
    final Map<Integer, SentenceHit> bodies = new LinkedHashMap<>();

    final Set<Integer> sectionsInPool = new HashSet<>();
    double rankScore;
    int bestSection;

    Candidate(Chunk chunk, List<Section> sections, SentenceHit best) {
      this.chunk = chunk;
      this.sections = sections;
      this.best = best;
    }

    void rankByBestSentence() {
      rankScore = best.score();
      bestSection = sectionOf(best.sentence());
    }

    void raise(double score, int section) {
      if (score > rankScore) {
        rankScore = score;
        bestSection = section;
      }
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
     * Whether there is a sentence to show: a sentence of the best section that is not a {@linkplain
     * Sentence#isLabel() label}. If this section has only labels, a sentence of any section.
     */
    boolean isComplete() {
      return isAllLabels(sections.get(bestSection).sentences())
          ? !bodies.isEmpty() || isAllLabels(chunk.sentences())
          : bodies.containsKey(bestSection);
    }

    private static boolean isAllLabels(List<Sentence> sentences) {
      return sentences.stream().allMatch(Sentence::isLabel);
    }

    SemanticHit hit(boolean ranksSections) {
      List<SentenceHit> shown = ranksSections ? shownSentences() : inTextOrder(matches.stream());
      return new SemanticHit(chunk, best.score(), rankScore, shown);
    }

    private static List<SentenceHit> inTextOrder(Stream<SentenceHit> sentences) {
      return sentences.sorted(Comparator.comparingInt(match -> match.sentence().offset())).toList();
    }

    /**
     * Selects the sentences to show: the best sentence of the best section, then those that are
     * among the best of the search. Labels are shown only if the chunk has no other sentences.
     */
    private List<SentenceHit> shownSentences() {
      Set<SentenceHit> shown = new LinkedHashSet<>();
      SentenceHit body = bodies.get(bestSection);
      (body == null ? bodies.values().stream().limit(1) : Stream.of(body)).forEach(shown::add);
      matches.stream().filter(match -> !match.sentence().isLabel()).forEach(shown::add);
      if (shown.isEmpty()) {
        shown.add(best);
        shown.addAll(matches);
      }
      return inTextOrder(shown.stream().limit(SHOWN_PER_CHUNK));
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
    this.wantedHits = (long) offset + topK;
    this.wantedSentences = SENTENCES_PER_CHUNK * wantedHits;
    this.wantedSections = ranksSections() ? POOL : 0;
  }

  /**
   * Returns the number of best chunks, by their best sentence, that are sufficient for the result.
   * A corpus that cannot add all of its sentences proceeds in two steps. First, it adds the best
   * sentences: at least {@link #wantedSentences()}, and enough to belong to this number of chunks.
   * If {@link #add} still returns true, it adds the other sentences of these chunks. Only sentences
   * that the query {@linkplain SemanticQuery#considers considers} count. If the rules do not rank
   * sections, the {@link #wantedSentences()} best of these sentences are sufficient.
   */
  public long wantedChunks() {
    return Math.max(wantedHits, wantedSections);
  }

  /**
   * Returns how many of the best sentences of the search hits can show: {@value
   * #SENTENCES_PER_CHUNK} times {@code offset + topK}.
   */
  public long wantedSentences() {
    return wantedSentences;
  }

  /**
   * Adds the next sentence. The caller must add the sentences in descending order of score.
   * Sentences with equal scores must be added in corpus order, then in text order.
   *
   * <p>A {@linkplain Sentence#isLabel() label} affects the score of its section but is not shown. A
   * hit therefore shows the best sentence of its best section that is not a label, even if many
   * sentences of other chunks have a higher score.
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
          "Sentences must be added best first, but the score "
              + sentence.score()
              + " was added after "
              + lastScore);
    }
    lastScore = sentence.score();
    boolean isEnough = !ranksSections() && sentencesSeen >= wantedSentences;
    if (isEnough || !query.considers(sentence.sentence())) {
      return canChange();
    }
    sentencesSeen++;
    Candidate candidate = candidates.get(chunk.id());
    if (candidate == null && !hasAllChunks()) {
      candidate = new Candidate(chunk, sections(chunk), sentence);
      candidates.put(chunk.id(), candidate);
    }
    if (candidate != null) {
      add(candidate, sentence);
    }
    return canChange();
  }

  /** Returns the sections of a chunk. If the rules do not rank sections, a chunk is one. */
  private List<Section> sections(Chunk chunk) {
    return ranksSections() ? chunk.sections() : List.of(chunk.asOneSection());
  }

  private boolean hasAllChunks() {
    return pool.size() >= wantedSections && candidates.size() >= wantedHits;
  }

  private void add(Candidate candidate, SentenceHit match) {
    int section = candidate.sectionOf(match.sentence());
    if (pool.size() < wantedSections && candidate.sectionsInPool.add(section)) {
      pool.add(new PoolSection(candidate, candidate.sections.get(section), match.score()));
    }
    if (!match.sentence().isLabel()) {
      candidate.bodies.putIfAbsent(section, match);
    }
    if (sentencesSeen <= wantedSentences) {
      candidate.matches.add(match);
    }
  }

  private boolean ranksSections() {
    return query.rules().ranksSections();
  }

  private boolean canChange() {
    if (!ranksSections()) {
      return sentencesSeen < wantedSentences;
    }
    if (!hasAllChunks()) {
      return true;
    }
    if (slice == null) {
      slice = rank();
      incomplete.addAll(slice);
    }
    incomplete.removeIf(Candidate::isComplete);
    return sentencesSeen < wantedSentences || !incomplete.isEmpty();
  }

  /** The hits so far, best first. */
  public List<SemanticHit> hits() {
    return (slice == null ? rank() : slice).stream().map(hit -> hit.hit(ranksSections())).toList();
  }

  private List<Candidate> rank() {
    candidates.values().forEach(Candidate::rankByBestSentence);
    double[] lexical =
        LexicalScores.of(query.text(), pool.stream().map(PoolSection::words).toList());
    double most = DoubleStream.of(lexical).max().orElse(0);
    for (int i = 0; i < lexical.length; i++) {
      PoolSection each = pool.get(i);
      double bonus = most > 0 ? LEXICAL_WEIGHT * lexical[i] / most : 0;
      each.candidate().raise(each.score() + bonus, each.section().id().number());
    }
    return candidates.values().stream().sorted(BEST_FIRST).skip(offset).limit(topK).toList();
  }
}
