package dev.arag.extractive;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.agent.Agent;
import dev.arag.agent.Strategies;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.StopReason;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.paper.Paper;
import dev.arag.paper.PaperStrategies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Tests that the rule-based model answers from the text of every built-in strategy. */
class ExtractiveStrategiesTest {
  private static final Strategies ALL = PaperStrategies.addTo(Strategies.builtIn());

  private static final List<String> WITH_TEXT =
      ALL.names().stream().filter(name -> !name.equals("direct")).toList();

  private static Strategy named(String name) {
    return ALL.named(name);
  }

  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          new HashEmbedder(256),
          List.of(
              article(
                  "k1",
                  "Lantern Bridge",
                  "Lantern Bridge spans the river Ilde in Quill."
                      + " Lantern Bridge was designed by Orla Venn. It was opened in 1904."),
              article(
                  "k2",
                  "Orla Venn",
                  "Orla Venn was an engineer. Orla Venn was born in Tarn in 1861."
                      + " She died in 1932."),
              article(
                  "k3",
                  "Brannock",
                  "Brannock is a village of nine houses near the sea."
                      + " Its mill was built by Anders Holm.")));

  private static Document article(String id, String title, String text) {
    return Document.builder(id, text).title(title).heading(0, List.of(title)).build();
  }

  private static Answer ask(Corpus corpus, String strategy, String question) {
    return Agent.builder(corpus, new ExtractiveChatModel())
        .strategy(named(strategy))
        .build()
        .ask(question);
  }

  @ParameterizedTest
  @FieldSource("WITH_TEXT")
  void answersWithCitationsFromTheTextOfTheStrategy(String strategy) {
    Answer answer = ask(CORPUS, strategy, "Who designed Lantern Bridge?");
    assertThat(answer.shortAnswer()).isEqualTo("Orla Venn");
    assertThat(answer.citations())
        .isNotEmpty()
        .extracting(Citation::verdict)
        .containsOnly(Verdict.SUPPORTED);
    assertThat(answer.warnings()).isEmpty();
  }

  @ParameterizedTest
  @FieldSource("WITH_TEXT")
  void joinsTwoFacts(String strategy) {
    Answer answer = ask(CORPUS, strategy, "Where was the designer of Lantern Bridge born?");
    assertThat(answer.shortAnswer()).isEqualTo("Tarn");
    assertThat(answer.citations()).extracting(Citation::verdict).containsOnly(Verdict.SUPPORTED);
  }

  @ParameterizedTest
  @FieldSource("WITH_TEXT")
  void answersInThePaperProfile(String strategy) {
    Answer answer =
        Agent.builder(CORPUS, new ExtractiveChatModel())
            .strategy(named(strategy))
            .profile(Paper.profile())
            .build()
            .ask("Who designed Lantern Bridge?");
    assertThat(answer.shortAnswer()).isEqualTo("Orla Venn");
    assertThat(answer.citations())
        .isNotEmpty()
        .extracting(Citation::verdict)
        .containsOnly(Verdict.SUPPORTED);
  }

  @Test
  void readsTheResultsOfTheToolsOfThePaperProfile() {
    Corpus corpus =
        InMemoryCorpus.of(
            Document.of("110", "The Old Bridge was designed by Mira Voss. It has nine arches."),
            Document.of("111", "Mira Voss was born in Tarn in 1881. Tarn lies in the north."));
    Answer answer =
        Agent.builder(corpus, new ExtractiveChatModel())
            .profile(Paper.profile())
            .build()
            .ask("Where was the designer of the Old Bridge born?");
    assertThat(answer.shortAnswer()).isEqualTo("Tarn");
    assertThat(answer.citations())
        .isNotEmpty()
        .allMatch(citation -> citation.verdict() == Verdict.SUPPORTED);
    assertThat(answer.trajectory().usage().toolCalls()).isGreaterThan(1);
  }

  @Test
  void findsNothingWithoutText() {
    Answer answer = ask(CORPUS, "direct", "Who designed Lantern Bridge?");
    assertThat(answer.outcome()).isEqualTo(Outcome.NOT_FOUND);
    assertThat(answer.citations()).isEmpty();
  }

  /** A larger corpus. It lacks the documents of some questions, for which nothing is found. */
  @Test
  @Tag("full")
  void citesTextOfMoreOfTheSharedQuestions() throws IOException {
    Path folder = Path.of(System.getProperty("arag.data", "")).resolve("musique_train100");
    Assumptions.assumeTrue(
        Files.exists(folder.resolve("questions.json")), "The data set is not available.");
    Corpus corpus = sample(folder);
    List<String> questions = new ArrayList<>();
    new ObjectMapper()
        .readTree(folder.resolve("questions.json").toFile())
        .forEach(question -> questions.add(question.path("question").asText()));
    for (String strategy : WITH_TEXT) {
      Set<String> cited = new HashSet<>();
      for (String question : questions.subList(0, 20)) {
        try {
          Answer answer = ask(corpus, strategy, question);
          assertThat(answer.citations()).allMatch(each -> each.verdict().isVerified());
          if (answer.citations().isEmpty()) {
            assertThat(answer.outcome()).as(question).isEqualTo(Outcome.NOT_FOUND);
          } else {
            cited.add(question);
          }
        } catch (NoAnswerException e) {
          assertThat(strategy).isEqualTo("all-in");
          assertThat(e.stopReason()).isEqualTo(StopReason.CONTEXT_LIMIT);
        }
      }
      assertThat(cited).as(strategy).isNotEmpty();
    }
  }

  /** Returns a part of the paragraphs that fits the context window of the strategy all-in. */
  private static Corpus sample(Path folder) throws IOException {
    List<Document> documents = new ArrayList<>();
    for (JsonNode chunk : new ObjectMapper().readTree(folder.resolve("chunks.json").toFile())) {
      String line = chunk.asText();
      int colon = line.indexOf(':');
      if (documents.size() < 60) {
        documents.add(Document.of(line.substring(0, colon), line.substring(colon + 1)));
      }
    }
    return InMemoryCorpus.of(new HashEmbedder(256), documents);
  }
}
