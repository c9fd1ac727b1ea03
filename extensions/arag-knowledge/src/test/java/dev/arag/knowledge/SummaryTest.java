package dev.arag.knowledge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.agent.Agent;
import dev.arag.agent.Strategies;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.spi.Strategy;
import dev.arag.core.corpus.Scope;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.NotIndexedException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.knowledge.job.ExtractionEstimate;
import dev.arag.knowledge.job.ExtractionLimits;
import dev.arag.knowledge.job.ExtractionReport;
import dev.arag.knowledge.job.ExtractionReport.Stop;
import dev.arag.strategies.PromptModel;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.model.chat.ChatModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SummaryTest {
  private static final ExtractionLimits NONE = ExtractionLimits.none();
  private static final String QUESTION = "What is known about the bridges?";
  private static final String VOSS = "The bridge of Tarn was designed by Mira Voss.";
  private static final String HOLM = "The bridge of Quill was built by Anders Holm.";

  @TempDir Path folder;
  private Index index;
  private Knowledge knowledge;

  @BeforeEach
  void open() {
    index =
        Index.builder(folder.resolve("i.arag"))
            .embedder(new HashEmbedder(256))
            .chunkTokens(100)
            .openOrCreate();
    knowledge = Knowledge.of(index, "m1");
  }

  @AfterEach
  void close() {
    index.close();
  }

  private ExtractionReport extract(ChatModel model, ExtractionLimits limits) {
    return knowledge.extractSummaries(model, limits, progress -> {});
  }

  private void putBridges() {
    Towns.put(index, "tarn", VOSS + " It has nine arches.");
    Towns.put(index, "quill", HOLM + " It fell down in the storm.");
  }

  private void putBook(String text) throws IOException {
    Path books = Files.createDirectories(folder.resolve("books"));
    Files.writeString(books.resolve("book.md"), text);
    index.sync(books);
  }

  private Agent.Builder agent(Strategy strategy, ChatModel main) {
    return Agent.builder(index, main).strategy(strategy).modelRetries(0);
  }

  private static String points(String... textScoreQuote) {
    return IntStream.range(0, textScoreQuote.length / 3)
        .mapToObj(
            i ->
                "{\"text\":\"%s\",\"score\":%s,\"quotes\":[\"%s\"]}"
                    .formatted(
                        textScoreQuote[3 * i],
                        textScoreQuote[3 * i + 1],
                        textScoreQuote[3 * i + 2]))
        .collect(Collectors.joining(",", "{\"points\":[", "]}"));
  }

  private String id(String document) {
    return index.chunksOf(document).get(0).id().value();
  }

  private String citing(String document, String quote) {
    return "Mira Voss [%s]\n\nEvidence:\n[%s] \"%s\"".formatted(id(document), id(document), quote);
  }

  /** A text of chunks that each have several sentences. */
  private static String town(String changed, int... numbers) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 120; i++) {
      boolean isChanged = false;
      for (int number : numbers) {
        isChanged |= number == i;
      }
      text.append(
          "The house number %03d of Tarn has a %s door. "
              .formatted(i, isChanged ? changed : "green"));
    }
    return text.toString();
  }

  private String stored() throws IOException {
    return Files.readString(folder.resolve("i.arag/derived/records.txt"), StandardCharsets.UTF_8);
  }

  @Test
  void summarizesEachTextOnce() {
    putBridges();
    PromptModel model = Summaries.model();
    ExtractionEstimate before = knowledge.estimateSummaries(NONE);
    assertThat(before.calls()).isEqualTo(2);
    ExtractionReport report = extract(model, NONE);
    assertThat(report.done()).as(report.toString()).isEqualTo(2);
    assertThat(report.covered()).isEqualTo(report.chunks()).isEqualTo(2);
    assertThat(report.left()).isZero();
    assertThat(report.stop()).isEqualTo(Stop.FINISHED);
    assertThat(report.inputTokens()).isBetween(before.inputTokens() / 3, before.inputTokens());
    assertThat(extract(model, NONE).calls()).isZero();
    index.delete(List.of("tarn"));
    putBridges();
    assertThat(extract(model, NONE).calls()).as("of a text that was deleted").isEqualTo(1);
    assertThat(knowledge.estimateSummaries(NONE).covered()).isEqualTo(2);
    // The model reads the title of the document, too.
    Towns.put(index, "copy", VOSS + " It has nine arches.");
    assertThat(extract(model, NONE).calls()).isEqualTo(1);
    index.delete(List.of("copy"));
    knowledge = Knowledge.of(index, "m2");
    assertThat(extract(model, NONE).calls()).isEqualTo(2);
  }

  private static String chapter(String name, String gate) {
    return IntStream.range(0, 350)
        .mapToObj(i -> name + " number " + i + " has a gate of " + gate + ".")
        .collect(Collectors.joining(" ", "## " + name + "\n\n", "\n\n"));
  }

  @Test
  void aDocumentIsSummarizedFromItsSections() throws IOException {
    String chapters = chapter("Tower", "iron") + chapter("Castle", "iron");
    putBook("# Book\n\n" + chapters);
    PromptModel model = Summaries.model();
    ExtractionReport report = extract(model, NONE.parallelCalls(1));
    assertThat(report.done()).as(report.toString()).isEqualTo(report.chunks()).isEqualTo(3);
    assertThat(model.prompts().get(2))
        .contains("- Tower: About number", "- Castle: About number")
        .contains("Tower number 0 has a gate of iron.")
        .doesNotContain("Tower number 9 ");
    putBook("# Book\n\n" + chapters.replace("Castle number 70 ", "Castle number 7 "));
    assertThat(extract(model, NONE).calls()).isEqualTo(2);
  }

  @Test
  void stopsAtItsLimitsAndGoesOn() {
    for (int i = 0; i < 6; i++) {
      Towns.put(index, "town" + i, "The town number " + i + " lies in Tarn.");
    }
    assertThat(extract(Summaries.model(), NONE.maxCalls(2)).stop()).isEqualTo(Stop.CALL_LIMIT);
    assertThat(extract(Summaries.model(), NONE.maxTokens(10)).stop()).isEqualTo(Stop.TOKEN_LIMIT);
    ExtractionReport rest = extract(Summaries.model(), NONE);
    assertThat(rest.calls()).isEqualTo(4);
    assertThat(rest.covered()).isEqualTo(6);
  }

  @Test
  void aSummaryWithoutAQuoteOfItsTextIsNotUsed() {
    putBridges();
    PromptModel model =
        PromptModel.script(
            "{\"summary\":\"About a bridge.\",\"quotes\":[\"designed by Gustave Eiffel\"]}");
    for (int i = 1; i <= 3; i++) {
      ExtractionReport report = extract(model, NONE);
      assertThat(report.failures()).isEqualTo(Map.of("unreadable", 2));
      assertThat(report.left()).isEqualTo(i < 3 ? 2 : 0);
      assertThat(report.covered()).isZero();
    }
    assertThat(extract(model, NONE).calls()).isZero();
    assertThatThrownBy(
            () -> agent(knowledge.raptor(), PromptModel.script("x")).build().ask(QUESTION))
        .isInstanceOf(NotIndexedException.class);
  }

  @Test
  void aRefusalIsNotTriedAgain() {
    Towns.put(index, "tarn", VOSS);
    PromptModel model =
        PromptModel.of(
            prompt -> {
              throw new ContentFilteredException("no");
            });
    ExtractionReport report = extract(model, NONE);
    assertThat(report.refused()).as(report.toString()).isEqualTo(1);
    assertThat(extract(model, NONE).calls()).isZero();
  }

  /** Round by round: the job, the ranking, the final request and its answer. */
  @Test
  void raptorShowsSummariesAndTheirBestChunks() {
    putBridges();
    Towns.put(index, "inn", "Nobody left the inn for days. The snow was deep.");
    extract(Summaries.model(), NONE);
    PromptModel main = PromptModel.script(citing("tarn", VOSS));
    Answer answer =
        agent(knowledge.raptor(2, 0), main).build().ask("Who designed the bridge of Tarn?");
    assertThat(main.prompts()).hasSize(1);
    String request = main.prompts().get(0);
    assertThat(request)
        .contains("- tarn: About bridge has")
        .contains("[" + id("tarn") + "]", VOSS, "Question: Who designed the bridge of Tarn?")
        .doesNotContain("Nobody left the inn");
    assertThat(answer.warnings()).isEmpty();
    assertThat(answer.citations())
        .extracting(each -> each.verdict())
        .containsOnly(Verdict.SUPPORTED);
  }

  /** A statement that only a summary contains is not supported. */
  @Test
  void aSummaryCannotBeQuoted() {
    putBridges();
    extract(Summaries.model(), NONE);
    PromptModel main = PromptModel.script(citing("tarn", "About bridge has"));
    Answer answer =
        agent(knowledge.raptor(2, 0), main).build().ask("Who designed the bridge of Tarn?");
    assertThat(answer.citations())
        .isNotEmpty()
        .noneMatch(each -> each.verdict() == Verdict.SUPPORTED);
  }

  /** Round by round: map over the summaries, checked points, and the final request. */
  @Test
  void overviewCollectsPointsWithQuotes() {
    putBridges();
    extract(Summaries.model(), NONE);
    PromptModel mapper =
        PromptModel.script(
            points(
                "Holm built a bridge",
                "40",
                HOLM,
                "Voss designed a bridge",
                "90",
                VOSS,
                "Eiffel built a tower",
                "99",
                "built by Gustave Eiffel",
                "It has arches",
                "0",
                "It has nine arches."));
    PromptModel main = PromptModel.script(citing("tarn", VOSS));
    Answer answer = agent(knowledge.overview(), main).model("mapper", mapper).build().ask(QUESTION);
    assertThat(mapper.prompts()).hasSize(1);
    assertThat(mapper.prompts().get(0))
        .contains(
            "Question: " + QUESTION, "- tarn: About bridge has", "- quill: About", VOSS, HOLM);
    String request = main.prompts().get(0);
    assertThat(request.indexOf("- Voss designed a bridge"))
        .isPositive()
        .isLessThan(request.indexOf("- Holm built a bridge"));
    assertThat(request)
        .contains("[" + id("tarn") + "]", VOSS, HOLM)
        .doesNotContain("Eiffel", "- It has arches", "About bridge");
    assertThat(answer.warnings()).isEmpty();
    assertThat(answer.citations())
        .extracting(each -> each.verdict())
        .containsOnly(Verdict.SUPPORTED);
  }

  @Test
  void overviewFindsNothingWithoutPoints() {
    putBridges();
    extract(Summaries.model(), NONE);
    PromptModel main = PromptModel.failing();
    Answer answer =
        agent(knowledge.overview(), main)
            .model("mapper", PromptModel.script("{\"points\":[]}"))
            .build()
            .ask(QUESTION);
    assertThat(answer.text()).startsWith("NOT FOUND");
    assertThat(main.prompts()).isEmpty();
  }

  private void putManyTowns() {
    String words = "with a wall of stone and a gate of iron and a bell of bronze ".repeat(12);
    index.put(
        "test",
        IntStream.range(0, 58)
            .mapToObj(
                i ->
                    Document.of(
                        "town%02d".formatted(i),
                        "The town number " + i + " was built " + words + "."))
            .toList());
    extract(Summaries.model(), NONE.parallelCalls(8));
  }

  @Test
  void overviewCountsFailedBatchesAndSummariesThatWereLeftOut() {
    putManyTowns();
    PromptModel main = PromptModel.script("The towns have walls.");
    PromptModel all =
        PromptModel.of(
            prompt -> points("They have walls", "50", "with a wall of stone and a gate of iron"));
    Answer whole = agent(knowledge.overview(), main).model("mapper", all).build().ask(QUESTION);
    assertThat(whole.warnings()).noneMatch(each -> each.contains("left out"));
    int batches = all.prompts().size();
    assertThat(batches).isBetween(2, 12);
    PromptModel failing =
        PromptModel.of(
            prompt -> {
              if (prompt.contains("number 7 ")) {
                throw new IllegalStateException("The model is broken.");
              }
              return points("They have walls", "50", "with a wall of stone and a gate of iron");
            });
    Answer answer =
        agent(knowledge.overview(), main).model("mapper", failing).build().ask(QUESTION);
    assertThat(answer.warnings())
        .anyMatch(each -> each.startsWith("1 of " + batches + " batches of summaries failed"));
    Answer one = agent(knowledge.overview(1, 0), main).model("mapper", all).build().ask(QUESTION);
    assertThat(one.warnings()).anyMatch(each -> each.matches("\\d+ of 58 summaries .*left out.*"));
    Answer broken =
        agent(knowledge.overview(), main)
            .model("mapper", PromptModel.failing())
            .build()
            .ask(QUESTION);
    assertThat(broken.warnings())
        .anyMatch(each -> each.startsWith(batches + " of " + batches + " batches"));
    assertThat(broken.text()).isEqualTo("The towns have walls.");
  }

  @Test
  void overviewSelectsTitles() {
    putManyTowns();
    putBridges();
    Towns.put(index, "inn", "Nobody left the inn for days.");
    extract(Summaries.model(), NONE);
    PromptModel selector =
        PromptModel.of(
            prompt -> prompt.contains(". tarn") ? "{\"numbers\":[1,2]}" : "I cannot choose.");
    PromptModel mapper = PromptModel.script(points("Voss designed a bridge", "90", VOSS));
    Answer answer =
        agent(knowledge.overview(), PromptModel.script(citing("tarn", VOSS)))
            .model("selector", selector)
            .model("mapper", mapper)
            .build()
            .ask("Who designed the bridge of Tarn?");
    assertThat(selector.prompts()).hasSizeBetween(3, 6);
    assertThat(answer.warnings())
        .anyMatch(each -> each.matches("2 of 3 selections of titles failed.*"));
    assertThat(mapper.prompts().get(0)).contains("- tarn: About");
  }

  @Test
  void aRunMakesMissingSummariesWithinItsBudget() {
    putBridges();
    PromptModel model = Summaries.model();
    PromptModel main = PromptModel.script(citing("tarn", VOSS));
    Answer first =
        agent(knowledge.raptor(10, 1), main).model("summarizer", model).build().ask(QUESTION);
    assertThat(model.prompts()).hasSize(1);
    assertThat(first.warnings()).anyMatch(each -> each.startsWith("Only 1 of the 2 summaries"));
    Agent agent = agent(knowledge.raptor(10, 5), main).model("summarizer", model).build();
    assertThat(agent.ask(QUESTION).warnings()).isEmpty();
    assertThat(agent.ask(QUESTION).warnings()).isEmpty();
    assertThat(model.prompts()).hasSize(2);
    Towns.put(index, "inn", "Nobody left the inn for days.");
    Answer poor =
        agent(knowledge.raptor(10, 5), main)
            .model("summarizer", model)
            .budget(Budget.builder().maxModelCalls(1).maxTurns(1).build())
            .build()
            .ask(QUESTION);
    assertThat(model.prompts()).hasSize(2);
    assertThat(poor.warnings()).anyMatch(each -> each.startsWith("Only 2 of the 3 summaries"));
  }

  @Test
  void everyBudgetLeadsToAnAnswer() {
    putBridges();
    PromptModel mapper = PromptModel.script(points("Voss designed a bridge", "90", VOSS));
    for (int calls = 1; calls <= 6; calls++) {
      for (String name : List.of("raptor:lazy=3", "overview:lazy=3")) {
        PromptModel main = PromptModel.script(citing("tarn", VOSS));
        Answer answer =
            agent(knowledge.addTo(Strategies.builtIn()).named(name), main)
                .model("summarizer", Summaries.model())
                .model("mapper", mapper)
                .budget(Budget.builder().maxModelCalls(calls).build())
                .build()
                .ask(QUESTION);
        assertThat(answer.text()).as(name + " " + calls).isNotBlank();
        assertThat(answer.usage().modelCalls()).isLessThanOrEqualTo(calls + 1);
      }
    }
  }

  private List<ChunkId> chunksOf(String document) {
    return index.chunksOf(document).stream().map(Chunk::id).toList();
  }

  /** The summary of a document is not used by a user who may read only a part of it. */
  @Test
  void aSummaryIsOnlyUsedIfAllItsTextsAreInScope() {
    Towns.put(index, "tarn", town("red", 0, 60));
    PromptModel job =
        PromptModel.script(
            "{\"summary\":\"Secret of the last house.\",\"quotes\":[\"The house number 001 of Tarn"
                + " has a green door.\"]}");
    extract(job, NONE);
    String question = "Has the house number 001 of Tarn a green door?";
    List<ChunkId> all = chunksOf("tarn");
    assertThat(all).hasSizeGreaterThan(12);
    List<ChunkId> most = all.subList(0, all.size() - 1);
    PromptModel main = PromptModel.script("x");
    agent(knowledge.raptor(), main).build().ask(question);
    assertThat(main.prompts().get(0)).contains("Secret");
    for (Strategy strategy : List.of(knowledge.raptor(), knowledge.overview())) {
      PromptModel inScope = PromptModel.script("{\"points\":[]}");
      agent(strategy, inScope).build().within(Scope.chunks(most)).ask(question);
      assertThat(String.join("", inScope.prompts())).doesNotContain("Secret");
    }
    PromptModel model = Summaries.model();
    PromptModel lazy = PromptModel.script("x");
    Agent agent = agent(knowledge.raptor(10, 3), lazy).model("summarizer", model).build();
    assertThat(agent.within(Scope.chunks(most)).ask(question).warnings())
        .noneMatch(each -> each.contains("summaries"));
    assertThat(model.prompts()).hasSize(1);
    assertThat(model.prompts().get(0)).doesNotContain("number 119");
    assertThat(lazy.prompts().get(0)).contains("About house").doesNotContain("Secret");
    agent.within(Scope.chunks(most)).ask(question);
    agent.ask(question);
    assertThat(model.prompts()).hasSize(1);
    assertThat(lazy.prompts().get(2)).contains("Secret");
  }

  @Test
  void aSummaryOfAnEarlierVersionIsUsedIfLittleChanged() {
    Towns.put(index, "tarn", town("red", 110));
    extract(Summaries.model(), NONE);
    Towns.put(index, "tarn", town("tan", 110));
    PromptModel main = PromptModel.script("x");
    Agent agent = agent(knowledge.raptor(), main).build();
    assertThat(agent.ask(QUESTION).warnings())
        .anyMatch(each -> each.startsWith("1 of 1 summaries are of earlier versions"));
    assertThat(main.prompts().get(0)).contains("About house");
    List<ChunkId> all = chunksOf("tarn");
    PromptModel inScope = PromptModel.script("x");
    agent(knowledge.raptor(), inScope)
        .build()
        .within(Scope.chunks(all.subList(0, all.size() - 1)))
        .ask(QUESTION);
    assertThat(inScope.prompts().get(0)).doesNotContain("About house");
    Towns.put(index, "tarn", town("tan", 20, 50, 80, 110));
    assertThat(agent.ask(QUESTION).warnings())
        .anyMatch(each -> each.startsWith("Only 0 of the 1 summaries"));
    assertThat(main.prompts().get(1)).doesNotContain("About house");
    PromptModel model = Summaries.model();
    assertThat(extract(model, NONE).calls()).isEqualTo(1);
    assertThat(agent.ask(QUESTION).warnings()).noneMatch(each -> each.contains("summaries"));
  }

  /** Otherwise, the text of the earlier version would stay in summaries of other texts. */
  @Test
  void noSummaryIsMadeFromThatOfAnEarlierVersion() throws IOException {
    String tower = chapter("Tower", "iron");
    putBook("# Book\n\n" + tower + chapter("Castle", "iron"));
    extract(
        PromptModel.of(
            prompt -> {
              String reply = Summaries.reply(prompt);
              return prompt.contains("Tower number 70 ") ? reply.replace("About", "Old") : reply;
            }),
        NONE);
    assertThat(stored()).contains("Old number");
    putBook("# Book\n\n" + tower.replace("number 70 ", "number 7 ") + chapter("Castle", "gold"));
    PromptModel model = Summaries.model();
    PromptModel main = PromptModel.script("x");
    Agent agent = agent(knowledge.raptor(10, 5), main).model("summarizer", model).build();
    agent.ask("Which tower has a gate of iron?");
    assertThat(String.join("", model.prompts()))
        .contains("- Tower: About number", "- Castle: About number")
        .doesNotContain("Old number");
  }

  @Test
  void theSummaryOfADeletedDocumentIsNotUsed() {
    putBridges();
    extract(Summaries.model(), NONE);
    index.delete(List.of("quill"));
    PromptModel mapper = PromptModel.script("{\"points\":[]}");
    agent(knowledge.overview(), PromptModel.script("x"))
        .model("mapper", mapper)
        .build()
        .ask(QUESTION);
    assertThat(mapper.prompts().get(0)).contains("- tarn").doesNotContain("- quill", "Holm");
  }

  @Test
  void purgedTextLivesOnInNothing() throws IOException {
    putBridges();
    extract(Summaries.model(), NONE);
    assertThat(stored()).contains("Holm", "Voss");
    index.delete(List.of("quill"));
    index.purge();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String bytes = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        assertThat(bytes).as(file.toString()).doesNotContain("Holm");
      }
    }
    assertThat(stored()).contains("Voss");
    assertThat(knowledge.estimateSummaries(NONE).calls()).isZero();
  }

  @Test
  void aNameWithAnUnknownOptionIsRejected() {
    assertThatThrownBy(() -> knowledge.raptor(0, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> knowledge.overview(13, 0)).hasMessageContaining("1 to 12");
    assertThatThrownBy(() -> knowledge.addTo(Strategies.builtIn()).named("overview:k=3"))
        .hasMessageContaining("unknown option: k=3");
  }
}
