package dev.arag.evaluation.internal.metric;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Hit;
import dev.arag.core.text.Sentence;
import dev.arag.tools.CorpusText;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.call.ToolCall;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** How much of the text of hits a model is shown. */
public enum HitText {
  /** The sentences and the short sections that a search shows. */
  SHOWN(""),
  /** The whole sections of these sentences, as {@code chunk_read} shows them. */
  SECTIONS(":sections"),
  /** The whole chunks. */
  CHUNKS(":chunks");

  /** The maximum number of ids in one call of {@code chunk_read}. */
  private static final int MAX_IDS = 20;

  private static final int UNLIMITED = Integer.MAX_VALUE / 2;

  private final String suffix;

  HitText(String suffix) {
    this.suffix = suffix;
  }

  /** What follows the name of a ranking in the name of a row of scores. */
  public String suffix() {
    return suffix;
  }

  /** Returns the sentences of a hit that are shown. */
  public Stream<Sentence> sentences(Hit hit) {
    return switch (this) {
      case SHOWN -> hit.sections().stream().flatMap(each -> each.sentences().stream());
      case SECTIONS -> hit.sections().stream().flatMap(each -> each.section().sentences().stream());
      case CHUNKS -> hit.chunk().sentences().stream();
    };
  }

  /** Returns the length of the text in which a model is shown hits, in o200k tokens. */
  public int tokens(List<? extends Hit> hits, Corpus corpus) {
    if (hits.isEmpty()) {
      return 0;
    }
    ContextTracker tracker = Toolbox.newContext(new Random(0), List.of());
    return switch (this) {
      case SHOWN -> CorpusText.hits(hits, corpus, CorpusText.standardFormat(), tracker).tokens();
      case SECTIONS -> tokensOfSections(hits, corpus, tracker);
      case CHUNKS ->
          CorpusText.chunks(
                  hits.stream().map(Hit::chunkId).toList(),
                  corpus,
                  CorpusText.standardFormat(),
                  tracker)
              .tokens();
    };
  }

  private static int tokensOfSections(
      List<? extends Hit> hits, Corpus corpus, ContextTracker tracker) {
    Toolbox tools = Toolbox.of(corpus).withMaxResultTokens(UNLIMITED);
    List<String> ids =
        hits.stream()
            .flatMap(hit -> hit.sections().stream())
            .map(each -> each.section().id().toString())
            .toList();
    int tokens = 0;
    for (int from = 0; from < ids.size(); from += MAX_IDS) {
      ArrayNode some = JsonNodeFactory.instance.arrayNode();
      ids.subList(from, Math.min(from + MAX_IDS, ids.size())).forEach(some::add);
      String arguments = "{\"chunk_ids\": " + some + "}";
      tokens += tools.call(ToolCall.of("", Toolbox.CHUNK_READ, arguments), tracker).tokens();
    }
    return tokens;
  }
}
