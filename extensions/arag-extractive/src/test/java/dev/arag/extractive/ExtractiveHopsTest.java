package dev.arag.extractive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests questions that name a page but whose answer is on the second or third page of a chain. */
class ExtractiveHopsTest {
  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          page("dam", "Kettle Dam")
              .with("Planning", "Kettle Dam holds back the river Sorrel. Ines Hallow planned it.")
              .with("Decline", "After the storm of 1950 Kettle Dam was closed in two days.")
              .build(),
          page("ines", "Ines Hallow")
              .with("Early life", "Ines Hallow was born in Marrowby on 2 May 1871.")
              .with("Career", "In Ostrand she worked for Bram Colter until 1912.")
              .build(),
          page("marrowby", "Marrowby")
              .with("Setting", "Marrowby is a market town through which the river Fenn flows.")
              .with("History", "The town was founded by Piet Larkin in 1702 and burnt in 1790.")
              .build(),
          page("heron", "Grey Heron")
              .with("Building", "The ship was ordered in 1908, launched in 1911, rebuilt in 1930.")
              .with("Voyages", "The Grey Heron carried Tomas Reed over the Cold Strait in 1925.")
              .build(),
          page("reed", "Tomas Reed")
              .with("Early life", "Tomas Reed was a surveyor, born in Ostrand in 1890.")
              .build(),
          page("due", "Heron's Due")
              .with("Course", "Heron's Due is a toll that Jory Pell collected in Sallow.")
              .build());

  private final Agent agent = Agent.builder(CORPUS, new ExtractiveChatModel()).build();

  @ParameterizedTest
  @CsvSource({
    "Where was the planner of Kettle Dam born?, Marrowby",
    "When was the planner of Kettle Dam born?, 2 May 1871",
    "In what year was the ship that carried Tomas Reed launched?, 1911",
    "In what year was the birthplace of Ines Hallow founded?, 1702",
    "Who founded the birthplace of Ines Hallow?, Piet Larkin"
  })
  void answersFromTheSecondPage(String question, String expected) {
    assertThat(agent.ask(question).shortAnswer()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "Who founded the town where the planner of Kettle Dam was born?, Piet Larkin",
    "Which river flows through the birthplace of the planner of Kettle Dam?, Fenn",
    "In what year was the birthplace of the planner of Kettle Dam founded?, 1702"
  })
  void answersFromTheThirdPage(String question, String expected) {
    assertThat(agent.ask(question).shortAnswer()).isEqualTo(expected);
  }

  @Test
  void quotesEveryPageOfTheChain() {
    Answer answer = agent.ask("Who founded the town where the planner of Kettle Dam was born?");

    assertThat(answer.citations()).extracting(Citation::verdict).containsOnly(Verdict.SUPPORTED);
    assertThat(answer.text()).contains("[dam.1]", "[ines.1]", "[marrowby.2]");
  }

  @Test
  void endsAsSoonAsTheChainIsComplete() {
    assertThat(agent.ask("Where was the planner of Kettle Dam born?").usage().toolCalls())
        .isLessThanOrEqualTo(6);
  }

  private static Page page(String id, String title) {
    return new Page(id, title);
  }

  /** Builds a Markdown page with sections. */
  private static final class Page {
    private final String id;
    private final String title;
    private final StringBuilder text = new StringBuilder();
    private final List<Section> sections = new ArrayList<>();

    private record Section(int offset, String name) {}

    public Page(String id, String title) {
      this.id = id;
      this.title = title;
      text.append("# ").append(title).append("\n\n");
    }

    Page with(String section, String body) {
      sections.add(new Section(text.length(), section));
      text.append("## ").append(section).append("\n\n").append(body).append("\n\n");
      return this;
    }

    Document build() {
      Document.Builder document = Document.builder(id, text.toString()).title(title);
      document.heading(0, List.of(title));
      sections.forEach(
          section -> document.heading(section.offset(), List.of(title, section.name())));
      return document.build();
    }
  }
}
