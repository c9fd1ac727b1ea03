package dev.arag.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.find.FindQuery;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.call.ToolCall;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@link Toolbox#find}. */
class FindToolTest {
  private static Document document(String id, int year, String text) {
    return Document.builder(id, text).title("On " + id).metadata("year", year).build();
  }

  private static final Document BRIDGE =
      document(
          "bridge", 1901, "The old bridge of Tarn is of stone. Mira Voss built it. It is old.");
  private static final Document FERRY =
      document("ferry", 1902, "The ferry of Tarn is old. Its code is AB-12.");
  private static final Document MILL =
      Document.of("mill", "The mill has no year. It stands near Tarn, and it is old.");
  private static final InMemoryCorpus CORPUS =
      InMemoryCorpus.ofSources(
          new HashEmbedder(), Map.of("wiki", List.of(BRIDGE, MILL), "mail", List.of(FERRY)));

  private final Toolbox tools = Toolbox.of(CORPUS).with(Toolbox.find(CORPUS));
  private final ContextTracker context = Toolbox.newContext();

  private Observation call(String arguments) {
    return tools.call(ToolCall.of("1", "find", arguments), context);
  }

  @Test
  void showsTheTotalsAndTheSentences() {
    Observation found = call("{\"words\":[\"OLD\",\"Tarn\"],\"top_k\":2}");
    assertThat(found.text())
        .contains("[tool#1] 3 sentences in 3 documents match.\n[bridge] On bridge")
        .contains("The old bridge of Tarn is of stone.")
        .contains("The ferry of Tarn is old.")
        .doesNotContain("It stands near Tarn")
        .endsWith("Sentences 1 to 2; more: offset 2.");
    assertThat(call("{\"words\":[\"OLD\",\"Tarn\"],\"top_k\":2,\"offset\":2}").text())
        .contains("It stands near Tarn, and it is old.")
        .endsWith("Sentences 3 to 3.");
    assertThat(found.shown())
        .extracting(snippet -> snippet.chunkId().value())
        .containsExactly("tool#1", "bridge", "ferry");
  }

  @Test
  void countsAreASourceWithAnIdOfItsOwn() {
    Observation found = call("{\"words\":\"old\",\"count_by\":\"year\",\"top_k\":1}");
    Snippet counts = found.shown().get(0);
    assertThat(counts.chunkId().value()).isEqualTo("tool#1");
    assertThat(counts.text())
        .isEqualTo(
            "4 sentences in 3 documents match.\nyear | sentences\n1901 | 2\n1902 | 1\n(no year) | 1");
    assertThat(found.text()).contains("[tool#1] " + counts.text());
  }

