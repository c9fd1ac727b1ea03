package dev.arag.cli.internal;

import static dev.arag.cli.internal.CliResult.arag;
import static dev.arag.cli.internal.CliResult.aragWith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.agent.Agent;
import dev.arag.agent.Run;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.event.RunEvent;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.extractive.ExtractiveChatModel;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.index.sync.SyncReport;
import dev.arag.openai.OpenAiCompatible;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a controller sends when it returns a view: with the default mappers of Jackson 2 and 3, the
 * JSON of the command.
 */
final class ViewsTest {
  private static final ObjectMapper JACKSON_2 = new ObjectMapper();
  private static final tools.jackson.databind.ObjectMapper JACKSON_3 =
      new tools.jackson.databind.ObjectMapper();
  private static final String QUESTION = "Who designed the Old Bridge?";
  private static final Set<Type> VALUES =
      Set.of(
          String.class,
          int.class,
          long.class,
          double.class,
          boolean.class,
          Integer.class,
          Object.class);

  @TempDir Path folder;

  private Path documents;
  private Path indexed;

  @BeforeEach
  void indexTwoDocuments() throws IOException {
    documents = Files.createDirectory(folder.resolve("docs"));
    Files.writeString(
        documents.resolve("bridge.md"),
        "# The Old Bridge\n\nThe Old Bridge was designed by Mira Voss.\n");
    Files.writeString(documents.resolve("people.md"), "Mira Voss was born in Tarn in 1881.\n");
    Files.write(documents.resolve("picture.png"), new byte[] {(byte) 0x89, 'P', 'N', 'G', 0, 0});
    indexed = folder.resolve("my.arag");
    arag("index", indexed, documents, "--meta", "url=https://example.org/wiki").endedWith(0);
  }

