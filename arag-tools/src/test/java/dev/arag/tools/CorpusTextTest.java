package dev.arag.tools;

import static dev.arag.tools.ChunkBuilder.chunk;
import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.Scope;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.call.ToolArguments;
import dev.arag.tools.call.ToolCall;
import dev.arag.tools.internal.search.KeywordSearchTool;
import dev.arag.tools.internal.search.SemanticSearchTool;
import dev.arag.tools.spi.CallContext;
import dev.arag.tools.spi.CorpusTool;
import dev.arag.tools.spi.ToolDefinition;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests the text that a strategy shows by itself, and the searches that show full text. */
class CorpusTextTest {
  private static final Chunk BRIDGE =
      chunk("q#1")
          .heading("Old Bridge")
          .sentence("The Old Bridge was designed by Mira Voss.")
          .heading("Repairs")
          .sentence("It was repaired in 1901.")
          .filler()
          .between("q#0", "q#2")
          .build();

  private static final Chunk VOSS =
      chunk("k2").title("Mira Voss").sentence("Mira Voss was born in Tarn in 1881.").build();

  private static final Corpus CORPUS = ToolConversation.corpus(BRIDGE, VOSS);

  private final ContextTracker tracker = Toolbox.newContext(new Random(1), List.of());

  private Observation.Found chunks(String... ids) {
    List<ChunkId> wanted = Stream.of(ids).map(ChunkId::of).toList();
    return CorpusText.chunks(wanted, CORPUS, CorpusText.standardFormat(), tracker);
  }

  private Observation.Found hits(List<? extends Hit> hits) {
    return CorpusText.hits(hits, CORPUS, CorpusText.standardFormat(), tracker);
  }

  /** Returns the lines of a text without the two lines of the fence. */
  private static List<String> linesInFence(Observation observation) {
    List<String> lines = observation.text().lines().toList();
    int end = lines.indexOf(lines.get(0).replace('<', '>'));
    assertThat(lines.get(0)).startsWith("<<<");
    assertThat(end).isPositive();
    return lines.subList(1, end);
  }

  @Test
  void showsWholeChunksInTheOrderGivenWithoutNeighbors() {
    Observation.Found shown = chunks("k2", "q#1", "k2");
    assertThat(linesInFence(shown))
        .containsSubsequence("[k2] Mira Voss", "Mira Voss was born in Tarn in 1881.", "[q#1]")
        .containsSubsequence("[q#1]", "The Old Bridge was designed by Mira Voss.")
        .contains("It was repaired in 1901.", ChunkBuilder.FILLER)
        .noneMatch(line -> line.contains("q#0") || line.contains("q#2"));
    assertThat(shown.shown())
        .allMatch(Snippet::isWholeSection)
        .hasSize(1 + BRIDGE.sections().size());
    assertThat(tracker.chunksRead()).containsExactly(VOSS.id(), BRIDGE.id());
  }

  @Test
  void countsTheTokensOfTheTextAndItsHeadings() {
    Observation.Found shown = chunks("k2");
    int tokens = shown.shown().stream().mapToInt(Snippet::tokens).sum();
    assertThat(tokens).isGreaterThan(VOSS.tokens()).isLessThan(VOSS.tokens() + 10);
    assertThat(tracker.retrievedTokens()).isEqualTo(tokens);
    assertThat(tracker.calls()).isEqualTo(1);
  }

  @Test
  void showsATextAgain() {
    String first = chunks("q#1").text();
    List<String> again = linesInFence(chunks("q#1"));
    assertThat(first).contains(again.get(1));
    assertThat(again).contains("It was repaired in 1901.").noneMatch(line -> line.contains("read"));
  }

  /** A read that was cut off must not make {@code show} continue at the next part. */
  @Test
  void showsALongSectionFromItsStartAfterAPartWasRead() {
    Chunk rows = chunk("rows").sentence("Row one is here.").filler().filler().build();
    Corpus corpus = ToolConversation.corpus(rows);
    ToolCall read = ToolCall.of("1", "chunk_read", "{\"chunk_ids\":[\"rows\"]}");
    Observation part = Toolbox.of(corpus).withMaxResultTokens(100).call(read, tracker);
    assertThat(part.text()).contains("goes on");
    Observation.Found shown =
        CorpusText.chunks(List.of(rows.id()), corpus, CorpusText.standardFormat(), tracker);
    assertThat(shown.text()).contains(rows.text().strip());
    assertThat(shown.shown()).singleElement().matches(Snippet::isWholeSection);
  }

  @Test
  void namesUnknownIdsBelowTheFence() {
    assertThat(chunks("k2", "gone", "k9").text()).endsWith("\nNo chunk \"gone\" or \"k9\".");
    assertThat(chunks("gone").text()).isEqualTo("No chunk \"gone\".");
    assertThat(chunks("gone").shown()).isEmpty();
    assertThat(chunks().text()).isEqualTo("No text was found.");
  }

