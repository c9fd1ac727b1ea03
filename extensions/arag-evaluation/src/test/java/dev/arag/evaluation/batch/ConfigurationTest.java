package dev.arag.evaluation.batch;

import static dev.arag.evaluation.batch.BatchFixture.CORPUS;
import static dev.arag.evaluation.batch.BatchFixture.oneCall;
import static dev.arag.evaluation.batch.BatchFixture.questions;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.arag.agent.budget.Budget;
import dev.arag.agent.spi.LoopMessage;
import dev.arag.agent.spi.Profile;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.evaluation.Batch;
import dev.arag.evaluation.batch.BatchFixture.CountingModel;
import dev.arag.evaluation.data.Question;
import dev.arag.paper.Paper;
import dev.arag.tools.call.RetrievalTool;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Results of another configuration are refused, and the message names the field. */
class ConfigurationTest {
  @TempDir Path folder;

  private static Batch.Builder batch(Corpus corpus, CountingModel model) {
    return Batch.builder(corpus, model)
        .strategies(oneCall("one-call"))
        .questions(questions(3))
        .modelName("small")
        .configuration("embedder", "bge");
  }

  private static Arguments changed(
      Consumer<Batch.Builder> change, String field, String before, String now) {
    return arguments(change, field, before, now);
  }

  static Stream<Arguments> changes() {
    return Stream.of(
        changed(
            batch -> batch.strategies(oneCall("other")),
            "strategies",
            "[\"one-call\"]",
            "[\"other\"]"),
        changed(batch -> batch.profile(Paper.profile()), "profile", "\"default\"", "\"paper\""),
        changed(batch -> batch.modelName("large"), "model", "\"small\"", "\"large\""),
        changed(batch -> batch.limit(2), "questions.number", "3", "2"),
        changed(
            batch -> batch.questions(List.of(questions(3).get(0), questions(3).get(1), other())),
            "questions.sha256",
            "\"",
            "\""),
        changed(batch -> batch.repeat(2), "repeat", "1", "2"),
        changed(batch -> batch.sweepMaxTurns(List.of(5)), "sweep.max-turns", "not set", "[\"5\"]"),
        changed(batch -> batch.sweepEffort(List.of("low")), "sweep.effort", "not set", "[\"low\"]"),
        changed(batch -> batch.hideSupport(each -> List.of()), "hideSupport", "false", "true"),
        changed(
            batch -> batch.budget(Budget.builder().maxModelCalls(7).build()),
            "budget.maxModelCalls",
            "60",
            "7"),
        changed(
            batch -> batch.budget(Budget.builder().maxTurns(7).build()),
            "budget.maxTurns",
            "15",
            "7"),
        changed(
            batch -> batch.budget(Budget.builder().maxToolCalls(7).build()),
            "budget.maxToolCalls",
            "50",
            "7"),
        changed(
            batch -> batch.budget(Budget.builder().maxToolCalls("chunk_read", 7).build()),
            "budget.maxToolCalls chunk_read",
            "50",
            "7"),
        changed(
            batch -> batch.budget(Budget.builder().contextTokens(5_000).build()),
            "budget.contextTokens",
            "128000",
            "5000"),
        changed(
            batch -> batch.budget(Budget.builder().totalTokens(9_000).build()),
            "budget.totalTokens",
            "not set",
            "9000"),
        changed(
            batch -> batch.budget(Budget.builder().timeout(Duration.ofSeconds(3)).build()),
            "budget.timeoutMillis",
            "300000",
            "3000"),
        changed(
            batch -> batch.configuration("embedder", "qwen"), "embedder", "\"bge\"", "\"qwen\""),
        changed(batch -> batch.configuration("seed", 7), "seed", "not set", "7"));
  }

