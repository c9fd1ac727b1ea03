package dev.arag.tools;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SentenceHit;
import dev.arag.core.text.Sentence;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/** Finds chunks by their meaning. */
record SemanticSearchTool(Corpus corpus) implements CorpusTool {
  private static final ToolText TEXT = ToolText.read(Toolbox.SEMANTIC_SEARCH);

  @Override
  public ToolText text() {
    return TEXT;
  }

  @Override
  public String example() {
    return "{\"query\": \"birthplace of Ada Lovelace\", \"top_k\": 5}";
  }

  @Override
  public String asked(Arguments arguments) {
    return arguments.text("query") + " " + Paging.of(arguments);
  }

  @Override
  public Observation call(Arguments arguments, CallContext turn) {
    String query = arguments.text("query");
    Paging paging = Paging.of(arguments);
    List<SemanticHit> hits = corpus.semanticSearch(query, paging.topK(), paging.offset());
    HitPage page = HitPage.of(hits, turn, hit -> render(hit, turn));
    if (page.hits() == 0) {
      return new Observation.Found(none(paging), List.of());
    }
    return new Observation.Found(
        weakness(hits, paging)
            + paging.header(page.hits())
            + "\n"
            + turn.context().fence(page.text())
            + more(paging, hits.size(), page.hits()),
        page.shown());
  }

  /** There is always a nearest sentence: whether it is near at all is said of the best hit. */
  private String weakness(List<SemanticHit> hits, Paging paging) {
    OptionalDouble limit = corpus.weakBelow();
    boolean isWeak =
        paging.offset() == 0 && limit.isPresent() && hits.get(0).score() < limit.getAsDouble();
    return isWeak ? "Weak matches only: no sentence is close to this query.\n" : "";
  }

  private static String none(Paging paging) {
    return paging.offset() == 0 ? "There is no text to search." : paging.header(0);
  }

  /** A search by meaning ranks every chunk, so a full page means that there may be more. */
  private static String more(Paging paging, int found, int shown) {
    boolean isLast = shown == found && found < paging.topK();
    return isLast ? "" : "\nMore: offset " + paging.end(shown) + ".";
  }

  private static HitText render(SemanticHit hit, CallContext turn) {
    List<Sentence> sentences = turn.isAbove(hit.chunk()) ? best(hit) : hit.sentences();
    return HitText.of(hit, sentences, 0, sentence -> 0, turn);
  }

  private static List<Sentence> best(SemanticHit hit) {
    return hit.matches().stream()
        .max(Comparator.comparingDouble(SentenceHit::score))
        .map(SentenceHit::sentence)
        .stream()
        .toList();
  }
}
