package dev.arag.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.agent.Agent;
import dev.arag.agent.Run;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.text.Location;
import dev.arag.core.text.PageLayout;
import dev.arag.index.Index;
import dev.arag.tools.call.ToolCall;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.model.output.FinishReason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class UiMessageStreamTest {
  static final Corpus CORPUS =
      InMemoryCorpus.of(
          Document.builder("k1", "The Old Bridge was designed by Mira Voss.")
              .title("The bridge")
              .metadata("url", "https://example.org/bridge?a=1&b=2")
              .build(),
          Document.of("k2", "Mira Voss was born in Tarn in 1881."));

  static final String QUESTION = "Where was the designer of the Old Bridge born?";
  static final String ANSWER =
      "In Tarn \uD83C\uDF09 [k2: \"born in Tarn\"]. Mira Voss e\u0301 built it [k1, k2].\n\n"
          + "Evidence:\n[k1] \"designed by Mira Voss\"";
  static final String NUMBERED = "In Tarn \uD83C\uDF09 [1]. Mira Voss e\u0301 built it [1][2].";

  static ToolCall read(String... chunks) {
    return ToolCall.of(
        "",
        "chunk_read",
        ToolCall.of("chunk_read", Map.of("chunk_ids", List.of(chunks))).arguments());
  }

  private static UiMessageStream stream(StreamedModel model) {
    return UiMessageStream.of(agent(model).start(QUESTION));
  }

  private static Agent agent(StreamedModel model) {
    return Agent.builder(CORPUS, model).build();
  }

  private static UiMessageClient read(StreamedModel model) {
    return UiMessageClient.read(stream(model));
  }

  private static UiMessageClient read(ScriptedChatModel model) {
    return UiMessageClient.read(
        UiMessageStream.of(Agent.builder(CORPUS, model).build().start(QUESTION)));
  }

  @Nested
  class Sources {
    @Test
    void aRunIsAMessage() {
      UiMessageClient client =
          read(new StreamedModel(1).calls("", read("k1", "k2")).answers(ANSWER));
      assertThat(client.text()).isEqualTo(NUMBERED);
      assertThat(client.checkMarks()).isEqualTo(3);
      assertThat(client.citations())
          .extracting(each -> each.get("verdict").textValue() + each.get("answerStart"))
          .containsExactly("SUPPORTED11", "SUPPORTED41", "LOCATED38");
      assertThat(client.citations().get(0).get("quote").textValue()).isEqualTo("born in Tarn");
      assertThat(client.citations().get(1).get("url").textValue())
          .isEqualTo("https://example.org/bridge?a=1&b=2");
      assertThat(client.finishReason).isEqualTo("stop");
      assertThat(client.metadata.get("stopReason").textValue()).isEqualTo("ANSWERED");
      assertThat(client.metadata.get("outcome").textValue()).isEqualTo("ANSWERED");
      assertThat(client.metadata.get("complete").booleanValue()).isTrue();
      assertThat(client.metadata.get("id").textValue()).matches("[0-9a-f]{16}");
      assertThat(client.metadata.at("/usage/turns").intValue()).isEqualTo(2);
      assertThat(client.types())
          .filteredOn(type -> !type.equals("data-draft"))
          .containsExactly(
              "start",
              "start-step",
              "data-turn",
              "tool-input-available",
              "tool-output-available",
              "finish-step",
              "start-step",
              "data-turn",
              "text-start",
              "text-delta",
              "text-end",
              "source-document",
              "source-url",
              "data-citation",
              "data-citation",
              "data-citation",
              "finish-step",
              "finish");
    }

    @Test
    void citationsHaveRegions(@TempDir Path folder) {
      try (Index index = Index.builder(folder.resolve("kb")).withoutEmbeddings().openOrCreate()) {
        PageLayout.Builder page = PageLayout.builder(4, 612, 792).line(72, 84);
        page.word(0, 4, 72, 90).word(5, 9, 93, 117).word(10, 13, 120, 140);
        Document born =
            Document.builder("a", "Mira Voss was born in Tarn.").layout(page.build()).build();
        index.put("d", List.of(born));
        String id = index.chunksOf("a").get(0).id().value();
        ScriptedChatModel model =
            ScriptedChatModel.script()
                .call("chunk_read", Map.of("chunk_ids", List.of(id)))
                .answer("Born [" + id + ": \"Voss was born\"], not [" + id + ": \"Voss died\"].");
        Run run = Agent.builder(index, model).build().start(QUESTION);
        List<JsonNode> citations = UiMessageClient.read(UiMessageStream.of(run)).citations();
        assertThat(citations.get(0).get("regions"))
            .hasToString(
                "[{\"page\":4,\"x\":93.0,\"y\":72.0,\"width\":47.0,\"height\":12.0,"
                    + "\"pageWidth\":612.0,\"pageHeight\":792.0}]");
        assertThat(citations.get(1).get("regions")).isEmpty();
      }
    }

    @Test
    void sourcesAreDocumentsOrLinks() {
      List<ObjectNode> sources =
          read(new StreamedModel(1).calls("", read("k1", "k2")).answers(ANSWER)).sources();
      assertThat(sources.get(0).get("type").textValue()).isEqualTo("source-document");
      assertThat(sources.get(0).get("sourceId").textValue()).isEqualTo("k2");
      assertThat(sources.get(0).get("filename").textValue()).isEqualTo("k2");
      assertThat(sources.get(0).at("/providerMetadata/arag/number").intValue()).isEqualTo(1);
      assertThat(sources.get(1).get("type").textValue()).isEqualTo("source-url");
      assertThat(sources.get(1).get("url").textValue())
          .isEqualTo("https://example.org/bridge?a=1&b=2");
      assertThat(sources.get(1).get("title").textValue()).isEqualTo("The bridge");
      assertThat(sources.get(1).at("/providerMetadata/arag/number").intValue()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "a:b"})
    void aLinkThatCouldRunAScriptIsIgnored(String link) {
      StreamedModel model = new StreamedModel(1).calls("", read("k1", "k2")).answers(ANSWER);
      UiMessageClient client =
          UiMessageClient.read(stream(model).link(place -> Optional.of(URI.create(link))));
      assertThat(client.all("source-url")).isEmpty();
      assertThat(client.citations()).noneMatch(each -> each.has("url"));
    }

    @Test
    void anApplicationSetsTheLinks() {
      StreamedModel model = new StreamedModel(1).calls("", read("k1", "k2")).answers(ANSWER);
      UiMessageClient client =
          UiMessageClient.read(
              stream(model)
                  .link(
                      (Location place) ->
                          Optional.of(URI.create("/documents/" + place.documentId()))));
      assertThat(client.all("source-url"))
          .extracting(source -> source.get("url").textValue())
          .containsExactly("/documents/k2", "/documents/k1");
    }

    @Test
    void aLinkThatCannotBeComputedIsReportedToTheServer() {
      UiMessageStream stream =
          stream(new StreamedModel(1).calls("", read("k1", "k2")).answers(ANSWER))
              .link(
                  place -> {
                    throw new IllegalStateException("no route");
                  });
      assertThatThrownBy(() -> stream.writeTo(new ByteArrayOutputStream())).hasMessage("no route");
    }

    /** The location of such a citation is that of the chunk that contains the quote. */
    @Test
    void theLinkOfASourceIsThatOfTheCitedChunk() {
      StreamedModel model =
          new StreamedModel(1)
              .calls("", read("k1", "k2"))
              .answers("In Tarn [k1: \"born in Tarn\"].");
      UiMessageClient client =
          UiMessageClient.read(
              stream(model)
                  .link(
                      (Location place) ->
                          Optional.of(URI.create("/documents/" + place.documentId()))));
      JsonNode citation = client.citations().get(0);
      assertThat(citation.get("verdict").textValue()).isEqualTo("MISATTRIBUTED");
      assertThat(citation.get("document").textValue()).isEqualTo("k2");
      assertThat(citation.get("url").textValue()).isEqualTo("/documents/k2");
      assertThat(client.sources())
          .extracting(source -> source.get("url").textValue())
          .containsExactly("/documents/k1");
    }
  }

  @Nested
  class ToolCalls {
    @Test
    void toolPartsContainIdsAndCounts() {
      StreamedModel model = new StreamedModel(1).calls("", read("k1", "k2")).answers(ANSWER);
      UiMessageClient client = read(model);
      ObjectNode tool = client.tools().get(0);
      assertThat(tool.get("toolName").textValue()).isEqualTo("chunk_read");
      assertThat(tool.get("input").toString()).isEqualTo("{\"chunk_ids\":[\"k1\",\"k2\"]}");
      assertThat(tool.get("output").toString())
          .isEqualTo("{\"count\":2,\"chunks\":[\"k1\",\"k2\"]}");
      assertThat(tool.get("providerExecuted").booleanValue()).isTrue();
      assertThat(client.chunks.toString()).doesNotContain("The Old Bridge was designed");
    }

    @Test
    void anApplicationMayShowWhatTheModelRead() {
      StreamedModel model =
          new StreamedModel(1).calls("", read("k1")).calls("", read("none")).answers(ANSWER);
      List<ObjectNode> tools = UiMessageClient.read(stream(model).toolTexts(true)).tools();
      assertThat(tools.get(0).at("/output/text").textValue())
          .contains("The Old Bridge was designed by Mira Voss.");
      assertThat(tools.get(1).toString()).contains("none");
    }

    @Test
    void rejectedCallsAreErrorsWithoutTheirText() {
      ScriptedChatModel model =
          ScriptedChatModel.script()
              .calls(ToolCall.of("", "no_such_tool", "{\"secret\": 1"), read("k1", "k2"))
              .answer(ANSWER);
      UiMessageClient client = read(model);
      ObjectNode rejected = client.tools().get(0);
      assertThat(rejected.get("type").textValue()).isEqualTo("tool-output-error");
      assertThat(rejected.get("errorText").textValue()).isEqualTo("The call was rejected.");
      assertThat(client.tools()).hasSize(2);
    }

    /** The npm package ends the whole stream with an error if an object has such a key. */
    @ParameterizedTest
    @ValueSource(
        strings = {
          "{\"__proto__\": {\"a\": 1}}",
          "{\"chunk_ids\": [{\"\\u005f_proto__\": 1}]}",
          "{\"constructor\": {\"prototype\": 1}}"
        })
    void forbiddenKeysOfArgumentsAreSentAsText(String arguments) {
      ScriptedChatModel model =
          ScriptedChatModel.script()
              .calls(ToolCall.of("x", "chunk_read", arguments), read("k1", "k2"))
              .answer(ANSWER);
      assertThat(read(model).tools().get(0).get("input").textValue()).isEqualTo(arguments);
    }

    @ParameterizedTest
    @ValueSource(ints = {90, 150, 900, 5000})
    void deeplyNestedArgumentsAreSent(int depth) {
      String deep = "{\"a\":" + "[".repeat(depth) + "]".repeat(depth) + "}";
      ScriptedChatModel model =
          ScriptedChatModel.script()
              .calls(ToolCall.of("x", "chunk_read", deep), read("k1", "k2"))
              .answer(ANSWER);
      JsonNode input = read(model).tools().get(0).get("input");
      assertThat(input.isTextual() ? input.textValue() : input.toString()).isIn(deep, "{}");
    }

    @Test
    void equalCallsHaveDifferentIds() {
      ToolCall call = ToolCall.of("call_0", read("k1").name(), read("k1").arguments());
      ScriptedChatModel model =
          ScriptedChatModel.script().calls(call, call, read("k2")).calls(call).answer(ANSWER);
      assertThat(read(model).tools())
          .extracting(tool -> tool.get("toolCallId").textValue())
          .containsExactly("call-1", "call-2", "call-3", "call-4");
    }

    @Test
    void aStrategyThatShowsTextWithoutACallHasAToolPart() {
      Strategy showing =
          (question, run) -> {
            run.show(List.of(ChunkId.of("k2")));
            return run.complete("Answer: " + question);
          };
      Run run =
          Agent.builder(CORPUS, new StreamedModel(1).answers("In Tarn [k2]."))
              .strategy(showing)
              .build()
              .start(QUESTION);
      UiMessageClient client = UiMessageClient.read(UiMessageStream.of(run));
      assertThat(client.tools().get(0).get("toolName").textValue()).isEqualTo("show");
      assertThat(client.tools().get(0).at("/output/count").intValue()).isEqualTo(1);
      assertThat(client.checkMarks()).isEqualTo(1);
    }

    @Test
    void callsOfAGroupAreOneStep() {
      Strategy grouped =
          (question, run) -> {
            run.show(List.of(ChunkId.of("k2")));
            run.as("reader").completeAll(List.of("one", "two", "three"));
            return run.complete("four");
          };
      ScriptedChatModel reader = ScriptedChatModel.script().answer("1").answer("2").answer("3");
      Run run =
          Agent.builder(CORPUS, ScriptedChatModel.script().answer("In Tarn [k2]."))
              .model("reader", reader)
              .strategy(grouped)
              .build()
              .start(QUESTION);
      UiMessageClient client = UiMessageClient.read(UiMessageStream.of(run));
      assertThat(client.passing)
          .extracting(each -> each.at("/data/role").textValue())
          .containsExactly("reader", "reader", "reader", "agent");
      assertThat(client.types()).filteredOn("start-step"::equals).hasSize(3);
      assertThat(client.text()).isEqualTo("In Tarn [1].");
    }
  }

  @Nested
  class Drafts {
    @Test
    void theDraftGrowsWhileTheModelWrites() {
      String text = "In Tarn [k2]. ".repeat(20) + "That is all.";
      UiMessageClient client =
          read(new StreamedModel(1, 4).calls("", read("k1", "k2")).answers(text));
      List<String> growing = client.drafts.subList(0, client.drafts.size() - 1);
      assertThat(growing).hasSizeGreaterThan(3).hasSizeLessThan(40);
      String numbered = text.replace("[k2]", "[1]");
      assertThat(growing).allMatch(numbered::startsWith);
      assertThat(growing).isSortedAccordingTo((a, b) -> a.length() - b.length());
      assertThat(client.drafts.get(client.drafts.size() - 1)).isEmpty();
      assertThat(client.text()).isEqualTo(numbered);
      assertThat(client.all("text")).hasSize(1);
    }

    @Test
    void draftsOfALongAnswerAreRare() {
      String text = ("Mira Voss was born in Tarn, they say".repeat(6) + " [k2].\n").repeat(200);
      long start = System.nanoTime();
      UiMessageClient client = read(new StreamedModel(1).calls("", read("k1", "k2")).answers(text));
      double seconds = (System.nanoTime() - start) / 1e9;
      assertThat(client.drafts.stream().mapToInt(String::length).sum())
          .isLessThan((int) (200_000 * seconds) + 1);
      assertThat(client.text()).isEqualToIgnoringNewLines(text.replace("[k2]", "[1]"));
      assertThat(client.checkMarks()).isEqualTo(200);
    }

    @Test
    void aDraftIsSentAlsoIfTheModelPauses() throws IOException, InterruptedException {
      StreamedModel model = new StreamedModel(1).calls("", read("k1", "k2")).hangs("In Tarn, [k");
      Run run = agent(model).start(QUESTION);
      List<String> received = new ArrayList<>();
      UiMessageStream.of(run)
          .forEach(
              data -> {
                received.add(data);
                if (data.contains("In Tarn, ")) {
                  run.cancel();
                }
              });
      assertThat(received).anyMatch(data -> data.contains("\"abort\""));
      assertThat(received.get(received.size() - 1)).isEqualTo("[DONE]");
    }

    @Test
    void aRetryLeavesNoText() {
      StreamedModel model =
          new StreamedModel(1, 4)
              .calls("", read("k1", "k2"))
              .breaksOff("STALE ".repeat(40))
              .answers(ANSWER);
      UiMessageClient client = read(model);
      assertThat(client.drafts).anyMatch(draft -> draft.contains("STALE"));
      assertThat(client.text()).isEqualTo(NUMBERED);
      assertThat(client.partArray().toString()).doesNotContain("STALE");
      assertThat(client.finishReason).isEqualTo("stop");
      assertThat(client.passing)
          .extracting(each -> each.get("type").textValue())
          .contains("data-retry");
      assertThat(client.chunks.toString()).doesNotContain("secret");
    }

    @Test
    void textBeforeAToolCallIsNotPartOfTheAnswer() {
      StreamedModel model =
          new StreamedModel(1, 4)
              .calls("Let me look. ".repeat(20), read("k1", "k2"))
              .answers(ANSWER);
      UiMessageClient client = read(model);
      assertThat(client.drafts).anyMatch(draft -> draft.startsWith("Let me"));
      assertThat(client.text()).isEqualTo(NUMBERED);
    }

    @Test
    void aModelThatDoesNotStreamSendsTheAnswerAtTheEnd() {
      UiMessageClient client =
          read(ScriptedChatModel.script().calls(read("k1", "k2")).answer(ANSWER));
      assertThat(client.text()).isEqualTo(NUMBERED);
      assertThat(client.checkMarks()).isEqualTo(3);
    }
  }

  @Nested
  class IncompleteAnswers {
    @Test
    void aFailureIsAnErrorThatCanBeShown() {
      StreamedModel model =
          new StreamedModel(1, 4)
              .calls("", read("k1"))
              .fails("STALE ".repeat(30), new AuthenticationException("key sk-secret is wrong"));
      UiMessageClient client = read(model);
      assertThat(client.errors)
          .containsExactly("The model could not be reached, failed, or returned empty replies.");
      assertThat(client.finishReason).isEqualTo("error");
      assertThat(client.metadata.get("stopReason").textValue()).isEqualTo("MODEL_FAILED");
      assertThat(client.text()).isEmpty();
      assertThat(client.chunks.toString()).doesNotContain("secret");
    }

    @Test
    void anInternalFailureDoesNotShowItsMessage() {
      Strategy broken =
          (question, run) -> {
            throw new IllegalStateException("/secret/path");
          };
      Run run =
          Agent.builder(CORPUS, ScriptedChatModel.script())
              .strategy(broken)
              .build()
              .start(QUESTION);
      UiMessageClient client = UiMessageClient.read(UiMessageStream.of(run));
      assertThat(client.errors)
          .containsExactly("The question could not be answered: an internal error.");
      assertThat(client.chunks.toString()).doesNotContain("secret");
    }

    @Test
    void theReasonOfAnIncompleteAnswerIsSent() {
      UiMessageClient client =
          read(
              ScriptedChatModel.script()
                  .calls(read("k1", "k2"))
                  .answer("In Tarn [k2], and then", FinishReason.LENGTH)
                  .answer("In Tarn [k2], and then", FinishReason.LENGTH));
      assertThat(client.finishReason).isEqualTo("length");
      assertThat(client.metadata.get("stopReason").textValue())
          .isEqualTo(StopReason.TRUNCATED.name());
      assertThat(client.metadata.get("complete").booleanValue()).isFalse();
      assertThat(client.metadata.get("warnings").isArray()).isTrue();
    }

    @Test
    void rangesOfUnseenTermsBelongToTheNumberedText() {
      String text = "In Tarn [k2: \"born in Tarn\"] \uD83C\uDF09 in 1999 with 7777 people [k1].";
      UiMessageClient client = read(new StreamedModel(1).calls("", read("k1", "k2")).answers(text));
      JsonNode terms = client.metadata.get("unseenTerms");
      assertThat(terms).hasSize(2);
      for (JsonNode term : terms) {
        int start = term.get("start").intValue();
        assertThat(client.text().substring(start, term.get("end").intValue()))
            .isEqualTo(term.get("text").textValue());
      }
    }

    @Test
    void rangesOfClaimsBelongToTheNumberedText() {
      String text = "In Tarn [k2: \"born in Tarn\"]. \uD83C\uDF09 Later [k1] in Quill [k2].";
      ScriptedChatModel check =
          ScriptedChatModel.script().answer("1 ENTAILED\n2 CONTRADICTED <b>no</b>");
      Agent agent =
          Agent.builder(CORPUS, new StreamedModel(1).calls("", read("k1", "k2")).answers(text))
              .model("check", check)
              .checkClaims()
              .build();
      UiMessageClient client = UiMessageClient.read(UiMessageStream.of(agent.start(QUESTION)));
      JsonNode claims = client.metadata.get("claims");
      assertThat(claims).hasSize(2);
      assertThat(claims)
          .extracting(
              claim ->
                  client
                      .text()
                      .substring(claim.get("start").intValue(), claim.get("end").intValue()))
          .containsExactly("In Tarn [1].", "\uD83C\uDF09 Later [2] in Quill [1].");
      assertThat(claims.get(1).get("verdict").textValue()).isEqualTo("CONTRADICTED");
      assertThat(claims.get(1).get("reason").textValue()).isEqualTo("<b>no</b>");
      assertThat(client.text()).doesNotContain("ENTAILED");
    }
  }

  @Nested
  class Cancellation {
    /**
     * The reader reads nothing before the run has ended, and the model waits for its cancellation.
     */
    @Test
    void aReaderThatDoesNotReadCancelsTheRun() throws IOException {
      Run run = agent(new StreamedModel(1).hangs("Tarn ".repeat(1_000), 200)).start(QUESTION);
      ByteArrayOutputStream slow =
          new ByteArrayOutputStream() {
            @Override
            public void write(byte[] bytes, int offset, int length) {
              assertThat(run.trajectory().stopReason()).isEqualTo(StopReason.CANCELLED);
              super.write(bytes, offset, length);
            }
          };
      UiMessageStream.of(run).writeTo(slow);
      assertThat(slow.toString(StandardCharsets.UTF_8))
          .contains("\"abort\"")
          .endsWith("[DONE]\n\n");
      ByteArrayOutputStream again = new ByteArrayOutputStream();
      UiMessageStream.of(run).writeTo(again);
      assertThat(again.toString(StandardCharsets.UTF_8)).contains("\"abort\"");
    }

    @Test
    void aCancelledRunIsAborted() throws InterruptedException {
      StreamedModel model = new StreamedModel(1).calls("", read("k1")).hangs("In Tarn");
      Run run = agent(model).start(QUESTION);
      AtomicReference<UiMessageClient> client = new AtomicReference<>();
      Thread reader = new Thread(() -> client.set(UiMessageClient.read(UiMessageStream.of(run))));
      reader.start();
      assertThat(model.hangs.await(20, TimeUnit.SECONDS)).isTrue();
      run.cancel();
      reader.join();
      assertThat(client.get().isAborted).isTrue();
      assertThat(client.get().metadata.get("stopReason").textValue()).isEqualTo("CANCELLED");
      assertThat(client.get().text()).isEmpty();
    }

    /** A body that fails when a text is written to it for the first time. */
    private static final class ClosedPage extends OutputStream {
      private final String text;
      private final ByteArrayOutputStream written = new ByteArrayOutputStream();

      ClosedPage(String text) {
        this.text = text;
      }

      @Override
      public void write(int b) {
        written.write(b);
      }

      @Override
      public void flush() throws IOException {
        if (written.toString().contains(text)) {
          throw new IOException("Broken pipe");
        }
      }
    }

    @ParameterizedTest
    @ValueSource(strings = {"start", "data-turn", "tool-output-available", "data-draft", "\n: \n"})
    void aClosedPageCancelsTheRun(String text) {
      StreamedModel model = new StreamedModel(1).calls("", read("k1")).hangs("In Tarn");
      Run run = agent(model).start(QUESTION);
      UiMessageStream stream = UiMessageStream.of(run).heartbeat(Duration.ofMillis(30));
      assertThatThrownBy(() -> stream.writeTo(new ClosedPage(text)))
          .isInstanceOf(IOException.class)
          .hasMessage("Broken pipe");
      assertThat(run.trajectory().stopReason()).isEqualTo(StopReason.CANCELLED);
    }

    @Test
    void aConsumerThatThrowsCancelsTheRun() {
      Run run = agent(new StreamedModel(1).hangs("In Tarn")).start(QUESTION);
      assertThatThrownBy(
              () ->
                  UiMessageStream.of(run)
                      .forEach(
                          data -> {
                            throw new IllegalStateException("closed");
                          }))
          .hasMessage("closed");
      assertThat(run.trajectory().stopReason()).isEqualTo(StopReason.CANCELLED);
    }

    @Test
    void anInterruptCancelsTheRun() throws InterruptedException {
      StreamedModel model = new StreamedModel(1).hangs("In Tarn");
      Run run = agent(model).start(QUESTION);
      AtomicReference<Throwable> thrown = new AtomicReference<>();
      AtomicReference<Boolean> flag = new AtomicReference<>();
      CountDownLatch done = new CountDownLatch(1);
      Thread writer =
          new Thread(
              () -> {
                try {
                  UiMessageStream.of(run).writeTo(new ByteArrayOutputStream());
                } catch (IOException e) {
                  thrown.set(e);
                }
                flag.set(Thread.currentThread().isInterrupted());
                done.countDown();
              });
      writer.start();
      assertThat(model.hangs.await(20, TimeUnit.SECONDS)).isTrue();
      writer.interrupt();
      assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(thrown.get()).isInstanceOf(InterruptedIOException.class);
      assertThat(flag.get()).isTrue();
      assertThat(run.trajectory().stopReason()).isEqualTo(StopReason.CANCELLED);
    }
  }

  @Nested
  class Response {
    @Test
    void commentsAreSentWhileNothingHappens() throws InterruptedException {
      StreamedModel model = new StreamedModel(1).hangs("");
      Run run = agent(model).start(QUESTION);
      Thread canceller =
          new Thread(
              () -> {
                try {
                  Thread.sleep(300);
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
                run.cancel();
              });
      canceller.start();
      UiMessageClient client =
          UiMessageClient.read(UiMessageStream.of(run).heartbeat(Duration.ofMillis(20)));
      canceller.join();
      assertThat(client.comments).isBetween(5, 16);
    }

    @Test
    void aStreamThatIsWrittenLateIsComplete() {
      Run run =
          agent(new StreamedModel(1).calls("", read("k1", "k2")).answers(ANSWER)).start(QUESTION);
      run.answer();
      UiMessageStream stream = UiMessageStream.of(run);
      UiMessageClient first = UiMessageClient.read(stream);
      assertThat(first.text()).isEqualTo(NUMBERED);
      assertThat(UiMessageClient.read(stream).chunks.get(0)).isEqualTo(first.chunks.get(0));
    }

    @Test
    void namesTheProtocol() {
      assertThat(UiMessageStream.headers())
          .containsEntry("x-vercel-ai-ui-message-stream", "v1")
          .containsEntry("Content-Type", "text/event-stream; charset=utf-8")
          .containsEntry("X-Accel-Buffering", "no");
    }

    @Test
    void refusesWrongOptions() {
      UiMessageStream stream = stream(new StreamedModel(1).answers(ANSWER).answers(ANSWER));
      assertThatThrownBy(() -> stream.heartbeat(Duration.ZERO))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