  private static Question other() {
    return new Question("q2", "Another question?", List.of("Tarn"));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void anotherConfigurationIsRefused(
      Consumer<Batch.Builder> change, String field, String before, String now) throws IOException {
    batch(CORPUS, CountingModel.ofTarn()).build().run(folder);
    byte[] results = Files.readAllBytes(folder.resolve("one-call.jsonl"));
    byte[] manifest = Files.readAllBytes(folder.resolve("manifest.json"));
    CountingModel model = CountingModel.ofTarn();
    Batch.Builder changed = batch(CORPUS, model);
    change.accept(changed);
    Batch batch = changed.build();
    assertThatThrownBy(() -> batch.run(folder))
        .isInstanceOf(BatchException.class)
        .hasMessageContaining(folder.toString())
        .hasMessageContaining(field + " was " + before)
        .hasMessageContaining(" and is now " + now);
    assertThat(model.calls()).isZero();
    assertThat(Files.readAllBytes(folder.resolve("one-call.jsonl"))).isEqualTo(results);
    assertThat(Files.readAllBytes(folder.resolve("manifest.json"))).isEqualTo(manifest);
  }

  @Test
  void anotherModelOrTemperatureIsRefused() {
    run(model("small", 0.0));
    assertThatThrownBy(() -> run(model("large", 0.0)))
        .hasMessageContaining("model was \"small\" and is now \"large\"");
    assertThatThrownBy(() -> run(model("small", 0.5)))
        .hasMessageContaining("temperature was 0.0 and is now 0.5");
  }

  private void run(ChatModel model) {
    BatchFixture.batch(model, 2).build().run(folder);
  }

  private static ChatModel model(String name, double temperature) {
    return new ChatModel() {
      @Override
      public ChatResponse doChat(ChatRequest request) {
        return BatchFixture.response("Tarn");
      }

      @Override
      public ChatRequestParameters defaultRequestParameters() {
        return ChatRequestParameters.builder().modelName(name).temperature(temperature).build();
      }
    };
  }

  @Test
  void anotherCorpusIsRefused() {
    batch(CORPUS, CountingModel.ofTarn()).build().run(folder);
    Corpus other = InMemoryCorpus.of(Document.of("k1", "The Old Bridge was designed by nobody."));
    Batch batch = batch(other, CountingModel.ofTarn()).build();
    assertThatThrownBy(() -> batch.run(folder)).hasMessageContaining("corpus was \"");
  }

  /** Another version of the library may contain other prompts. */
  @ParameterizedTest
  @ValueSource(strings = {"libraryVersion", "prompts"})
  void anotherVersionOfTheLibraryIsRefused(String field) throws IOException {
    batch(CORPUS, CountingModel.ofTarn()).build().run(folder);
    Path manifest = folder.resolve("manifest.json");
    String text = Files.readString(manifest);
    Files.writeString(
        manifest, text.replaceAll("\"" + field + "\" : \"[^\"]+", "\"" + field + "\" : \"old"));
    Batch batch = batch(CORPUS, CountingModel.ofTarn()).build();
    assertThatThrownBy(() -> batch.run(folder))
        .hasMessageContaining(field + " was \"old\" and is now \"");
  }

  static List<Profile> profiles() {
    return List.of(Profile.standard(), Paper.profile());
  }

  @ParameterizedTest
  @MethodSource("profiles")
  void thePromptsAreThoseOfTheProfile(Profile profile) throws Exception {
    batch(CORPUS, CountingModel.ofTarn()).profile(profile).build().run(folder);
    assertThat(folder.resolve("manifest.json"))
        .content()
        .contains("\"prompts\" : \"" + hashOfPrompts(profile) + "\"");
  }

  private static String hashOfPrompts(Profile profile) throws Exception {
    List<String> texts = new ArrayList<>(List.of(profile.aragPrompt()));
    for (LoopMessage message : LoopMessage.values()) {
      texts.add(message.defaultText());
    }
    for (RetrievalTool tool : profile.tools(CORPUS).tools()) {
      texts.addAll(List.of(tool.name(), tool.description(), tool.parameters()));
    }
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    for (String text : texts) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      digest.update(ByteBuffer.allocate(4).putInt(0, bytes.length));
      digest.update(bytes);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  @Test
  void workersAndInformationMayChange() {
    batch(CORPUS, CountingModel.ofTarn()).information("file", "a.json").build().run(folder);
    Batch.Builder same =
        batch(CORPUS, CountingModel.ofTarn())
            .workers(5)
            .information("file", "b.json")
            .clock(() -> 0)
            .questions(questions(9))
            .limit(3);
    assertThat(same.build().run(folder).progress().resumed()).isEqualTo(3);
  }

  @Test
  void unreadableManifestIsRefused() throws IOException {
    batch(CORPUS, CountingModel.ofTarn()).build().run(folder);
    Batch batch = batch(CORPUS, CountingModel.ofTarn()).build();
    Files.writeString(folder.resolve("manifest.json"), "{\"format\":");
    assertThatThrownBy(() -> batch.run(folder)).hasMessageContaining("is not valid JSON");
    Files.writeString(
        folder.resolve("manifest.json"), "{\"format\":\"arag-results\",\"version\":2}");
    assertThatThrownBy(() -> batch.run(folder)).hasMessageContaining("not a manifest of version 1");
  }
}
