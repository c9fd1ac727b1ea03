package dev.arag.core.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.NaiveRanking;
import dev.arag.core.corpus.RandomChunks;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class LexicalScoresTest {
  @Test
  void cutsFoldedWordsToSixCharacters() {
    assertThat(LexicalScores.words("The BRIDGES of Tarn, 1871–1893; don’t"))
        .containsExactly("the", "bridge", "of", "tarn", "1871", "1893", "don", "t");
    assertThat(LexicalScores.words("Straße ÉTÉ été re\u0301sume\u0301s co\u00adoperate"))
        .containsExactly("straße", "été", "été", "résumé", "cooper");
    assertThat(LexicalScores.words(" .,! ")).isEmpty();
    assertThat(LexicalScores.words("")).isEmpty();
  }

  @Test
  void cutsWordsOfSupplementaryCharactersBetweenCharacters() {
    String letter = "\ud801\udc28";
    assertThat(LexicalScores.words(letter.repeat(9))).containsExactly(letter.repeat(6));
    assertThat(LexicalScores.words("\ud801\udc00")).containsExactly(letter);
    String han = "\ud840\udc0b\ud840\udc0c\ud840\udc0d";
    assertThat(LexicalScores.words(han)).containsExactly(han.substring(0, 4), han.substring(2, 6));
    assertThat(LexicalScores.words("a \ud83d\ude00 b \ud840 c")).contains("a", "b", "c");
  }

  @Test
  void dividesScriptsWithoutSpacesIntoPairs() {
    assertThat(LexicalScores.words("東京都の橋。京")).containsExactly("東京", "京都", "都の", "の橋", "京");
    assertThat(LexicalScores.words("ไทย")).containsExactly("ไท", "ทย");
    assertThat(LexicalScores.words("Java編程8")).containsExactly("java", "編程", "8");
    assertThat(LexicalScores.words("한국어를")).containsExactly("한국어를");
  }

  @Test
  void computesBm25() {
    double[] scores =
        LexicalScores.of("Bridges of Tarn", List.of("the bridge of tarn", "a bridge bridge", "x"));
    double mean = 8 / 3.0;
    double ofAll = Math.log(1 + 2.5 / 1.5) * 2 / (1 + 0.9 * (0.6 + 0.4 * 4 / mean));
    double bridge = Math.log(1 + 1.5 / 2.5);
    assertThat(scores[0])
        .isCloseTo(ofAll + bridge / (1 + 0.9 * (0.6 + 0.4 * 4 / mean)), Offset.offset(1e-12));
    assertThat(scores[1])
        .isCloseTo(2 * bridge / (2 + 0.9 * (0.6 + 0.4 * 3 / mean)), Offset.offset(1e-12));
    assertThat(scores[2]).isZero();
  }

  @Test
  void computesBm25AsTheNaiveFormula() {
    RandomChunks random = new RandomChunks(5, 0);
    for (int round = 0; round < 50; round++) {
      List<String> texts =
          IntStream.range(0, new Random(round).nextInt(120))
              .mapToObj(i -> random.words(40))
              .toList();
      String query = random.words(8);
      List<Double> naive = NaiveRanking.lexical(query, texts);
      double[] scores = LexicalScores.of(query, texts);
      assertThat(scores).hasSize(naive.size());
      for (int i = 0; i < scores.length; i++) {
        assertThat(scores[i]).isCloseTo(naive.get(i), Offset.offset(1e-12));
      }
    }
  }

  @Test
  void countsWordsOfAsciiLinesLikeOtherLines() {
    Random random = new Random(7);
    List<String> ascii = IntStream.range(0, 60).mapToObj(i -> asciiLines(random)).toList();
    List<String> others = ascii.stream().map(text -> text.replace("\n", " €\n") + " €").toList();
    String query = "a b ab ba CDE c d0 é " + ascii.get(0).substring(0, 80);
    assertThat(LexicalScores.of(query, ascii)).containsExactly(LexicalScores.of(query, others));
    assertThat(LexicalScores.of(query, ascii)[0]).isPositive();
  }

  private static String asciiLines(Random random) {
    return random
        .ints(400, 0, 0x80)
        .map(c -> random.nextInt(3) == 0 ? c : "ab Cde0 \n".charAt(c % 9))
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  @Test
  void countsARepeatedWordOfTheQueryOnce() {
    List<String> texts = List.of("the bridge", "the ferry");
    assertThat(LexicalScores.of("bridge bridges BRIDGE", texts))
        .containsExactly(LexicalScores.of("bridge", texts));
  }

  @Test
  void returnsZeroForTextsWithoutWords() {
    assertThat(LexicalScores.of("bridge", List.of("", "...", "\n"))).containsOnly(0);
    assertThat(LexicalScores.of("?!", List.of("bridge"))).containsOnly(0);
    assertThat(LexicalScores.of("bridge", List.of())).isEmpty();
  }
}
