package dev.arag.core.corpus;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.Section;
import dev.arag.core.text.Sentence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Ranks chunks by the definition of {@link SemanticRanking}, without its optimizations: all
 * sentences and all sections are in memory. Texts must consist of words that are separated by
 * spaces and periods.
 */
final class NaiveRanking {
  /** A sentence of a chunk and its score. */
  record Scored(Chunk chunk, Sentence sentence, float score) {}

  private final SemanticQuery query;
  private final List<Scored> bestFirst;

  /** The scores of the best sentences, best first. */
  private final Map<Section, Double> sections = new LinkedHashMap<>();

  private final Map<Section, Double> rankScores = new LinkedHashMap<>();

  /**
   * @param inTextOrder all sentences, in corpus order
   */
  NaiveRanking(SemanticQuery query, List<Scored> inTextOrder) {
    this.query = query;
    bestFirst = bestFirst(inTextOrder);
    for (Scored each : bestFirst) {
      sections.putIfAbsent(sectionOf(each), (double) each.score());
    }
    rankScores.putAll(sections);
    if (query.profile() == Profile.DEFAULT) {
      List<Section> pool = sections.keySet().stream().limit(100).toList();
      List<Double> lexical = lexical(query.text(), pool.stream().map(NaiveRanking::text).toList());
      double most = lexical.stream().mapToDouble(each -> each).max().orElse(0);
      for (int i = 0; i < pool.size() && most > 0; i++) {
        rankScores.merge(pool.get(i), 0.05 * lexical.get(i) / most, Double::sum);
      }
    }
  }

  static List<Scored> bestFirst(List<Scored> inTextOrder) {
    List<Scored> sorted = new ArrayList<>(inTextOrder);
    sorted.sort(Comparator.comparingDouble(each -> -each.score()));
    return sorted;
  }

  /** Returns the section of a sentence. In the paper profile, a chunk is one section. */
  private Section sectionOf(Scored of) {
    return sectionOf(of.chunk(), of.sentence());
  }

  private Section sectionOf(Chunk chunk, Sentence sentence) {
    List<Section> all = chunk.sections();
    return query.profile() == Profile.PAPER
        ? all.get(0)
        : all.stream()
            .filter(each -> each.sentences().contains(sentence))
            .findFirst()
            .orElseThrow();
  }

  private static String text(Section section) {
    List<String> all = new ArrayList<>(section.heading());
    section.sentences().stream()
        .filter(sentence -> !sentence.isHeading())
        .forEach(sentence -> all.add(sentence.text()));
    return String.join(" ", all);
  }

  /** BM25 with k1 = 0.9 and b = 0.4. */
  static List<Double> lexical(String query, List<String> texts) {
    List<List<String>> all = texts.stream().map(NaiveRanking::words).toList();
    double mean = all.stream().mapToInt(Collection::size).average().orElse(0);
    List<Double> scores = new ArrayList<>();
    for (List<String> words : all) {
      double score = 0;
      for (String word : new LinkedHashSet<>(words(query))) {
        long n = all.size();
        long df = all.stream().filter(each -> each.contains(word)).count();
        double idf = StrictMath.log(1 + (n - df + 0.5) / (df + 0.5));
        long tf = words.stream().filter(word::equals).count();
        score += idf * tf / (tf + 0.9 * (1 - 0.4 + 0.4 * words.size() / mean));
      }
      scores.add(score);
    }
    return scores;
  }

  private static List<String> words(String text) {
    return Arrays.stream(text.toLowerCase(Locale.ROOT).split("[ .]+"))
        .filter(word -> !word.isEmpty())
        .map(word -> word.substring(0, Math.min(6, word.length())))
        .toList();
  }

  List<SemanticHit> hits(int topK, int offset) {
    Set<Chunk> chunks = new LinkedHashSet<>();
    sections.keySet().forEach(section -> chunks.add(chunkOf(section)));
    return chunks.stream()
        .sorted(
            Comparator.comparingDouble((Chunk chunk) -> -rankScores.get(best(chunk)))
                .thenComparing(Chunk::location, CorpusOrder.BY_LOCATION))
        .skip(offset)
        .limit(topK)
        .map(chunk -> hit(chunk, 3L * (topK + offset)))
        .toList();
  }

  private Chunk chunkOf(Section section) {
    return bestFirst.stream()
        .map(Scored::chunk)
        .filter(chunk -> chunk.id().equals(section.id().chunk()))
        .findFirst()
        .orElseThrow();
  }

  /** Returns the section with the highest rank score. If several have it, the best by score. */
  private Section best(Chunk chunk) {
    Section best = null;
    for (Section each : sections.keySet()) {
      if (each.id().chunk().equals(chunk.id())
          && (best == null || rankScores.get(each) > rankScores.get(best))) {
        best = each;
      }
    }
    return best;
  }

  private SemanticHit hit(Chunk chunk, long limit) {
    List<Scored> own =
        bestFirst.stream().filter(each -> each.chunk().id().equals(chunk.id())).toList();
    Set<Scored> near = new HashSet<>(bestFirst.stream().limit(limit).toList());
    List<Scored> body = own.stream().filter(each -> !each.sentence().isHeading()).toList();
    Set<Scored> shown = new LinkedHashSet<>();
    Section best = best(chunk);
    body.stream()
        .filter(each -> sectionOf(each).equals(best))
        .findFirst()
        .or(() -> body.stream().findFirst())
        .ifPresent(shown::add);
    body.stream().filter(near::contains).forEach(shown::add);
    if (body.isEmpty()) {
      shown.add(own.get(0));
      own.stream().filter(near::contains).forEach(shown::add);
    }
    return new SemanticHit(
        chunk,
        own.get(0).score(),
        rankScores.get(best),
        shown.stream()
            .limit(5)
            .sorted(Comparator.comparingInt(each -> each.sentence().offset()))
            .map(each -> new SentenceHit(each.sentence(), each.score()))
            .toList());
  }
}
