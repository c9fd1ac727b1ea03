package dev.arag.graph.spi;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordCounts;
import dev.arag.core.corpus.KeywordHit;
import dev.arag.core.corpus.KeywordMatch;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.KeywordSnippet;
import dev.arag.core.corpus.MentionSource.Posting;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.SentenceHit;
import dev.arag.core.error.NotIndexedException;
import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.fold.Folding;
import dev.arag.core.spi.LexicalScores;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Sentence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The chunks of a corpus for its entity graph. They are ranked as by a semantic search, and
 * sentences are compared by the cosine of their embeddings. In a corpus without embeddings, chunks
 * are ranked as by a keyword search for the longest words of the question, and sentences are
 * compared by their words. {@linkplain SemanticQuery#isShort Short} sentences are similar to
 * nothing.
 */
public final class CorpusPassages implements PassageSource {
  /** So many chunks that a search by sentences shows all sentences of the given chunks. */
  private static final int ALL = 1_000_000;

  private final Corpus corpus;

  /**
   * @param corpus an unchanging state of a corpus, such as a {@linkplain Corpus#snapshot snapshot}
   */
  public CorpusPassages(Corpus corpus) {
    this.corpus = requireNonNull(corpus, "corpus");
  }

  @Override
  public List<Passage> nearest(String question, int topK) {
    requireNonNull(question, "question");
    try {
      return corpus.semanticSearch(question, topK).stream()
          .map(hit -> new Passage(hit.chunkId(), hit.rankScore()))
          .toList();
    } catch (NotIndexedException e) {
      return nearestByKeywords(question, topK);
    }
  }

  /** The order of keyword hits has several keys, so their rank is used as the score. */
  private List<Passage> nearestByKeywords(String question, int topK) {
    List<String> keywords = keywords(question);
    List<Passage> passages = new ArrayList<>();
    if (!keywords.isEmpty()) {
      for (KeywordHit hit : corpus.keywordSearch(keywords, topK).hits()) {
        passages.add(new Passage(hit.chunkId(), 1.0 / (1 + passages.size())));
      }
    }
    return passages;
  }

  private static List<String> keywords(String question) {
    Set<String> words = new LinkedHashSet<>();
    StringBuilder word = new StringBuilder();
    (Folding.key(question) + " ")
        .codePoints()
        .forEach(
            c -> {
              if (CharacterClass.isWordPart(c)) {
                word.appendCodePoint(c);
              } else {
                words.add(word.toString());
                word.setLength(0);
              }
            });
    return words.stream()
        .filter(each -> each.codePointCount(0, each.length()) > 1)
        .sorted(Comparator.comparingInt(String::length).reversed())
        .limit(KeywordQuery.MAX_KEYWORDS)
        .toList();
  }

  @Override
  public double[] similarities(String question, List<Posting> sentences) {
    requireNonNull(question, "question");
    if (requireNonNull(sentences, "sentences").isEmpty()) {
      return new double[0];
    }
    try {
      return cosines(question, sentences);
    } catch (NotIndexedException e) {
      return wordSimilarities(question, sentences);
    }
  }

  private double[] cosines(String question, List<Posting> sentences) {
    Map<ChunkId, SemanticHit> hits = new HashMap<>();
    Set<ChunkId> ids = new LinkedHashSet<>();
    sentences.forEach(posting -> ids.add(posting.chunkId()));
    corpus
        .within(Scope.chunks(ids))
        .semanticSearch(new SemanticQuery(question, BySentence.INSTANCE), ALL, 0)
        .forEach(hit -> hits.put(hit.chunkId(), hit));
    return sentences.stream().mapToDouble(each -> cosine(each, hits.get(each.chunkId()))).toArray();
  }

  private static double cosine(Posting posting, @Nullable SemanticHit hit) {
    if (hit == null || posting.sentence() >= hit.chunk().sentences().size()) {
      return 0;
    }
    Sentence sentence = hit.chunk().sentences().get(posting.sentence());
    return hit.matches().stream()
        .filter(match -> match.sentence().equals(sentence))
        .mapToDouble(SentenceHit::score)
        .findFirst()
        .orElse(0);
  }

  /** Returns the BM25 scores of the sentences, divided by the highest of them. */
  private double[] wordSimilarities(String question, List<Posting> sentences) {
    Map<ChunkId, Chunk> chunks = new HashMap<>();
    read(sentences.stream().map(Posting::chunkId).toList())
        .forEach(chunk -> chunks.put(chunk.id(), chunk));
    List<String> texts =
        sentences.stream().map(each -> text(each, chunks.get(each.chunkId()))).toList();
    double[] scores = LexicalScores.of(question, texts);
    double best = Arrays.stream(scores).max().orElse(0);
    return best > 0 ? Arrays.stream(scores).map(score -> score / best).toArray() : scores;
  }

  private static String text(Posting posting, @Nullable Chunk chunk) {
    return chunk == null || posting.sentence() >= chunk.sentences().size()
        ? ""
        : chunk.sentences().get(posting.sentence()).embeddedText();
  }

  @Override
  public List<Chunk> read(Collection<ChunkId> ids) {
    return corpus.read(ids);
  }

  /** Rules for the scores of all sentences except short ones. */
  private enum BySentence implements RankingRules {
    INSTANCE;

    @Override
    public boolean ranksByRarity() {
      return RankingRules.standard().ranksByRarity();
    }

    @Override
    public boolean ignoresAccents() {
      return RankingRules.standard().ignoresAccents();
    }

    @Override
    public KeywordSnippet snippet(KeywordMatch match, KeywordCounts counts) {
      return RankingRules.standard().snippet(match, counts);
    }

    @Override
    public boolean ranksSections() {
      return false;
    }

    @Override
    public boolean ignoresShortSentences() {
      return true;
    }
  }
}
