package dev.arag.core.corpus;

import dev.arag.core.spi.SemanticRanking;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.CorpusOrder;
import dev.arag.core.text.Section;
import dev.arag.core.text.SectionId;
import dev.arag.core.text.Sentence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
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
public final class NaiveRanking {
  /** A sentence of a chunk and its score. */
  public record Scored(Chunk chunk, Sentence sentence, float score) {}

  private final SemanticQuery query;
  private final List<Scored> bestFirst;
  private final Map<ChunkId, List<Scored>> byChunk = new LinkedHashMap<>();

  /** The scores of the sections, best first. */
  private final Map<SectionId, Double> scores = new LinkedHashMap<>();

  private final Map<SectionId, Double> rankScores;
  private final Map<Scored, SectionId> sectionOfSentence = new IdentityHashMap<>();

  /**
   * @param inTextOrder all sentences, in corpus order
   */
  public NaiveRanking(SemanticQuery query, List<Scored> inTextOrder) {
    this.query = query;
    bestFirst = bestFirst(inTextOrder.stream().filter(this::isConsidered).toList());
    Map<SectionId, Section> sections = new HashMap<>();
    for (Scored each : bestFirst) {
      byChunk.computeIfAbsent(each.chunk().id(), id -> new ArrayList<>()).add(each);
      scores.putIfAbsent(sectionOf(each), (double) each.score());
    }
    byChunk.values().stream()
        .flatMap(all -> all.get(0).chunk().sections().stream())
        .forEach(section -> sections.put(section.id(), section));
    rankScores = new HashMap<>(scores);
    if (query.rules().ranksSections()) {
      List<SectionId> pool = scores.keySet().stream().limit(100).toList();
      List<Double> lexical =
          lexical(query.text(), pool.stream().map(id -> text(sections.get(id))).toList());
      double most = lexical.stream().mapToDouble(each -> each).max().orElse(0);
      for (int i = 0; i < pool.size() && most > 0; i++) {
        rankScores.merge(pool.get(i), 0.05 * lexical.get(i) / most, Double::sum);
      }
    }
  }

  private boolean isConsidered(Scored each) {
    String text = each.sentence().text().replaceAll("^[.!?\\s]+|[.!?\\s]+$", "");
    return !query.rules().ignoresShortSentences() || text.length() > 10;
  }

  public static List<Scored> bestFirst(List<Scored> inTextOrder) {
    List<Scored> sorted = new ArrayList<>(inTextOrder);
    sorted.sort(Comparator.comparingDouble(each -> -each.score()));
    return sorted;
  }

  /** Returns the section of a sentence. If sections are not ranked, a chunk is one. */
  private SectionId sectionOf(Scored of) {
    return query.rules().ranksSections()
        ? sectionOfSentence.computeIfAbsent(
            of,
            each ->
                each.chunk().sections().stream()
                    .filter(section -> section.sentences().contains(each.sentence()))
                    .findFirst()
                    .orElseThrow()
                    .id())
        : new SectionId(of.chunk().id(), 0);
  }

  private static String text(Section section) {
    List<Sentence> lines = section.sentences().stream().filter(Sentence::isHeading).toList();
    List<String> all = new ArrayList<>(section.heading());
    for (int i = 0; i + 1 < lines.size(); i++) {
      if (!section.heading().contains(lines.get(i).text())) {
        all.add(lines.get(i).text());
      }
    }
    section.sentences().stream()
        .filter(sentence -> !sentence.isHeading())
        .forEach(sentence -> all.add(sentence.text()));
    return String.join(" ", all);
  }

  /** BM25 with k1 = 0.9 and b = 0.4. */
  public static List<Double> lexical(String query, List<String> texts) {
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

  public List<SemanticHit> hits(int topK, int offset) {
    return query.rules().ranksSections() ? bySection(topK, offset) : bySentence(topK, offset);
  }

  /** Groups the best sentences by chunk. */
  private List<SemanticHit> bySentence(int topK, int offset) {
    Map<ChunkId, List<Scored>> groups = new LinkedHashMap<>();
    bestFirst.stream()
        .limit(3L * (topK + offset))
        .forEach(
            each -> groups.computeIfAbsent(each.chunk().id(), id -> new ArrayList<>()).add(each));
    return groups.values().stream()
        .sorted(
            Comparator.comparing((List<Scored> group) -> group.get(0).score())
                .reversed()
                .thenComparing(group -> group.get(0).chunk().location(), CorpusOrder.BY_LOCATION))
        .skip(offset)
        .limit(topK)
        .map(NaiveRanking::hitOf)
        .toList();
  }

  private static SemanticHit hitOf(List<Scored> group) {
    List<SentenceHit> matches =
        group.stream()
            .sorted(Comparator.comparingInt(each -> each.sentence().offset()))
            .map(each -> new SentenceHit(each.sentence(), each.score()))
            .toList();
    float best = group.get(0).score();
    return new SemanticHit(group.get(0).chunk(), best, best, matches);
  }

  private List<SemanticHit> bySection(int topK, int offset) {
    Set<Scored> near = Collections.newSetFromMap(new IdentityHashMap<>());
    bestFirst.stream().limit(3L * (topK + offset)).forEach(near::add);
    return byChunk.values().stream()
        .map(bestFirstOfChunk -> hit(bestFirstOfChunk, near))
        .sorted(
            Comparator.comparing(SemanticHit::rankScore)
                .reversed()
                .thenComparing(SemanticHit::location, CorpusOrder.BY_LOCATION))
        .skip(offset)
        .limit(topK)
        .toList();
  }

  /** Returns the section with the highest rank score. If several have it, the best by score. */
  private SectionId best(ChunkId chunk) {
    SectionId best = null;
    for (SectionId each : scores.keySet()) {
      if (each.chunkId().equals(chunk)
          && (best == null || rankScores.get(each) > rankScores.get(best))) {
        best = each;
      }
    }
    return best;
  }

  private SemanticHit hit(List<Scored> own, Set<Scored> near) {
    List<Scored> body = own.stream().filter(each -> !each.sentence().isHeading()).toList();
    List<Scored> shown = new ArrayList<>();
    SectionId best = best(own.get(0).chunk().id());
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
        own.get(0).chunk(),
        own.get(0).score(),
        rankScores.get(best),
        shown.stream()
            .distinct()
            .limit(5)
            .sorted(Comparator.comparingInt(each -> each.sentence().offset()))
            .map(each -> new SentenceHit(each.sentence(), each.score()))
            .toList());
  }
}
