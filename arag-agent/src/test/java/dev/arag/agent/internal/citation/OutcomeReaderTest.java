package dev.arag.agent.internal.citation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.CitationReader;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.step.Outcome;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.tools.call.Snippet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutcomeReaderTest {
  private static final List<Snippet> SHOWN =
      List.of(snippet("k1", "The mill opened in 1848."), snippet("k2", "The mill opened in 1850."));

  private static Snippet snippet(String id, String text) {
    return new Snippet(ChunkId.of(id), Location.builder(id).build(), text, 0, 9, true);
  }

  private static ParsedAnswer read(String answer) {
    return CitationReader.read(answer, SHOWN);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PARTIAL: the year | PARTIAL | the year",
        "CONFLICT: 1848 or 1850 | CONFLICT | 1848 or 1850",
        "UNCLEAR: two mills | NEEDS_CLARIFICATION | two mills",
        "**PARTIAL:** the year | PARTIAL | the year",
        "**PARTIAL**: the year | PARTIAL | the year",
        "**PARTIAL: the year** | PARTIAL | **the year**",
        "_UNCLEAR:_ two | NEEDS_CLARIFICATION | two",
        "- PARTIAL: the year | PARTIAL | - the year",
        "PARTIAL：the year | PARTIAL | the year",
        "PARTIAL :the year | PARTIAL | the year",
        "PARTIAL: **the** year | PARTIAL | **the** year"
      })
  void readsALineAndRemovesItsWord(String line, Outcome outcome, String note) {
    ParsedAnswer answer = read("Ada\n\n" + line + "\n\nEvidence:\n[k1] \"The mill opened\"");
    assertThat(answer.outcome()).isEqualTo(outcome);
    assertThat(answer.outcomeNote()).isEqualTo(note);
    assertThat(answer.text()).isEqualTo("Ada\n\n" + note);
    assertThat(answer.shortAnswer()).isEqualTo("Ada");
    assertThat(answer.citations()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "The finding was PARTIAL: no year",
        "PARTIAL answers are useful",
        "PARTIALLY: the year",
        "PARTIAL",
        "CONFLICTS: none",
        "> PARTIAL: the year",
        "    PARTIAL: the year",
        "\"PARTIAL: the year\"",
        "```\nPARTIAL: the year\n```",
        "~~~\n```\nPARTIAL: the year\n~~~",
        "<<<a1\nPARTIAL: the year\n>>>a1",
        "Evidence:\n[k1] \"The mill\nPARTIAL: opened\"",
        "Conflict: the Boer War",
        "Partial: the year\nThe mill closed.",
        "Unclear:"
      })
  void aTextThatOnlyContainsTheWordIsAnAnswer(String rest) {
    ParsedAnswer answer = read("Ada\n" + rest);
    assertThat(answer.outcome()).isEqualTo(Outcome.ANSWERED);
    assertThat(answer.outcomeNote()).isNull();
    assertThat(answer.text()).startsWith("Ada\n".strip());
    if (!rest.startsWith("Evidence")) {
      assertThat(answer.text()).isEqualTo("Ada\n" + rest);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Partial: the year | PARTIAL | the year",
        "**unclear:** two mills | NEEDS_CLARIFICATION | two mills",
        "Conflict: [k1] says 1848, [k2] 1850 | CONFLICT | [k1] says 1848, [k2] 1850"
      })
  void otherLettersCountOnTheLastLineOnlyAndRemain(String line, Outcome outcome, String note) {
    ParsedAnswer answer = read("Ada\n" + line + "\n\nEvidence: none");
    assertThat(answer.outcome()).isEqualTo(outcome);
    assertThat(answer.outcomeNote()).isEqualTo(note);
    assertThat(answer.text()).isEqualTo("Ada\n" + line);
    assertThat(read(line).outcome()).isEqualTo(Outcome.ANSWERED);
  }

  @Test
  void theFirstOfSeveralLinesCountsAndNoWordRemains() {
    ParsedAnswer answer = read("1848\nCONFLICT: [k1] 1848, [k2] 1850\nPARTIAL: the month");
    assertThat(answer.outcome()).isEqualTo(Outcome.CONFLICT);
    assertThat(answer.text()).isEqualTo("1848\n[k1] 1848, [k2] 1850\nthe month");
    assertThat(answer.outcomeNote()).isEqualTo("[k1] 1848, [k2] 1850");
    assertThat(answer.citations()).hasSize(2);
    assertThat(answer.markers().get(0).start()).isEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Which mill?\nPARTIAL: the year\nUNCLEAR: two mills",
        "NOT FOUND\nWhich mill?\nUNCLEAR: two mills",
        "Which mill?\nUNCLEAR: two mills\nPARTIAL: the year\nUNCLEAR: three mills"
      })
  void aQuestionBackHasPriority(String text) {
    ParsedAnswer answer = read(text);
    assertThat(answer.outcome()).isEqualTo(Outcome.NEEDS_CLARIFICATION);
    assertThat(answer.outcomeNote()).isEqualTo("two mills");
  }

  @Test
  void aLineMayStandFirstOrAfterTheEvidence() {
    ParsedAnswer first = read("PARTIAL: 1848\nThe month is missing.");
    assertThat(first.outcome()).isEqualTo(Outcome.PARTIAL);
    assertThat(first.shortAnswer()).isEqualTo("1848");
    assertThat(first.outcomeNote()).isEqualTo("1848");
    ParsedAnswer last = read("1848 [k1]\nEvidence:\n[k1] \"mill opened\"\n\nPARTIAL: the month");
    assertThat(last.outcome()).isEqualTo(Outcome.PARTIAL);
    assertThat(last.outcomeNote()).isEqualTo("the month");
    assertThat(last.text()).doesNotContain("Evidence").endsWith("the month");
  }

  @Test
  void theNoteIsAParagraph() {
    ParsedAnswer answer = read("Which mill?\nUNCLEAR:\n- at Tarn\n- at Quill\n\nThank you.");
    assertThat(answer.outcomeNote()).isEqualTo("- at Tarn\n- at Quill");
    assertThat(answer.text()).contains(answer.outcomeNote()).endsWith("Thank you.");
  }

  @ParameterizedTest
  @CsvSource({
    "'NOT FOUND\n\nThe year is missing.', 'The year is missing.'",
    "'**NOT FOUND**: the year', 'the year'",
    "'NOT FOUND\nPARTIAL: the year', 'the year'",
    "'NOT FOUND', "
  })
  void notFoundHasPriority(String text, String note) {
    assertThat(read(text).outcome()).isEqualTo(Outcome.NOT_FOUND);
    assertThat(read(text).outcomeNote()).isEqualTo(note);
    assertThat(read(text).text()).contains("NOT FOUND").doesNotContain("PARTIAL");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Not found guilty", "The sign says: NOT FOUND", "NOT FOUNDED"})
  void otherTextsAreAnswers(String text) {
    assertThat(read(text).outcome()).isEqualTo(Outcome.ANSWERED);
  }

  @Test
  void aWordWithoutAnyTextIsTheAnswer() {
    assertThat(read("PARTIAL:").text()).isEqualTo("PARTIAL:");
    assertThat(read("PARTIAL:").outcome()).isEqualTo(Outcome.ANSWERED);
  }
}
