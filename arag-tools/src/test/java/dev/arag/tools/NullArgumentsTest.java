package dev.arag.tools;

import dev.arag.core.NullArguments;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.text.Location;
import dev.arag.core.text.SectionId;
import dev.arag.tools.call.ChunkNames;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.RetrievalTool;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.call.ToolCall;
import dev.arag.tools.spi.CallContext;
import dev.arag.tools.spi.RenderedHits;
import dev.arag.tools.spi.ToolDefinition;
import dev.arag.tools.spi.TopKRange;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that the public types reject null at once and name the parameter. */
class NullArgumentsTest {
  private static final String SCHEMA = "{\"type\": \"object\"}";
  private static final Corpus CORPUS = InMemoryCorpus.of(Document.of("a", "Tarn."));
  private static final RetrievalTool TOOL =
      RetrievalTool.of("rates", "Rates.", SCHEMA, call -> Observation.source("ECB", "1"));
  private static final Location LOCATION = Location.builder("a").build();
  private static final Snippet SNIPPET =
      new Snippet(ChunkId.of("a"), LOCATION, "Tarn.", 0, 1, true);
  private static final UnaryOperator<Object> FUNCTION = UnaryOperator.identity();
  private static final BiConsumer<Object, Object> LISTENER = (tool, failure) -> {};
  private static final Predicate<Object> PREDICATE = chunk -> true;

  /** Valid arguments, by type. The first value that fits a parameter is used. */
  private static final List<Object> VALID =
      List.of(
          "rates",
          new String[] {"date"},
          List.of(),
          Set.of(),
          Map.of(),
          CORPUS,
          CorpusText.standardFormat(),
          RankingRules.standard(),
          TOOL,
          ChunkBuilder.chunk("a").sentence("Tarn.").build().sections().get(0),
          new Observation.Rejected(""),
          ChunkId.of("a"),
          new SectionId(ChunkId.of("a"), 0),
          LOCATION,
          new Random(1),
          FUNCTION,
          LISTENER,
          PREDICATE,
          ToolCall.of("", "rates", "{}"),
          Toolbox.newContext(),
          new CallContext(Toolbox.newContext(), null, 100, Set.of()),
          ToolCall.of("", "any", "{}").parseArguments(),
          Toolbox.class,
          Toolbox.of(CORPUS));

  /** The types to test. An object stands for its type and receives the calls. */
  private static Stream<Object> types() {
    return Stream.of(
        ChunkNames.class,
        new ChunkNames.SectionName("a", 0),
        Toolbox.newContext(),
        CorpusText.class,
        Observation.class,
        new Observation.Found("", List.of()),
        new Observation.Rejected(""),
        new Observation.Source("ECB", "1"),
        new Observation.Sources(List.of()),
        RetrievalTool.class,
        SNIPPET,
        ToolCall.of("", "any", "{}").parseArguments(),
        ToolCall.of("", "rates", "{}"),
        new ToolDefinition("rates", "Rates.", "{}"),
        new TopKRange(5, 0),
        new RenderedHits("", List.of(), 0),
        new CallContext(Toolbox.newContext(), null, 100, Set.of()),
        Toolbox.of(CORPUS).with(TOOL));
  }

  @ParameterizedTest
  @MethodSource("types")
  void rejectsNullAtOnceAndNamesTheParameter(Object target) {
    new NullArguments(VALID).requireRejected(target);
  }
}
