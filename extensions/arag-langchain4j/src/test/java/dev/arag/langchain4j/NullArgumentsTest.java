package dev.arag.langchain4j;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.arag.agent.Agent;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.NullArguments;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.tools.Toolbox;
import dev.langchain4j.data.document.DefaultDocument;
import dev.langchain4j.data.document.DocumentParser;
import dev.langchain4j.model.output.Response;
import dev.langchain4j.model.scoring.ScoringModel;
import dev.langchain4j.service.Result;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that the public types reject null at once and name the parameter. */
class NullArgumentsTest {
  private static final Corpus CORPUS = InMemoryCorpus.of(Document.of("a", "Tarn."));
  private static final UnaryOperator<Object> FUNCTION = UnaryOperator.identity();
  private static final DocumentParser PARSER = in -> new DefaultDocument("Tarn.");

  /** Valid arguments, by type. The first value that fits a parameter is used. */
  private static final List<Object> VALID =
      List.of(
          "tarn",
          new String[] {"tarn"},
          List.of(),
          CORPUS,
          PARSER,
          new DefaultDocument("Tarn."),
          FUNCTION,
          Toolbox.of(CORPUS),
          Agent.builder(CORPUS, ScriptedChatModel.script()).build(),
          Result.<String>builder().content("In Tarn.").build(),
          new HashEmbedder(4),
          LangChain4j.embeddingModel(new HashEmbedder(4)),
          Duration.ofSeconds(1),
          (ScoringModel) (segments, query) -> Response.from(List.of()));

  private static Stream<Class<?>> types() {
    return Stream.of(
        LangChain4j.class, LangChain4jTools.class, LangChain4jCitations.class, AgentTool.class);
  }

  @ParameterizedTest
  @MethodSource("types")
  void rejectsNullAtOnceAndNamesTheParameter(Class<?> type) {
    new NullArguments(VALID).requireRejected(type);
  }

  @Test
  void anEmbedderRejectsNullAtOnceAndNamesTheParameter() {
    RemoteEmbedder.Builder builder = RemoteEmbedder.builder(new HashEmbedder(4));
    NullArguments arguments = new NullArguments(VALID);
    arguments.requireRejected(RemoteEmbedder.class);
    arguments.requireRejected(builder);
    arguments.requireRejected(builder.build());
  }

  @Test
  void rejectsABlankFingerprint() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LangChain4j.embedder(LangChain4j.embeddingModel(new HashEmbedder(4)), ""))
        .withMessage(
            "The fingerprint must name the model and everything that affects its vectors, was"
                + " blank.");
  }
}
