package dev.arag.web.internal.trajectory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Agent;
import dev.arag.agent.Conversation;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.Reply;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.SampleRun;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.RetrievalTool;
import dev.arag.tools.call.ToolArguments;
import dev.arag.web.TrajectoryPage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrajectoryHtmlTest {
  private static final Corpus ISLANDS =
      InMemoryCorpus.of(
          Document.of("k1", "The Old Bridge was designed by Mira Voss."),
          Document.of("k2", "Mira Voss was born in Tarn in 1881. Tarn lies in the north."));

  @TempDir Path folder;

  private org.jsoup.nodes.Document page(Trajectory run) {
    try {
      Path file = folder.resolve("run.html");
      TrajectoryPage.write(run, file);
      return Jsoup.parse(Files.readString(file));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void showsTheWholeRun() {
    Trajectory run = SampleRun.answered();
    org.jsoup.nodes.Document page = page(run);
    assertThat(page.title()).isEqualTo(run.question());
    assertThat(page.select("h1").text()).isEqualTo(run.question());
    assertThat(page.select("header .badge").text()).isEqualTo("answered");
    assertThat(page.select(".answer").text()).startsWith("In **Tarn** [1]");
    assertThat(page.select(".sources > li")).hasSameSizeAs(run.citations());
    assertThat(page.select("h3").eachText())
        .containsExactly("Turn 1", "Turn 2", "Turn 3", "Turn 4");
    assertThat(page.select(".call code").eachText())
        .contains("{\"query\":\"birthplace of Mira Voss\"}", "{\"chunk_ids\": k2");
    assertThat(page.text())
        .contains(
            "The question has two hops", "1,420 input tokens (1,152 cached)", "example-model-1")
        .contains("Bridges of the Vellen Isles › The Old Bridge, page 12");
  }

  @Test
  void namesTheOutcomeOfAnAnswerInPart() {
    Trajectory run = SampleRun.answered();
    ParsedAnswer answer =
        new ParsedAnswer("In Tarn", "In Tarn", List.of(), Outcome.PARTIAL, "no year");
    assertThat(page(run.withAnswer(answer)).select("header .badge").eachText())
        .containsExactly("answered", "partial");
  }

  @Test
  void marksEachQuoteAndLinksItWithItsSource() {
    Trajectory run = SampleRun.answered();
    org.jsoup.nodes.Document page = page(run);
    assertThat(page.select("mark").eachText()).contains("Mira Voss was born in Tarn in 1881");
    for (int i = 0; i < run.citations().size(); i++) {
      Citation citation = run.citations().get(i);
      boolean isSomewhere =
          citation.verdict() != Verdict.NOT_SHOWN && citation.verdict() != Verdict.FABRICATED;
      assertThat(page.select("#shown-" + (i + 1)).isEmpty())
          .as(citation.toString())
          .isEqualTo(!isSomewhere);
    }
    for (Element link : page.select("a")) {
      assertThat(link.attr("href")).startsWith("#");
      assertThat(page.getElementById(link.attr("href").substring(1)))
          .as(link.toString())
          .isNotNull();
    }
    assertThat(page.select(".answer a").eachAttr("title")).contains("m3xtc#0", "k7wq2#0");
    List<String> numbers =
        run.citations().stream().map(citation -> citation.number() + ".").toList();
    assertThat(page.select(".sources > li > p > b").eachText()).isEqualTo(numbers);
    assertThat(page.select(".unseen").eachText()).contains("Ada Brannock", "900");
    assertThat(page.select("details[open] mark")).hasSameSizeAs(page.select("mark"));
  }

  @Test
  void showsWhetherTheQuotesProveTheSentences() {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("chunk_read", Map.of("chunk_ids", List.of("k2")))
            .answer("In <i>Tarn</i> [k2: \"born in Tarn\"].")
            .answer("1 CONTRADICTED <script>alert(1)</script>");
    org.jsoup.nodes.Document page =
        page(Agent.builder(ISLANDS, model).checkClaims().build().ask("Where?").trajectory());
    Element claims = page.getElementById("claims").parent();
    assertThat(claims.select("li .badge").text()).isEqualTo("contradicted");
    assertThat(claims.select("li bdi").text()).isEqualTo("In <i>Tarn</i>.");
    assertThat(claims.text()).contains("<script>alert(1)</script>");
    assertThat(page.select("script")).isEmpty();
    assertThat(page.getElementById(claims.select("a").attr("href").substring(1))).isNotNull();
  }

  @Test
  void theLabelsOfVerdictsAreThoseOfTheSearchPage() throws IOException {
    String file = "/dev/arag/web/internal/page/verdicts.js";
    try (InputStream script = TrajectoryHtml.class.getResourceAsStream(file)) {
      String text = new String(script.readAllBytes(), StandardCharsets.UTF_8);
      for (Verdict verdict : Verdict.values()) {
        assertThat(text)
            .containsPattern(
                verdict + ": \\[\\s*\"\\w+\",\\s*\"" + HtmlLabels.verdict(verdict) + "\"");
      }
    }
    assertThat(page(SampleRun.answered()).select(".sources .badge").eachText())
        .contains("Verbatim", "Never shown");
  }

  @Test
  void loadsNoResourcesAndRunsNoScripts() {
    org.jsoup.nodes.Document page = page(SampleRun.answered());
    assertThat(page.select("script, link, img, iframe, object, embed, form, base, svg, video"))
        .isEmpty();
    assertThat(page.select("[src], [srcset], [action], [data], [background]")).isEmpty();
    assertThat(page.select("style").html()).doesNotContain("url(", "@import", "http");
    assertThat(page.select("meta[http-equiv=Content-Security-Policy]").attr("content"))
        .startsWith("default-src 'none'");
    assertThat(page.select("*").stream().flatMap(each -> each.attributes().asList().stream()))
        .noneMatch(attribute -> attribute.getKey().startsWith("on"));
  }

  @Test
  void showsThatARunHasNoAnswer() {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("keyword_search", Map.of("keywords", List.of("x")))
            .fail(new IllegalStateException("no <b>such</b> model"));
    org.jsoup.nodes.Document page = page(SampleRun.run(InMemoryCorpus.of(), model));
    assertThat(page.select("header .badge.bad").text()).isEqualTo("model failed");
    assertThat(page.select(".none").text()).isEqualTo("There is no answer.");
    assertThat(page.text()).contains("no <b>such</b> model");
  }

  @Test
  void showsTheEarlierQuestionsOfAConversation() {
    ScriptedChatModel model = ScriptedChatModel.script().answer("Mira Voss.").answer("In Tarn.");
    Strategy complete = (question, run) -> run.complete(question);
    Conversation conversation =
        Agent.builder(ISLANDS, model).strategy(complete).build().conversation();
    conversation.ask("Who designed <b>it</b>?");
    conversation.ask("Where was she born?");
    assertThat(page(conversation.trajectories().get(1)).text())
        .contains("Question 2 of a conversation", "Who designed <b>it</b>?");
  }

  @Test
  void linksTheIdsOfSections() {
    String text = "Ada\nAda was born in Tarn.\nBob\nBob built the mill of Quill.\n";
    Document people =
        Document.builder("93", text)
            .heading(0, List.of("Ada"))
            .heading(text.indexOf("Bob"), List.of("Bob"))
            .build();
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("chunk_read", Map.of("chunk_ids", List.of("c93")))
            .answer(
                "Bob built it [c93.1]. Ada was born there [c93.0].\n\nEvidence:\n"
                    + "[c93.1] \"the mill of Quill\"\n[c93.0] \"born in Tarn\"");
    org.jsoup.nodes.Document page = page(SampleRun.run(InMemoryCorpus.of(people), model));
    assertThat(page.select("a[href=#source-1]").eachAttr("title")).contains("c93.1");
    assertThat(page.select("a[href=#source-2]").eachAttr("title")).contains("c93.0");
    assertThat(page.select(".answer a").eachText()).contains("1").doesNotContain("c93.1");
    assertThat(page.select("code").eachText()).contains("c93.1", "c93.0");
  }

  @Test
  void showsTextThatTheStrategyShowed() {
    Strategy showing =
        (question, run) -> run.complete(run.show(List.of(ChunkId.of("k2"))).text() + question);
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .answer("In Tarn [k2].\n\nEvidence:\n[k2] \"was born in Tarn in 1881\"");
    Agent agent = Agent.builder(ISLANDS, model).strategy(showing).build();
    org.jsoup.nodes.Document page = page(agent.ask("Where was Mira Voss born?").trajectory());
    assertThat(page.select(".call b").eachText()).contains("show");
    assertThat(page.select("code").eachText()).contains("k2");
    assertThat(page.select("h3").eachText()).contains("Before the first turn");
    assertThat(page.select("mark")).isNotEmpty();
  }

  private record FailingTool() implements RetrievalTool {
    @Override
    public String name() {
      return "lookup";
    }

    @Override
    public String description() {
      return "Looks something up.";
    }

    @Override
    public String parameters() {
      return "{\"type\":\"object\",\"properties\":{}}";
    }

    @Override
    public Observation call(ToolArguments arguments, ContextTracker context) {
      throw new IllegalStateException("no <b>bank</b>");
    }
  }

  @Test
  void showsTheExceptionOfATool() {
    ScriptedChatModel model = ScriptedChatModel.script().call("lookup", Map.of()).answer("No.");
    Agent agent =
        Agent.builder(ISLANDS, model)
            .tools(corpus -> Toolbox.of(corpus).with(new FailingTool()))
            .build();
    assertThat(page(agent.ask("Where?").trajectory()).text())
        .contains("Exception of the tool", "java.lang.IllegalStateException: no <b>bank</b>");
  }

  @Test
  void showsHowRequestsWereAdaptedToTheServer() {
    List<Step> steps =
        List.of(
            call(
                false,
                Reply.Finish.STOP,
                new Reply.Form(null, List.of("parallel_tool_calls"), null)),
            call(
                true,
                Reply.Finish.LENGTH,
                new Reply.Form("model_length", List.of(), "CALLS_DISCOURAGED")));
    String text = page(Trajectory.of("?", steps, StopReason.ANSWERED, Duration.ZERO)).text();
    assertThat(text)
        .contains("does not support them: parallel_tool_calls", "closing call: calls discouraged")
        .contains("Finish reason: length (\"model_length\")");
  }

  private static Step call(boolean isClosing, Reply.Finish finish, Reply.Form form) {
    Reply reply = new Reply(Message.Assistant.of("In Tarn."), finish, null, "tiny-1", form);
    return new Step.ModelCall(
        1,
        new Step.ModelRequest("agent", List.of(new Message.User("?")), List.of(), isClosing, 9),
        null,
        reply,
        Duration.ZERO);
  }

  @Test
  void showsRetriesAndCorrections() {
    List<Step> steps =
        List.of(
            new Step.Retry(
                1, "agent", "busy <b>", "rate_limit", Duration.ofMillis(1_500), Duration.ZERO),
            new Step.Correction(
                1, Step.CorrectionKind.NO_SEARCH, "You have <i>not</i> searched.", Duration.ZERO));
    String text = page(Trajectory.of("?", steps, StopReason.CANCELLED, Duration.ZERO)).text();
    assertThat(text)
        .contains("was retried after 1.5 s", "busy <b>", "You have <i>not</i> searched.");
  }

  @Test
  void writesAPageForARunWithoutSteps() {
    Trajectory run = Trajectory.of("?", List.of(), StopReason.CANCELLED, Duration.ZERO);
    assertThat(page(run).select(".turns > li").text()).isEqualTo("The run has no steps.");
  }

  private static final List<String> HOSTILE =
      List.of(
          "<script>document.title='x'</script>",
          "</style><img src=x onerror=alert(1)>",
          "</title></head><body onload=alert(1)>",
          "\" onmouseover=\"alert(1)",
          "' style='position:fixed",
          "javascript:alert(1)",
          "<!--",
          "-->",
          "]]>",
          "<![CDATA[",
          "</details></li></ol></div></main>",
          "<a href=#source-1 id=source-1>",
          "&lt;script&gt;",
          "&#60;script&#62;",
          "&",
          "<",
          "\u0000",
          "\u001B[2J",
          "\u202E",
          "\uD800",
          "\uFFFE",
          "\r",
          "<svg/onload=alert(1)>",
          "<base href=//evil.example>",
          "<meta http-equiv=refresh content=0;url=//evil.example>",
          "\u2028",
          "`",
          "<textarea>",
          "<plaintext>");

  /**
   * A page must contain the same elements for hostile text as for harmless text, wherever the text
   * occurs.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void escapesHostileTextEverywhere(long seed) {
    Random random = new Random(seed);
    String harmless = skeleton(page(hostileRun("a harmless z")));
    for (int i = 0; i < 20; i++) {
      String hostile =
          random
              .ints(1 + random.nextInt(4), 0, HOSTILE.size())
              .mapToObj(HOSTILE::get)
              .collect(Collectors.joining(random.nextBoolean() ? "" : "a"));
      org.jsoup.nodes.Document page = page(hostileRun("a" + hostile + "z"));
      assertThat(skeleton(page)).as(hostile).isEqualTo(harmless);
      assertThat(page.select("h1").text()).startsWith("a").endsWith("z");
    }
  }

  private static Trajectory hostileRun(String text) {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("chunk_read", "{\"chunk_ids\":[\"k1\"]}")
            .call(text, text)
            .answer(text + " word [k1]\nEvidence:\n[k1] \"the word\"");
    Document document =
        Document.builder("doc" + text, "Here is the word. " + text)
            .title(text)
            .heading(0, List.of(text))
            .oneChunk(ChunkId.of("k1"))
            .build();
    Trajectory run = SampleRun.run(InMemoryCorpus.of(document), model);
    return Trajectory.of(text, run.steps(), run.stopReason(), run.usage().elapsed())
        .withAnswer(
            new ParsedAnswer(
                run.answer().orElseThrow(), text, run.citations(), Outcome.ANSWERED, null));
  }

  /**
   * Returns the elements and attributes of a page. Texts and the elements that mark unseen terms
   * are omitted because they depend on the words of the answer.
   */
  private static String skeleton(Node node) {
    StringBuilder out = new StringBuilder();
    node.traverse(
        (each, depth) -> {
          if (each instanceof Element element && !element.hasClass("unseen")) {
            out.append(depth).append(element.tagName());
            out.append(
                element.attributes().asList().stream()
                    .map(attribute -> attribute.getKey())
                    .toList());
          }
        });
    return out.toString();
  }
}
