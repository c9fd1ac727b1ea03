package dev.arag.strategies.reply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplyTextTest {
  @ParameterizedTest
  @CsvSource({
    "yes, yes",
    "Yes., yes",
    "'**YES**, it is', yes",
    "'No, not yes', no",
    "'Relevance: no', no",
    "nothing, unknown",
    "'yesterday', unknown",
    "'', unknown",
    "'partly yes', partly yes",
    "'I think: partly, yes', partly yes"
  })
  void aLabelIsTheFirstOfTheWords(String reply, String expected) {
    assertThat(ReplyText.label(reply, "unknown", "yes", "no", "partly yes")).isEqualTo(expected);
  }

  @Test
  void aLabelIsReturnedAsGiven() {
    assertThat(ReplyText.label("this is a COMPLEX question", "simple", "Simple", "Complex"))
        .isEqualTo("Complex");
    assertThat(ReplyText.label("yes", "fallback")).isEqualTo("fallback");
    assertThat(ReplyText.label("yes", "fallback", "", "?")).isEqualTo("fallback");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[\"Who drew it?\", \"Where is it?\"]",
        "```json\n[\"Who drew it?\",\n \"Where is it?\"]\n```",
        "Here [1] are the queries: [\"Who drew it?\", \"Where is it?\"] as asked.",
        "{\"queries\": [{\"query\": \"Who drew it?\"}, {\"query\": \"Where is it?\"}]}",
        "1. Who drew it?\n2. Where is it?",
        "1) Who drew it?\n\n2) Where is it?",
        "(1) \"Who drew it?\"\n(2) \"Where is it?\"",
        "Sure, here they are:\n- Who drew it?\n- Where is it?\nI hope this helps.",
        "* **Who drew it?**\n* 'Where is it?'",
        "• Who drew it?\n• who drew  IT?\n• Where is it?",
        "Who drew it?\nWhere is it?",
        "\u201cWho drew it?\u201d\r\n\u201cWhere is it?\u201d\r\n",
        "\"Who drew it?\",\n\"Where is it?\",",
        "1: Who drew it?\n2: Where is it?\n3: ..."
      })
  void aListHasManyForms(String reply) {
    assertThat(ReplyText.list(reply, 5)).containsExactly("Who drew it?", "Where is it?");
  }

  @Test
  void aListIsCutAndMayBeEmpty() {
    assertThat(ReplyText.list("1. a\n2. b\n3. c", 2)).containsExactly("a", "b");
    for (String reply : List.of("", " \n ", "[]", "```\n```", "---", "[[[", "[1, 2")) {
      assertThat(ReplyText.list(reply, 3)).allMatch(item -> !item.isBlank());
    }
    assertThat(ReplyText.list("", 3)).isEmpty();
    assertThat(ReplyText.list("[]", 3)).isEmpty();
    assertThat(ReplyText.list("2020 was warm.", 3)).containsExactly("2020 was warm.");
    assertThatIllegalArgumentException().isThrownBy(() -> ReplyText.list("a", 0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1: 7\n2: 0\n3: 10",
        "1. 7\n2. 0\n3. 10",
        "[1] 7\n[2] 0\n[3] 10",
        "(1) = 7/10\n(2) = 0/10\n(3) = 10/10",
        "Passage 1: 7\nPassage 2: 0\nPassage 3: 10",
        "Passage [1]: 7 out of 10\nPassage [2]: 0\nPassage [3]: 12",
        "**1**: relevance 7\n**2**: relevance 0\n**3**: relevance 10",
        "| 1 | 7 |\n| 2 | -3 |\n| 3 | 10 |",
        "3 - 10\n1 - 7\n2 - 0\n1 - 3",
        "#1 -> 7\n#2 -> 0\n#3 -> 10",
        "7, 0, 10",
        "[7, 0, 10]",
        "Scores:\n1: 7\n2: 0\n3: 10\n4: 5\n99: 1"
      })
  void scoresHaveManyForms(String reply) {
    assertThat(ReplyText.scores(reply, 3, 0, 10)).containsExactly(7, 0, 10);
  }

  /** The first number of such a reply may be the number of an item. */
  @ParameterizedTest
  @ValueSource(strings = {"2, 0, 1", "[2, 0, 1]", "2 0 1", "2; 0; 1", "[2]\n[0]\n[1]", "2\n0\n1"})
  void aListOfAllScoresHasNoNumbersOfItems(String reply) {
    assertThat(ReplyText.scores(reply, 3, 0, 2)).containsExactly(2, 0, 1);
  }

  @Test
  void aMissingScoreIsTheMiddleOfTheRange() {
    assertThat(ReplyText.scores("2: 9", 3, 0, 10)).containsExactly(5, 9, 5);
    assertThat(ReplyText.scores("They are all relevant.", 2, 1, 5)).containsExactly(3, 3);
    assertThat(ReplyText.scores("7, 8", 3, 0, 10)).containsExactly(5, 5, 5);
    assertThat(ReplyText.scores("", 2, -4, -1)).containsExactly(-3, -3);
    assertThat(ReplyText.scores("1: 5", 0, 0, 1)).isEmpty();
    assertThatIllegalArgumentException().isThrownBy(() -> ReplyText.scores("", 1, 2, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> ReplyText.scores("", -1, 1, 2));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ANSWER: Tarn",
        "answer : Tarn",
        "Reasoning: it says so.\n**Answer:** Tarn\nAnswer: Quill",
        "- **ANSWER**: \"Tarn\"",
        "1. Answer: Tarn",
        "ANSWER:\nANSWER: Tarn"
      })
  void aLineHasAKey(String reply) {
    assertThat(ReplyText.line(reply, "ANSWER")).hasValue("Tarn");
  }

  @Test
  void aLineWithoutTheKeyIsEmpty() {
    assertThat(ReplyText.line("The answer: Tarn", "ANSWER")).isEmpty();
    assertThat(ReplyText.line("", "ANSWER")).isEmpty();
    assertThat(ReplyText.line("ANSWER", "ANSWER")).isEmpty();
    assertThat(ReplyText.line("NEXT: a: b", "next")).hasValue("a: b");
  }

  private static final String[] PARTS = {
    "yes",
    "no",
    "1",
    "2: 7",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    ":",
    ",",
    "\n",
    " ",
    "-",
    "*",
    "```",
    "\u0000",
    "\uD800",
    "東京",
    "99999999999999999999",
    "ANSWER:",
    "\\",
    "/",
    "#",
    "|",
    "…",
    "\t"
  };

  @Test
  void neverFailsForAnyReply() {
    Random random = new Random(7);
    for (int i = 0; i < 5_000; i++) {
      StringBuilder reply = new StringBuilder();
      for (int part = random.nextInt(30); part > 0; part--) {
        reply.append(PARTS[random.nextInt(PARTS.length)]);
      }
      readAll(reply.toString());
    }
  }

  @Test
  void needsLittleTimeForLongReplies() {
    long start = System.nanoTime();
    for (String part : PARTS) {
      readAll(part.repeat(100_000 / part.length()));
      readAll("1" + part.repeat(100_000 / part.length()));
    }
    assertThat(System.nanoTime() - start).isLessThan(60_000_000_000L);
  }

  private static void readAll(String reply) {
    assertThat(ReplyText.label(reply, "", "yes", "no")).isIn("", "yes", "no");
    assertThat(ReplyText.list(reply, 4)).hasSizeLessThanOrEqualTo(4);
    assertThat(ReplyText.scores(reply, 3, 0, 10)).hasSize(3);
    assertThat(ReplyText.line(reply, "ANSWER")).isNotNull();
  }

  @Test
  void sentencesEndAtMarksAndLineBreaks() {
    assertThat(
            ReplyText.sentences(
                "- Mr. Holm of the U.S. Army built it. So what?\n\n2. It is 1.5 m\n..."))
        .containsExactly("Mr. Holm of the U.S. Army built it.", "So what?", "It is 1.5 m");
    assertThat(ReplyText.sentences("...\n \n?!")).isEmpty();
    assertThat(ReplyText.sentences("")).isEmpty();
  }
}
