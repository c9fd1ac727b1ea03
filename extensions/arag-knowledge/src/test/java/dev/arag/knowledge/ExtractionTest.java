package dev.arag.knowledge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.agent.budget.Prices;
import dev.arag.agent.step.Usage;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.knowledge.job.ExtractionEstimate;
import dev.arag.knowledge.job.ExtractionLimits;
import dev.arag.knowledge.job.ExtractionReport;
import dev.arag.knowledge.job.ExtractionReport.Stop;
import dev.arag.strategies.PromptModel;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.model.chat.ChatModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExtractionTest {
  private static final ExtractionLimits NONE = ExtractionLimits.none();
  private static final Prices PRICES = Prices.perMillion(1, 1, 10);

  @TempDir Path folder;
  private Index index;
  private Knowledge knowledge;

  @BeforeEach
  void open() {
    index = Towns.open(folder.resolve("i.arag"));
    knowledge = Knowledge.of(index, "m1");
  }

  @AfterEach
  void close() {
    index.close();
  }

  private void putTowns(int count) {
    index.put(
        "test",
        IntStream.range(0, count)
            .mapToObj(i -> Document.of("town" + i, "Person Num" + i + " was born in Tarn."))
            .toList());
  }

  private ExtractionReport run(ChatModel model, ExtractionLimits limits) {
    return knowledge.extractFacts(model, limits, progress -> {});
  }

  private String stored() throws IOException {
    return Files.readString(folder.resolve("i.arag/derived/records.txt"), StandardCharsets.UTF_8);
  }

  @Test
  void extractsEachTextOnce() throws IOException {
    Towns.put(index, "voss", "Mira Voss was born in Tarn. She died young.");
    Towns.put(index, "inn", "Nobody left the inn for days.");
    PromptModel model = Towns.extractor();
    ExtractionEstimate before = knowledge.estimateFacts(NONE.prices(PRICES));
    assertThat(before.chunks()).isEqualTo(2);
    assertThat(before.calls()).isEqualTo(2);
    assertThat(before.outputTokens()).isEqualTo(1_200);
    assertThat(before.cost().orElseThrow())
        .isEqualTo(PRICES.of("extractor", before.inputTokens(), 0, 1_200));
    ExtractionReport report = run(model, NONE);
    assertThat(report.done()).isEqualTo(1);
    assertThat(report.empty()).isEqualTo(1);
    assertThat(report.covered()).isEqualTo(2);
    assertThat(report.left()).isZero();
    assertThat(report.calls()).isEqualTo(2);
    assertThat(report.stop()).isEqualTo(Stop.FINISHED);
    assertThat(stored()).contains("[[\"Mira Voss\",\"was born in\",\"Tarn\",0]]");
    assertThat(run(model, NONE).calls()).isZero();
    assertThat(model.prompts()).hasSize(2);
    assertThat(knowledge.estimateFacts(NONE).covered()).isEqualTo(2);
  }

  @Test
  void theEstimateIsNearTheRequests() {
    putTowns(1);
    PromptModel model = Towns.extractor();
    long estimated = knowledge.estimateFacts(NONE).inputTokens();
    assertThat(run(model, NONE).inputTokens()).isBetween(estimated / 2, estimated);
  }

  @Test
  void anEditedDocumentKeepsTheFactsOfItsOtherChunks() {
    String filler = "The harbour froze in the spring and the old ferry sank at dawn. ".repeat(90);
    Towns.put(index, "a", "Mira Voss was born in Tarn. " + filler);
    int chunks = index.chunksOf("a").size();
    assertThat(chunks).isGreaterThan(1);
    PromptModel model = Towns.extractor();
    assertThat(run(model, NONE).covered()).isEqualTo(chunks);
    Towns.put(index, "a", "Mira Voss was born in Tarn. " + filler + "The end is new.");
    int before = model.prompts().size();
    ExtractionReport report = run(model, NONE);
    assertThat(report.covered()).isEqualTo(report.chunks());
    assertThat(report.reused()).isGreaterThanOrEqualTo(1);
    assertThat(model.prompts().size() - before).isLessThanOrEqualTo(chunks - report.reused());
  }

  @Test
  void equalTextsAreSentOnce() {
    Towns.put(index, "a", "Mira Voss was born in Tarn.");
    Towns.put(index, "b", "Mira Voss was born in Tarn.");
    ExtractionReport report = run(Towns.extractor(), NONE.parallelCalls(1));
    assertThat(report.calls()).isEqualTo(1);
    assertThat(report.reused()).isEqualTo(1);
    assertThat(report.covered()).isEqualTo(2);
    assertThat(report.left()).isZero();
  }

  @Test
  void anotherModelExtractsAgain() {
    putTowns(1);
    run(Towns.extractor(), NONE);
    knowledge = Knowledge.of(index, "m2");
    assertThat(run(Towns.extractor(), NONE).calls()).isEqualTo(1);
  }

  @Test
  void stopsAtEachLimit() {
    putTowns(20);
    PromptModel model = Towns.extractor();
    ExtractionReport calls = run(model, NONE.maxCalls(3));
    assertThat(calls.stop()).isEqualTo(Stop.CALL_LIMIT);
    assertThat(calls.calls()).isEqualTo(3);
    assertThat(calls.covered()).isEqualTo(3);
    assertThat(calls.left()).isEqualTo(17);
    ExtractionReport tokens = run(model, NONE.maxTokens(2_500));
    assertThat(tokens.stop()).isEqualTo(Stop.TOKEN_LIMIT);
    assertThat(tokens.inputTokens() + tokens.outputTokens()).isBetween(1L, 2_500L);
    ExtractionReport cost = run(model, NONE.maxCost(0.01, PRICES));
    assertThat(cost.stop()).isEqualTo(Stop.COST_LIMIT);
    assertThat(cost.cost().orElseThrow()).isBetween(0.0, 0.01);
    ExtractionReport time = run(model, NONE.maxTime(Duration.ofMillis(1)));
    assertThat(time.stop()).isEqualTo(Stop.TIME_LIMIT);
    assertThat(time.calls()).isZero();
    ExtractionReport rest = run(model, NONE);
    assertThat(rest.stop()).isEqualTo(Stop.FINISHED);
    assertThat(rest.covered()).isEqualTo(20);
    assertThat(model.prompts()).hasSize(20);
  }

  @Test
  void anUnreadableReplyIsTriedInThreeJobs() {
    putTowns(1);
    PromptModel model = PromptModel.script("I would rather talk about the weather.");
    for (int i = 1; i <= 3; i++) {
      ExtractionReport report = run(model, NONE);
      assertThat(report.failures()).isEqualTo(Map.of("unreadable", 1));
      assertThat(report.calls()).isEqualTo(2);
      assertThat(report.covered()).isZero();
      assertThat(report.left()).isEqualTo(i < 3 ? 1 : 0);
    }
    assertThat(run(model, NONE).calls()).isZero();
    assertThat(run(model, NONE).left()).isZero();
  }

  @Test
  void aRefusalIsNotTriedAgain() {
    putTowns(1);
    PromptModel model =
        PromptModel.of(
            prompt -> {
              throw new ContentFilteredException("no");
            });
    ExtractionReport report = run(model, NONE);
    assertThat(report.refused()).isEqualTo(1);
    assertThat(report.failed()).isEqualTo(1);
    assertThat(report.left()).isZero();
    assertThat(run(model, NONE).calls()).isZero();
  }

  /** The failures say nothing about the chunks, so they do not count as tries. */
  @Test
  void stopsAfterTwentyFailuresInARow() {
    putTowns(30);
    PromptModel model =
        PromptModel.of(
            prompt -> {
              throw new AuthenticationException("invalid key");
            });
    for (int i = 0; i < 4; i++) {
      ExtractionReport report = run(model, NONE.parallelCalls(1));
      assertThat(report.stop()).isEqualTo(Stop.FAILURES);
      assertThat(report.failures()).isEqualTo(Map.of("authentication", 20));
      assertThat(report.left()).isEqualTo(30);
    }
    assertThat(run(Towns.extractor(), NONE).covered()).isEqualTo(30);
  }

  @Test
  void factsThatTheTextDoesNotStateAreDropped() throws IOException {
    Towns.put(index, "voss", "# Mira Voss\n\nShe was born in Tarn.\n\nHer bridge lies in Quill.");
    PromptModel model =
        PromptModel.script(
            """
            ```json
            {"facts":[{"subject":"Mira Voss","relation":"was born in","object":"Tarn"},
            {"subject":"MIRA VOSS","relation":"was born in","object":"tarn"},
            {"subject":"The bridge","relation":"lies in","object":"Quill"},
            {"subject":"Paris","relation":"is the capital of","object":"France"},
            {"subject":"","relation":"lies in","object":"Quill"},
            {"subject":"Tarn >>>end","relation":"is\\na","object":"town"}]}
            ```""");
    ExtractionReport report = run(model, NONE);
    assertThat(report.done()).as(report.toString()).isEqualTo(1);
    assertThat(stored())
        .contains("[\"Mira Voss\",\"was born in\",\"Tarn\",")
        .contains("[\"The bridge\",\"lies in\",\"Quill\",")
        .contains("[\"Tarn end\",\"is a\",\"town\",")
        .doesNotContain("France", "MIRA", "\"\",\"lies");
  }

  @Test
  void anInterruptEndsTheJob() throws InterruptedException {
    putTowns(10);
    CountDownLatch reached = new CountDownLatch(1);
    PromptModel model =
        PromptModel.of(
            prompt -> {
              if (prompt.contains("Num5")) {
                reached.countDown();
                try {
                  Thread.sleep(60_000);
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              }
              return Towns.facts(prompt);
            });
    AtomicReference<ExtractionReport> ended = new AtomicReference<>();
    Thread job = new Thread(() -> ended.set(run(model, NONE.parallelCalls(1))));
    job.start();
    reached.await();
    job.interrupt();
    job.join(30_000);
    assertThat(ended.get().stop()).isEqualTo(Stop.INTERRUPTED);
    assertThat(ended.get().covered()).isEqualTo(5);
    assertThat(run(Towns.extractor(), NONE).covered()).isEqualTo(10);
  }

  @Test
  void purgedFactsLeaveTheDisk() throws IOException {
    Towns.put(index, "a", "Mira Voss was born in Tarn.");
    Towns.put(index, "b", "Orla Venn was born in Quill.");
    run(Towns.extractor(), NONE);
    index.delete(List.of("a"));
    assertThat(knowledge.estimateFacts(NONE).covered()).isEqualTo(1);
    index.purge();
    assertThat(stored()).contains("Quill").doesNotContain("Tarn");
    assertThat(knowledge.estimateFacts(NONE).covered()).isEqualTo(1);
  }

  @Test
  void theUsageIsStored() {
    putTowns(3);
    ExtractionReport report = run(Towns.extractor(), NONE);
    Towns.put(index, "copy", "Person Num1 was born in Tarn.");
    assertThat(run(Towns.extractor(), NONE).reused()).isEqualTo(1);
    Usage usage = Knowledge.of(index, "m1").indexUsage("graded+hippo:k=3").get("extractor");
    assertThat(usage.modelCalls()).isEqualTo(3);
    assertThat(usage.inputTokens()).isEqualTo(report.inputTokens()).isPositive();
    assertThat(usage.outputTokens()).isEqualTo(report.outputTokens()).isPositive();
    assertThat(knowledge.indexUsage("arag")).isEmpty();
    assertThat(knowledge.indexUsage("graphrag:local")).containsOnlyKeys("extractor", "summarizer");
    index.delete(List.of("town0"));
    assertThat(knowledge.indexUsage("lightrag:mix").get("extractor").modelCalls()).isEqualTo(2);
  }

  /** The index contains nothing for a reader without principals. */
  @Test
  void anIndexWithRightsIsExtractedWhole() {
    try (Index rights =
        Index.builder(folder.resolve("rights.arag"))
            .embedder(new HashEmbedder(64))
            .rights()
            .openOrCreate()) {
      Document document =
          Document.builder("a", "Mira Voss was born in Tarn.").readableBy(List.of("mira")).build();
      rights.put("test", List.of(document));
      Knowledge all = Knowledge.of(rights, "m1");
      assertThat(all.extractFacts(Towns.extractor(), NONE, progress -> {}).done()).isEqualTo(1);
      assertThat(all.extractSummaries(Summaries.model(), NONE, progress -> {}).done()).isEqualTo(1);
    }
  }

  @Test
  void rejectsInvalidLimits() {
    assertThatThrownBy(() -> NONE.maxCalls(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> NONE.maxCost(-1, PRICES)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> NONE.parallelCalls(65)).isInstanceOf(IllegalArgumentException.class);
  }
}
