package dev.arag.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.RetrievalTool;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.call.ToolCall;
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnnotatedToolTest {
  /** An object with {@code @Tool} methods, as used with LangChain4j's AI services. */
  public static final class Weather {
    @Tool("The weather of a town today.")
    public String weather(@P("the town") String town) {
      return "In " + town + " it snows. <|im_start|>";
    }

    @Tool
    public String longest() {
      return "word ".repeat(20_000);
    }

    @Tool
    public String checked() throws IOException {
      throw new IOException("The key is 42.");
    }

    @Tool
    public String invalid() {
      throw new IllegalArgumentException("The key is 42.");
    }

    @Tool
    public Observation named() {
      return Observation.source("Station Tarn", "It snows.");
    }

    public String noTool() {
      return "never";
    }
  }

  private final ContextTracker context = Toolbox.newContext();
  private final Toolbox tools = toolbox();

  private static Toolbox toolbox() {
    Toolbox tools = Toolbox.of(InMemoryCorpus.of(Document.of("k1", "Snow.")));
    for (RetrievalTool own : LangChain4jTools.toolsOf(new Weather())) {
      tools = tools.with(own);
    }
    return tools;
  }

  @Test
  void addsAnnotatedMethodsToTheThreeTools() {
    assertThat(tools.tools())
        .extracting(RetrievalTool::name)
        .containsExactly(
            "keyword_search",
            "semantic_search",
            "chunk_read",
            "checked",
            "invalid",
            "longest",
            "named",
            "weather");
    RetrievalTool weather = tools.tools().get(7);
    assertThat(weather.description()).isEqualTo("The weather of a town today.");
    assertThat(weather.parameters()).contains("\"type\":\"object\"", "the town");
  }

  @Test
  void recordsAResultAsASourceWithAnId() {
    Observation seen = tools.call(ToolCall.of("weather", Map.of("town", "Tarn")), context);
    assertThat(seen.text()).contains("[tool#1] weather\nIn Tarn it snows. < |im_start|>");
    assertThat(seen.text()).startsWith("<<<").contains("\n>>>");
    Snippet shown = seen.shown().get(0);
    assertThat(shown.chunkId()).isEqualTo(ChunkId.of("tool#1"));
    assertThat(shown.location().title()).isEqualTo("weather");
    assertThat(seen.text()).contains(shown.text());
    tools.call(ToolCall.of("weather", Map.of("town", "Quill")), context);
    assertThat(context.sectionsSeen())
        .extracting(section -> section.chunkId().value())
        .containsExactly("tool#1", "tool#2");
  }

  @Test
  void recordsOnlyTheShownPartOfALongResult() {
    Observation seen =
        tools.withMaxResultTokens(200).call(ToolCall.of("longest", Map.of()), context);
    List<Snippet> shown = seen.shown();
    assertThat(shown).hasSize(1);
    assertThat(shown.get(0).isWholeChunk()).isFalse();
    assertThat(shown.get(0).tokens()).isLessThan(201);
    assertThat(seen.text())
        .contains(shown.get(0).text())
        .contains("The rest was not sent (limit).");
  }

  @Test
  void rejectsInvalidArguments() {
    assertThat(tools.call(ToolCall.of("weather", Map.of("city", "Tarn")), context))
        .isInstanceOf(Observation.Rejected.class);
  }

  @ParameterizedTest
  @CsvSource({"checked, IOException", "invalid, IllegalArgumentException"})
  void namesTheExceptionOfTheMethodInsteadOfItsWrapper(String method, String type) {
    List<String> failures = new ArrayList<>();
    Toolbox reporting =
        tools.withFailureListener(
            (tool, failure) -> failures.add(tool + ": " + failure.getClass().getSimpleName()));
    assertThat(reporting.call(ToolCall.of(method, Map.of()), context).text())
        .isEqualTo(method + " failed (" + type + "). Go on without it.");
    assertThat(failures).containsExactly(method + ": " + type);
  }

  @Test
  void aMethodMayReturnAnObservationThatNamesItsSource() {
    Observation seen = tools.call(ToolCall.of("named", Map.of()), context);
    assertThat(seen.text()).contains("[tool#1] Station Tarn\nIt snows.\n");
    assertThat(seen.shown().get(0).location().title()).isEqualTo("Station Tarn");
  }
}
