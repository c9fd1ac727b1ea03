package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.text.Document;
import dev.arag.core.text.Sentence;
import dev.arag.index.spi.SentenceRules;
import dev.arag.index.spi.split.IndexSettings;
import dev.arag.index.spi.split.RulesChoice;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An index with other sentence rules than those of the library. */
class IndexSentenceRulesTest {
  private static final SentenceRules LINES = new LineRules();
  private static final Document POEM = Document.of("a", "One. Two\nThree.\n\nFour");

  @TempDir Path folder;

  private Index.Builder builder() {
    return Index.builder(folder.resolve("my.arag")).embedder(new HashEmbedder(64));
  }

  private void create() {
    try (Index index = builder().sentenceRules(LINES).openOrCreate()) {
      index.put("poems", List.of(POEM));
    }
  }

  @Test
  void splitsAndEmbedsByTheRules() {
    create();
    try (Index index = builder().open()) {
      assertThat(index.sentenceRules()).isEqualTo("lines");
      assertThat(index.chunksOf("a").get(0).sentences())
          .extracting(Sentence::text)
          .containsExactly("One. Two", "Three.", "Four");
      assertThat(index.semanticSearch("THREE.", 1).get(0).score()).isGreaterThan(0.999f);
    }
    assertThat(Index.verify(folder.resolve("my.arag")).ok()).isTrue();
  }

  @Test
  void canBeReadButNotWrittenWithoutTheRules() {
    create();
    try (Index index = builder().open()) {
      assertThat(index.keywordSearch(List.of("Three"), 5).total()).isEqualTo(1);
      assertThatThrownBy(() -> index.put("poems", List.of(Document.of("b", "Five."))))
          .isInstanceOf(CorpusException.class)
          .hasMessageContaining("my.arag was created with the sentence rules \"lines\"")
          .hasMessageContaining("a sync needs these rules");
      assertThatThrownBy(() -> index.embed(new HashEmbedder(8)))
          .isInstanceOf(CorpusException.class);
      assertThat(index.stats().documents()).isEqualTo(1);
    }
    try (Index index = builder().knownRules(new LineRules("other"), LINES).open()) {
      assertThat(index.put("poems", List.of(POEM)).unchanged()).isEqualTo(1);
      index.put("poems", List.of(Document.of("b", "Five.")));
      assertThat(index.stats().documents()).isEqualTo(2);
    }
  }

  @Test
  void refusesOtherRules() {
    create();
    for (Index.Builder other :
        List.of(builder().defaultRules(), builder().sentenceRules(new LineRules("other")))) {
      assertThatThrownBy(other::open)
          .isInstanceOf(CorpusException.class)
          .hasMessageContaining(
              "was created with the sentence rules \"lines\" and cannot be used with \"");
    }
  }

  @Test
  void knownRulesDoNotChangeANewIndex() {
    try (Index index = builder().knownRules(LINES).openOrCreate()) {
      assertThat(index.sentenceRules()).isEqualTo("default");
    }
  }

  @Test
  void rejectsNamesThatCannotBeRecorded() {
    for (String name : List.of("", "default", "Paper", "a b", "-a")) {
      assertThatIllegalArgumentException()
          .isThrownBy(
              () ->
                  IndexSettings.DEFAULT.with(
                      null, null, RulesChoice.NONE.with(new LineRules(name))))
          .withMessageContaining("The name of sentence rules must be");
    }
  }

  @Test
  void settingsAreEqualIfTheirRulesHaveTheSameName() {
    IndexSettings recorded = IndexSettings.recorded(1_000, false, "lines");
    IndexSettings given = recorded.with(null, null, RulesChoice.NONE.withKnown(LINES));
    assertThat(given).isEqualTo(recorded).hasSameHashCodeAs(recorded);
    assertThat(given.rules()).isEqualTo(LINES);
    assertThat(given).isNotEqualTo(IndexSettings.DEFAULT);
  }
}
