package dev.arag.index;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordHit;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SentenceHit;
import dev.arag.core.corpus.TestRules;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Prints all search results and contents of the golden index. The text does not depend on the
 * {@code toString} methods of library classes.
 */
final class GoldenAnswers {
  private static final int TOP = 5;

  private final StringBuilder out = new StringBuilder();

  private GoldenAnswers() {}

  static String of(Index index) {
    GoldenAnswers answers = new GoldenAnswers();
    answers.stats(index.stats());
    answers.searches("all, in the paper's order", index, TestRules.OTHER);
    scopes()
        .forEach(
            (name, scope) -> answers.searches(name, index.within(scope), RankingRules.standard()));
    IndexContents.chunks(index).forEach(answers::chunk);
    return answers.out.toString();
  }

  private static Map<String, Scope> scopes() {
    Map<String, Scope> scopes = new LinkedHashMap<>();
    scopes.put("all", Scope.everything());
    scopes.put("tenant 1", Scope.equal("tenant", 1));
    scopes.put("drafts", Scope.equal("draft", true));
    scopes.put("clerk Zoë from 1875 to 1885", clerk().and(Scope.between("year", 1875, 1885)));
    scopes.put("places", Scope.in("places", List.of("Kanal", "Harbour")));
    scopes.put("light or files", Scope.between("weight", 0, 0.5).or(Scope.equal("kind", "file")));
    scopes.put("not tenant 0 or 1", Scope.in("tenant", List.of(0, 1)).not());
    return scopes;
  }

  private static Scope clerk() {
    return Scope.equal("clerk", "Zoë");
  }

  private void line(String format, Object... arguments) {
    out.append(String.format(Locale.ROOT, format, arguments)).append('\n');
  }

  private void stats(IndexStats stats) {
    line("documents %d, chunks %d", stats.documents(), stats.chunks());
    line("sentences %d, bytes %d", stats.sentences(), stats.bytes());
    line("embedder %s, %d floats", stats.embedder(), stats.dimension());
    line("generation %d", stats.generation());
    for (IndexStats.SegmentStats each : stats.segments()) {
      line(
          "segment: documents %d, deleted %d, sentences %d, bytes %d",
          each.documents(), each.deleted(), each.sentences(), each.bytes());
    }
    stats.warnings().forEach(warning -> line("warning: %s", warning));
  }

  private void searches(String title, Corpus corpus, RankingRules rules) {
    line("\n== %s", title);
    keywords(corpus, rules, "lighthouse", "1881");
    keywords(corpus, rules, "strasse", "CAFE", "cooperative's");
    keywords(corpus, rules, "東京", "ไทย", "nobody");
    keywords(corpus, rules, "version", "mill");
    meaning(corpus, "Who keeps the lighthouse?");
    meaning(corpus, "the mill burned down");
  }

  private void keywords(Corpus corpus, RankingRules rules, String... keywords) {
    KeywordHits hits = corpus.keywordSearch(KeywordQuery.of(List.of(keywords), rules), TOP, 0);
    line("keywords %s", List.of(keywords));
    line("  total %d, %s", hits.total(), hits.chunksWith());
    line("  ignoring accents %s", hits.ignoringAccents());
    hits.forEach(this::hit);
  }

  private void hit(KeywordHit hit) {
    line("  %s %s", hit.chunkId(), hit.location().documentId());
    line("    %.9f, rarity %.9f, omitted %d", hit.score(), hit.rarity(), hit.omitted());
    line("    %s", hit.counts());
    hit.sentences().forEach(sentence -> line("    | %s", sentence.text()));
  }

  private void meaning(Corpus corpus, String query) {
    line("meaning of: %s", query);
    for (SemanticHit hit : corpus.semanticSearch(query, TOP)) {
      line("  %s %s %.5f", hit.chunkId(), hit.location().documentId(), hit.score());
      for (SentenceHit match : hit.matches()) {
        line("    %.5f | %s", match.score(), match.sentence().text());
      }
    }
  }

  private void chunk(Chunk chunk) {
    Location location = chunk.location();
    line("\nchunk %s of %s", chunk.id(), location.documentId());
    line("  %d tokens, after %s, before %s", chunk.tokens(), chunk.previous(), chunk.next());
    line("  title %s, heading %s", location.title(), location.heading());
    line("  page %s, ordinal %d", location.page(), location.ordinal());
    chunk.pageStarts().forEach(each -> line("  page %d from %d", each.number(), each.offset()));
    line("  offset %d, metadata %s", location.offset(), new TreeMap<>(location.metadata()));
    line("  %s", chunk.text().replace("\n", "\\n"));
    for (Sentence sentence : chunk.sentences()) {
      line("    %d %s %s", sentence.offset(), sentence.isHeading(), sentence.heading());
    }
  }
}