  @Test
  void saysHowMuchWasSearchedBeforeTheTimeRanOut() {
    InMemoryCorpus many =
        InMemoryCorpus.of(
            IntStream.range(0, 10)
                .mapToObj(i -> Document.of("d" + i, "Tarn " + i + "."))
                .toArray(Document[]::new));
    AtomicInteger seconds = new AtomicInteger();
    InstantSource clock = () -> Instant.EPOCH.plusSeconds(seconds.getAndIncrement());
    Catalogue slow =
        (Catalogue)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Catalogue.class},
                (proxy, method, arguments) ->
                    method.getName().equals("find")
                        ? many.find(
                            ((FindQuery) arguments[0]).timeLimit(Duration.ofSeconds(4), clock),
                            (int) arguments[1],
                            (int) arguments[2])
                        : proxy);
    Observation found =
        Toolbox.empty()
            .with(Toolbox.find(slow))
            .call(ToolCall.of("1", "find", "{\"words\":\"Tarn\"}"), context);
    assertThat(found.text())
        .containsPattern(
            "At least [1-9] sentences? in [1-9] documents? match: searched [1-9]0 % of the text before"
                + " the time ran out, so the totals are lower bounds\\.");
  }

  @Test
  void countsOfManyValuesAreSummedUp() {
    InMemoryCorpus many =
        InMemoryCorpus.of(
            IntStream.range(0, 40)
                .mapToObj(i -> Document.of("d%02d".formatted(i), "Tarn " + i + "."))
                .toArray(Document[]::new));
    Observation found =
        Toolbox.empty()
            .with(Toolbox.find(many))
            .call(
                ToolCall.of("1", "find", "{\"words\":[\"tarn\"],\"count_by\":\"document\"}"),
                context);
    assertThat(found.shown().get(0).text())
        .startsWith("40 sentences in 40 documents match.\ndocument | sentences\nd00 | 1\n")
        .endsWith("d29 | 1\n10 other values | 10");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{\"near\":[\"stone\",\"bridge\"],\"within\":4}; 1 sentence in 1 document match.",
        "{\"near\":[\"stone\",\"bridge\"],\"within\":3}; 0 sentences in 0 documents match.",
        "{\"pattern\":\"[A-Z]{2}-\\\\d+\"}; 1 sentence in 1 document match.",
        "{\"pattern\":\"[0-9]\",\"words\":[]}; 1 sentence in 1 document match.",
        "{\"words\":[\"voss\",\"stone\"],\"in\":\"Section\"}; 1 section in 1 document match, with 2 sentences.",
        "{\"words\":[\"voss\",\"stone\"],\"in\":\"document\",\"near\":null}; 1 document match, with 2 sentences.",
        "{\"words\":\"tarn\",\"source\":\"wiki\"}; 2 sentences in 2 documents match.",
        "{\"words\":\"tarn\",\"documents\":[\"ferry\",\"mill\"]}; 2 sentences in 2 documents match."
      })
  void conditionsUnitsAndScopes(String arguments, String totals) {
    assertThat(call(arguments).text()).contains("[tool#1] " + totals);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{}; Give \"words\", \"near\" or \"pattern\".",
        "{\"words\":[\" \"]}; Give \"words\", \"near\" or \"pattern\".",
        "{\"words\":\"a\",\"in\":\"page\"}; \"in\" must be sentence, section or document.",
        "{\"near\":[\"a\"]}; Near words must be 2 to 10 different words, was 1.",
        "{\"pattern\":\"a(b\"}; The pattern is invalid at character 1 (missing closing )).",
        "{\"pattern\":\"x*\"}; The pattern matches an empty text",
        "{\"pattern\":\"(a{900}){900}\"}; The pattern repeats too much",
        "{\"pattern\":\"(?=a)b\"}; look-around and back references do not exist.",
        "{\"words\":\"a\",\"source\":\"none\"}; There is no source \"none\".",
        "{\"words\":\"a\",\"documents\":[\"none\"]}; No document \"none\".",
        "{\"word\":\"a\"}; There is no argument \"word\". Did you mean \"words\"?"
      })
  void rejectsInvalidArgumentsOnceWithTheRemedy(String arguments, String message) {
    Observation rejected = call(arguments);
    assertThat(rejected).isInstanceOf(Observation.Rejected.class);
    assertThat(rejected.text()).contains(message).contains("Call it like this: find {");
  }

  @Test
  void aRowStandsBelowTheHeaderOfItsTable() {
    Toolbox table = Toolbox.empty().with(Toolbox.find((Catalogue) TableTest.CUT));
    Observation found =
        table.call(ToolCall.of("1", "find", "{\"words\":[\"Net sales\"]}"), context);
    assertThat(found.text()).contains("(Millions)").contains("Net sales");
  }

  @Test
  void equivalentCallsHaveTheSameForm() {
    assertThat(tools.canonical(ToolCall.of("1", "find", "{\"words\":\" tarn\",\"within\":5}")))
        .isPresent()
        .isEqualTo(tools.canonical(ToolCall.of("2", "find", "{\"words\":[\"tarn\"],\"top_k\":5}")));
    assertThat(tools.canonical(ToolCall.of("1", "find", "{\"pattern\":\"(\"}"))).isEmpty();
  }
}
