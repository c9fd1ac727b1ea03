package dev.arag.index.internal.split;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.text.Document;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.spi.split.Splitter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SentenceRulesTest {
  private static final Splitter SPLITTER = new Splitter(1_000, TokenCounter.o200k());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "The ship left at 5 p.m. yesterday.",
        "Some lamps, e.g. Fig. 3, burn oil.",
        "See Fig. 3 and No. 7 in Vol. 2 on p. 55.",
        "Dr. Vane and Mrs. Orr met Prof. Lund near St. Ilde.",
        "The letters of E. B. Wren went to J.R.R. Tarn.",
        "The keeper of the U.S. lighthouse service came in Jan. 1907.",
        "Pitt, Briggs & Co. at noon told Vane Inc. nothing.",
        "The lamp burns 3.14 litres, version 1.2.3 burns 2.5.",
        "It is at https://lamps.example/a.b/c.html?d=e. and nowhere else.",
        "Write to jane.doe@lamps.example. please.",
        "“Come in!” she said.",
        "She asked, \"Is it lit?\" and went on.",
        "The oil … was gone.",
        "They waited ... and waited.",
        "The light (see p. 4. below) was red.",
        "It was built by Elwyn \"E. B.\" Wren.",
        "Thomas Vane Jr. Memorial Tower",
        "It was a cold\nnight in the city.",
        "This long line of wrapped prose ends where the next word did not fit in the\n" + "Tower.",
        "1. The first item of a list",
        "我们明天一起去看《灯塔！爸爸》好吗？",
        "彼は「灯りがついた。」と言った。",
        "これは父の\n 家です。"
      })
  void keepsOneSentenceTogether(String text) {
    assertThat(sentences(text)).containsExactly(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "The lamp is lit.|The ship turns.",
        "Is it lit?|It is!|Good.",
        "They live in the U.S.|How about you?",
        "He joined Pitt, Briggs & Co.|It closed the year after.",
        "The ship left at 5 p.m.|The keeper slept.",
        "We were a good team, you and I.|Did you see it?",
        "It burnt down in 1907.|Then it was rebuilt.",
        "It cost $100.00.|It was worth it.",
        "The keeper said \"It is lit.\"|He was right.",
        "It was dark.[12]|The ship turned.",
        "They found it . . . .|Next came the oil.",
        "I never meant that....|She left.",
        "The best of all. ''|The song was new.",
        "It is late.|iPhone screens glow.",
        "天黑了。|灯亮了！|船来了？|好。",
        "これはペンです。|それは灯です。",
        "यह दीप है।|वह जहाज है।",
        "هل هو مضاء؟|نعم.",
        "Das ist Öl.|Über dem Turm brennt es.",
        "One thing,\tsaid he.|  Another thing."
      })
  void splitsSentencesAtTheBars(String marked) {
    String spaced = marked.replace("。|", "。").replace("！|", "！").replace("？|", "？");
    List<String> expected = List.of(marked.split("\\|"));
    assertThat(sentences(spaced.replace("|", " ")))
        .containsExactlyElementsOf(expected.stream().map(String::strip).toList());
  }

  @Test
  void endsSentencesAtDeliberateLineBreaks() {
    assertThat(sentences("features\ncontact manager\nevents, activities\n"))
        .containsExactly("features", "contact manager", "events, activities");
    assertThat(sentences("- the first, which is\n  wrapped here\n- The second.\n* A third"))
        .containsExactly("- the first, which is\n  wrapped here", "- The second.", "* A third");
    assertThat(sentences("| a | b |\n|---|---|\n| It is. | So it is. |"))
        .hasSizeGreaterThanOrEqualTo(2)
        .startsWith("| a | b |")
        .doesNotContain("|---|---|");
    assertThat(sentences("Text before:\n```\nint x = 1\nint y = 2\n```\nafter it."))
        .containsExactly("Text before:", "int x = 1", "int y = 2", "after it.");
    assertThat(sentences("no mark here\n\nno mark there"))
        .containsExactly("no mark here", "no mark there");
    assertThat(sentences("Tower\rIt is old.\r\rLamp\r\nIt is lit."))
        .containsExactly("Tower", "It is old.", "Lamp", "It is lit.");
  }

  @Test
  void joinsWrappedProseAcrossLines() {
    String text =
        """
        The tower was built by the guild of masons, who asked for no
        Money but for bread. It was finished in the year of the great
        storm, and stands.
        """;
    assertThat(sentences(text)).hasSize(2);
  }

  @Test
  void splitsLongParagraphsBetweenSentences() {
    String sentence = "The lamp was lit by Dr. Vane at 5 p.m. that day. ";
    List<String> sentences = sentences(sentence.repeat(2_000));
    assertThat(sentences).hasSize(2_000).allMatch(sentence.strip()::equals);
  }

  private static List<String> sentences(String text) {
    return SPLITTER.split(Document.of("d", text)).stream()
        .flatMap(chunk -> chunk.sentences().stream())
        .map(Sentence::text)
        .toList();
  }
}