  @Test
  void showsNoChunkOutOfScope() {
    Corpus scoped = CORPUS.within(Scope.documents("document of q#1"));
    Observation.Found shown =
        CorpusText.chunks(List.of(VOSS.id()), scoped, CorpusText.standardFormat(), tracker);
    assertThat(shown.text()).isEqualTo("No chunk \"k2\".");
    List<? extends Hit> hits = CORPUS.keywordSearch(List.of("Voss"), 5).hits();
    Observation.Found ofHits = CorpusText.hits(hits, scoped, CorpusText.standardFormat(), tracker);
    assertThat(ofHits.shown()).extracting(Snippet::chunkId).containsOnly(BRIDGE.id());
    assertThat(ofHits.text()).endsWith("\nNo chunk \"k2\".").doesNotContain("born in Tarn");
  }

  @Test
  void showsOfAKeywordHitWhatTheSearchShows() {
    Observation search =
        Toolbox.of(CORPUS)
            .call(
                ToolCall.of("1", "keyword_search", "{\"keywords\":[\"repaired\",\"Voss\"]}"),
                Toolbox.newContext());
    Observation.Found shown = hits(CORPUS.keywordSearch(List.of("repaired", "Voss"), 5).hits());
    assertThat(shown.shown()).isEqualTo(search.shown());
    assertThat(search.text()).contains(String.join("\n", linesInFence(shown)));
  }

  @Test
  void showsOfASemanticHitWhatTheSearchShows() {
    Observation search =
        Toolbox.of(CORPUS)
            .call(
                ToolCall.of("1", "semantic_search", "{\"query\":\"It was repaired in 1901.\"}"),
                Toolbox.newContext());
    Observation.Found shown = hits(CORPUS.semanticSearch("It was repaired in 1901.", 5));
    assertThat(shown.shown()).isEqualTo(search.shown());
    assertThat(search.text()).contains(String.join("\n", linesInFence(shown)));
  }

  @Test
  void doesNotShowAHitOfAnotherText() {
    Corpus other =
        ToolConversation.corpus(
            chunk("k2").title("Mira Voss").sentence("Mira Voss was never born.").build());
    Observation.Found shown = hits(other.keywordSearch(List.of("Voss"), 5).hits());
    assertThat(shown.text()).isEqualTo("No chunk \"k2\".");
  }

  @Test
  void aReadWithholdsShownTextOnlyIfTheRequestContainsIt() {
    chunks("k2");
    assertThat(tracker.isRead(VOSS.id())).isTrue();
    ToolCall read = ToolCall.of("1", "chunk_read", "{\"chunk_ids\":[\"k2\"]}");
    assertThat(Toolbox.of(CORPUS).call(read, tracker, section -> true).text())
        .contains("This text has been shown before; it is above.");
    assertThat(Toolbox.of(CORPUS).call(read, tracker, section -> false).text())
        .contains("born in Tarn");
  }

  /** A search whose results show the full text of chunks. */
  private record FullTextSearch(CorpusTool search) implements CorpusTool {
    @Override
    public ToolDefinition definition() {
      return search.definition();
    }

    @Override
    public String canonicalize(ToolArguments arguments) {
      return search.canonicalize(arguments);
    }

    @Override
    public Observation call(ToolArguments arguments, CallContext call) {
      return search.call(arguments, call.withFullText());
    }
  }

  private static Toolbox fullText() {
    return Toolbox.empty()
        .with(new FullTextSearch(new KeywordSearchTool(CORPUS, false)))
        .with(new FullTextSearch(new SemanticSearchTool(CORPUS)));
  }

  @Test
  void aChunkLongerThanAResultIsCutOffInASearchOnly() {
    Toolbox searches = fullText().withMaxResultTokens(100);
    ToolCall call =
        ToolCall.of("1", "semantic_search", "{\"query\":\"It was repaired in 1901.\",\"top_k\":2}");
    Observation observation = searches.call(call, tracker);
    assertThat(observation.text())
        .contains("It was repaired in 1901.\n(the rest was not sent: limit)")
        .doesNotContain(ChunkBuilder.FILLER);
    assertThat(tracker.isRead(BRIDGE.id())).isFalse();
    assertThat(chunks("q#1").text()).contains(ChunkBuilder.FILLER);
  }

  @Test
  void replacesASectionThatTheRequestContainsWithANotice() {
    Toolbox searches = fullText();
    ToolCall call = ToolCall.of("1", "keyword_search", "{\"keywords\":[\"Voss\"]}");
    Observation first = searches.call(call, tracker, section -> false);
    assertThat(first.shown()).hasSize(1 + BRIDGE.sections().size());
    Observation again = searches.call(call, tracker, section -> true);
    assertThat(again.shown()).isEmpty();
    assertThat(again.text())
        .contains("[k2] This text has been shown before; it is above.")
        .contains("[q#1] This text has been shown before; it is above.")
        .doesNotContain("born in Tarn");
  }

  @Test
  void theSearchesDoNotSpeakOfAMissingTool() {
    ToolCall call = ToolCall.of("1", "keyword_search", "{\"keywords\":[\"Atlantis\"]}");
    assertThat(Toolbox.of(CORPUS).call(call, tracker).text()).contains("or semantic_search.");
    assertThat(Toolbox.of(CORPUS).without("semantic_search").call(call, tracker).text())
        .endsWith("Try one word of a name or another spelling.");
  }
}
