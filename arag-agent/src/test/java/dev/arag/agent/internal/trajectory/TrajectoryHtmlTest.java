package dev.arag.agent.internal.trajectory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.model.ScriptedChatModel;
import dev.arag.agent.trajectory.SampleRun;
import dev.arag.agent.trajectory.Step;
import dev.arag.agent.trajectory.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.InMemoryCorpus;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import java.io.IOException;
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
  @TempDir Path folder;

  private org.jsoup.nodes.Document page(Trajectory run) {
    try {
      Path file = folder.resolve("run.html");
      run.writeHtml(file);
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
    assertThat(page.select(".answer").text()).startsWith("In **Tarn** [m3xtc#0]");
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
    assertThat(page.select(".answer a").eachText()).contains("m3xtc#0", "k7wq2#0", "k7wq2#0");
    assertThat(page.select(".unseen").eachText()).contains("Ada Brannock", "900");
    assertThat(page.select("details[open] mark")).hasSameSizeAs(page.select("mark"));
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
        .withAnswer(new ParsedAnswer(run.answer().orElseThrow(), text, run.citations()));
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