  /** Returns the JSON of a view, after checking that both versions of Jackson write the same. */
  private static JsonNode json(Object view) {
    try {
      JsonNode json = JACKSON_2.readTree(JACKSON_2.writeValueAsString(view));
      assertThat(JACKSON_2.readTree(JACKSON_3.writeValueAsString(view))).isEqualTo(json);
      return json;
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  private static String text(Object view) throws JsonProcessingException {
    return JACKSON_2.writeValueAsString(view);
  }

  /** The fields that differ from run to run; the length of a request depends on random codes. */
  private static final String[] OF_ONE_RUN = {"id", "seconds", "inputTokens"};

  private static JsonNode without(JsonNode json, String... fields) {
    ObjectNode copy = json.deepCopy();
    copy.remove(List.of(fields));
    if (copy.get("usage") instanceof ObjectNode usage) {
      usage.remove(List.of(fields));
    }
    return copy;
  }

  @Test
  void answersAreWrittenAsTheCommandWritesThem() {
    try (Index index = Index.open(indexed)) {
      Answer answer = Agent.builder(index, new ExtractiveChatModel()).build().ask(QUESTION);
      JsonNode command = arag("ask", "--json", indexed, QUESTION).endedWith(0).json();
      JsonNode view = json(answer.view());
      assertThat(without(view, OF_ONE_RUN)).isEqualTo(without(command, OF_ONE_RUN));
      assertThat(view.get("sources").get(0).get("url").asText())
          .isEqualTo("https://example.org/wiki");
      assertThat(view.get("citations").get(0).get("source").asInt()).isEqualTo(1);
      assertThat(view.get("id").asText()).hasSize(16);
    }
  }

  @Test
  void aMissingAnswerIsWrittenAsTheCommandWritesIt() {
    Map<String, String> unreachable =
        Map.of("ARAG_BASE_URL", "http://localhost:1/v1", "ARAG_MODEL", "tiny-1");
    try (Index index = Index.open(indexed)) {
      Agent agent = Agent.builder(index, OpenAiCompatible.of(unreachable).chatModel()).build();
      NoAnswerException failure =
          catchThrowableOfType(NoAnswerException.class, () -> agent.ask(QUESTION));
      JsonNode command =
          aragWith(unreachable, "ask", "--json", indexed, QUESTION).endedWith(1).json();
      JsonNode view = json(failure.view());
      assertThat(without(view, OF_ONE_RUN)).isEqualTo(without(command, OF_ONE_RUN));
      assertThat(view.get("answer").isNull()).isTrue();
      assertThat(view.get("model").asText()).isEqualTo("tiny-1");
    }
  }

  @Test
  void hitsAndChunksAreWrittenAsTheCommandWritesThem() throws JsonProcessingException {
    try (Index index = Index.open(indexed)) {
      KeywordHits found = index.keywordSearch(List.of("Old Bridge", "Tarn"), 5);
      assertThat(json(found.view()))
          .isEqualTo(arag("keyword", "--json", indexed, "Old Bridge", "Tarn").json());
      assertThat(arag("keyword", "--json", indexed, "Old Bridge", "Tarn").out())
          .isEqualTo(text(found.view()) + "\n")
          .isEqualTo(text(found.view(List.of())) + "\n");
      List<SemanticHit> hits = index.semanticSearch("the birthplace of Mira", 5);
      assertThat(json(hits.stream().map(SemanticHit::view).toList()))
          .isEqualTo(
              arag("semantic", "--json", indexed, "the birthplace of Mira").json().get("hits"));
      assertThat(text(hits.get(0).view(List.of()))).isEqualTo(text(hits.get(0).view()));
      assertThat(json(hits.get(0).view(List.of("url"))).at("/metadata/url").asText())
          .isEqualTo("https://example.org/wiki");
      ChunkId id = hits.get(0).chunkId();
      assertThat(json(List.of(index.read(id).map(Chunk::view).orElseThrow())))
          .isEqualTo(arag("read", "--json", indexed, id.value()).json().get("chunks"));
    }
  }

  @Test
  void reportsAreWrittenAsTheCommandWritesThem() {
    try (Index index = Index.openOrCreate(folder.resolve("other.arag"))) {
      SyncReport report = index.sync(Source.path(documents));
      JsonNode command = arag("index", "--json", folder.resolve("third.arag"), documents).json();
      assertThat(without(json(report), "seconds")).isEqualTo(without(command, "seconds"));
      assertThat(command.get("skipped")).hasSize(1);
    }
    try (Index index = Index.open(indexed)) {
      assertThat(json(index.stats())).isEqualTo(arag("stats", "--json", indexed).json());
    }
    assertThat(json(Index.verify(indexed))).isEqualTo(arag("verify", "--json", indexed).json());
  }

  @Test
  void everyEventCanBeWritten() {
    try (Index index = Index.open(indexed)) {
      Run run = Agent.builder(index, new ExtractiveChatModel()).build().start(QUESTION);
      List<RunEvent.View> events = new ArrayList<>();
      run.forEach(event -> events.add(event.view()));
      assertThat(events)
          .extracting(RunEvent.View::name)
          .contains("turnStarted", "toolCalled", "stepCompleted", "citationChecked", "finished");
      JsonNode last = json(events.get(events.size() - 1));
      assertThat(last.get("data").get("stopReason").asText()).isEqualTo("ANSWERED");
      events.forEach(event -> assertThat(json(event).get("data").isObject()).isTrue());
    }
  }

  @Test
  void viewsConsistOfValuesOfTheJdk() {
    for (Class<?> view :
        List.of(
            dev.arag.agent.answer.AnswerView.class,
            RunEvent.View.class,
            dev.arag.core.corpus.KeywordHitsView.class,
            dev.arag.core.corpus.SemanticHitView.class,
            dev.arag.core.text.ChunkView.class,
            dev.arag.index.sync.SyncReport.class,
            dev.arag.index.IndexStats.class,
            dev.arag.index.VerifyReport.class)) {
      assertPlain(view, new HashSet<>());
    }
  }

  private static void assertPlain(Class<?> view, Set<Class<?>> seen) {
    assertThat(view).isRecord();
    for (RecordComponent component : seen.add(view) ? view.getRecordComponents() : none()) {
      assertPlain(component.getGenericType(), component, seen);
    }
  }

  private static RecordComponent[] none() {
    return new RecordComponent[0];
  }

  private static void assertPlain(Type type, RecordComponent component, Set<Class<?>> seen) {
    if (type instanceof ParameterizedType generic) {
      assertThat(generic.getRawType()).as("%s", component).isIn(List.class, Map.class);
      for (Type argument : generic.getActualTypeArguments()) {
        assertPlain(argument, component, seen);
      }
    } else if (!VALUES.contains(type) && !((Class<?>) type).isEnum()) {
      assertPlain((Class<?>) type, seen);
    }
  }
}
