package dev.arag.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.cli.internal.demo.DemoCorpus;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the documents and questions of the demo for consistency. */
final class DemoCorpusTest {
  private static final String DOCUMENTS = "documents/";

  /**
   * One element of {@code questions.json}.
   *
   * @param chain one sentence for each hop, copied verbatim from the document of the hop
   */
  record MultiHopQuestion(
      String id,
      String question,
      String answer,
      List<String> aliases,
      List<String> supporting,
      int hops,
      List<String> chain) {
    List<String> allAnswers() {
      return Stream.concat(Stream.of(answer), aliases.stream()).toList();
    }

    String lastDocument() {
      return supporting.get(supporting.size() - 1);
    }

    @Override
    public String toString() {
      return id + ": " + question;
    }
  }

  @Test
  void indexListsAllDocumentsInSortedOrder() throws IOException, URISyntaxException {
    assertThat(index()).hasSizeGreaterThanOrEqualTo(40).isSorted().doesNotHaveDuplicates();
    assertThat(index()).containsExactlyElementsOf(filesInTheFolder());
  }

  @Test
  void everyDocumentIsShortAndHasATitle() throws IOException {
    for (String name : index()) {
      String text = read(DOCUMENTS + name);
      assertThat(text).as(name).startsWith("# ");
      assertThat(text.split("\\s+", -1).length).as("words of " + name).isBetween(150, 350);
    }
  }

  @Test
  void twoPairsOfDocumentsShareATitle() throws IOException {
    Map<String, List<String>> shared = documentsByTitle();
    shared.values().removeIf(names -> names.size() == 1);
    assertThat(shared)
        .containsExactly(
            Map.entry("Halcyra", List.of("halcyra-ship.md", "halcyra-town.md")),
            Map.entry(
                "Tomas Wrenfield",
                List.of("tomas-wrenfield-botanist.md", "tomas-wrenfield-engineer.md")));
  }

  @Test
  void hasTwelveQuestions() throws IOException {
    assertThat(questions()).hasSize(12);
    assertThat(questions()).extracting(MultiHopQuestion::id).doesNotHaveDuplicates();
    assertThat(questions()).filteredOn(question -> question.hops() == 3).hasSize(6);
  }

  @ParameterizedTest
  @MethodSource("questions")
  void eachHopIsAFactOfADifferentDocument(MultiHopQuestion question) throws IOException {
    assertThat(question.hops()).isBetween(2, 3);
    assertThat(question.chain()).hasSize(question.hops());
    assertThat(question.supporting()).hasSize(question.hops()).doesNotHaveDuplicates();
    for (int hop = 0; hop < question.hops(); hop++) {
      assertThat(read(question.supporting().get(hop))).contains(question.chain().get(hop));
    }
  }

  @ParameterizedTest
  @MethodSource("questions")
  void onlyTheLastDocumentContainsTheAnswer(MultiHopQuestion question) throws IOException {
    assertThat(question.question()).doesNotContain(question.answer());
    assertThat(question.chain().get(question.hops() - 1)).contains(question.answer());
    assertThat(read(question.lastDocument())).contains(question.answer());
    for (String earlier : question.supporting().subList(0, question.hops() - 1)) {
      assertThat(read(earlier)).as(earlier).doesNotContain(question.answer());
    }
  }

  /**
   * The entity that a question names must occur in the first document of the chain but in no later
   * document.
   */
  @ParameterizedTest
  @CsvSource({
    "demo-01, Old Bridge",
    "demo-02, Jörund Kessel",
    "demo-03, Saltmoss Expedition",
    "demo-04, Great Vellen Railway",
    "demo-05, Oda Fenwick",
    "demo-06, The Drowned Bell",
    "demo-07, Lantern Bridge",
    "demo-08, Luma Light",
    "demo-09, 1883",
    "demo-10, Oriel Deep",
    "demo-11, The Drowned Bell",
    "demo-12, Museum of Tides",
  })
  void noHopCanBeSkipped(String id, String named) throws IOException {
    MultiHopQuestion question = question(id);
    assertThat(question.question()).contains(named);
    assertThat(read(question.supporting().get(0))).contains(named);
    for (String later : question.supporting().subList(1, question.hops())) {
      assertThat(read(later)).as(later).doesNotContain(named);
    }
  }

  /**
   * The name that is found in the first of three documents must not occur in the last document.
   * Otherwise the second document could be skipped.
   */
  @ParameterizedTest
  @CsvSource({
    "demo-02, Halcyra",
    "demo-03, Wrenfield",
    "demo-06, Corvane",
    "demo-07, Voss",
    "demo-08, Penmarrow",
    "demo-09, Averill",
  })
  void middleDocumentCannotBeSkipped(String id, String bridge) throws IOException {
    MultiHopQuestion question = question(id);
    assertThat(question.hops()).isEqualTo(3);
    assertThat(question.chain().get(0)).contains(bridge);
    assertThat(read(question.lastDocument())).doesNotContain(bridge);
  }

  @Test
  void questionsUseDocumentsWithTheSameTitle() throws IOException {
    assertThat(questionsThrough("halcyra-ship.md")).containsExactly("demo-02", "demo-10");
    assertThat(questionsThrough("halcyra-town.md")).containsExactly("demo-05");
    assertThat(questionsThrough("tomas-wrenfield-botanist.md")).containsExactly("demo-03");
    assertThat(questionsThrough("tomas-wrenfield-engineer.md")).containsExactly("demo-04");
  }

  private static List<String> questionsThrough(String name) throws IOException {
    return questions().stream()
        .filter(question -> question.supporting().contains(DOCUMENTS + name))
        .map(MultiHopQuestion::id)
        .toList();
  }

  private static Map<String, List<String>> documentsByTitle() throws IOException {
    Map<String, List<String>> names = new TreeMap<>();
    for (String name : index()) {
      names.computeIfAbsent(title(name), title -> new ArrayList<>()).add(name);
    }
    return names;
  }

  private static String title(String name) throws IOException {
    return read(DOCUMENTS + name).lines().findFirst().orElseThrow().substring("# ".length());
  }

  private static List<String> filesInTheFolder() throws IOException, URISyntaxException {
    URL index = DemoCorpus.class.getResource(DemoCorpus.FOLDER + "index.txt");
    assertThat(index).isNotNull();
    Path folder = Path.of(index.toURI()).resolveSibling("documents");
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static List<String> index() throws IOException {
    return read("index.txt").lines().toList();
  }

  private static MultiHopQuestion question(String id) throws IOException {
    return questions().stream()
        .filter(question -> question.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  static List<MultiHopQuestion> questions() throws IOException {
    return List.of(new ObjectMapper().readValue(read("questions.json"), MultiHopQuestion[].class));
  }

  private static String read(String name) throws IOException {
    try (InputStream in = DemoCorpus.class.getResourceAsStream(DemoCorpus.FOLDER + name)) {
      assertThat(in).as(name).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
