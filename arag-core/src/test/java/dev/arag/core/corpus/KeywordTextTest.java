package dev.arag.core.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keywords from the text of a search box. */
class KeywordTextTest {
  private static List<String> keywords(String text) {
    return KeywordQuery.fromText(text).map(KeywordQuery::keywords).orElse(List.of());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "waterproof,                       | waterproof",
        "(waterproof) boots; 'warm'? ¿sí?  | waterproof, boots, warm, sí",
        "\"old bridge,\" Tarn              | old bridge, Tarn",
        "“old bridge” „Tarn“ «la rivière»  | old bridge, Tarn, la rivière",
        "\"old bridge of Tarn              | old, bridge, Tarn",
        "Tarn \"\" \". ,\" \"a\"           | Tarn",
        "\"the who\" of \"->\"             | the who, ->",
        "5\" pipe and 6\" tube             | pipe, tube",
        "日本\"東京\"の                     | 日本, 東京, の",
        "C++, C#; F#. .NET (ASP.NET) C++17 | C++, C#, F#, .NET, ASP.NET, C++17",
        "#tag ##title #1 @name $100 -film  | #tag, title, #1, name, 100, film",
        "3.5 1,000 24/7 12:30 2001–2004    | 3.5, 1,000, 24/7, 12:30, 2001–2004",
        "e-mail O'Neil’s Voss's AT&T U.S.  | e-mail, O'Neil, Voss, AT&T, U.S",
        "name@example.org user_name        | name@example.org, user_name",
        "https://example.org/docs          | https, example.org, docs",
        "red/blue,green;key=value well...so| red, blue, green, key, value, well",
        "a I x 7 é 水 я                    | 水, я",
        "Tarn TARN tarn’s “Tarn”           | Tarn",
        "the who                           | the, who",
        "Who is it?                        | Who, is, it",
        "where is the bridge               | bridge",
        "日本の首都は東京です。京都は古い。  | 日本の首都は東京です, 京都は古い",
        "می\u200cخواهم                      | می\u200cخواهم"
      })
  void readsWordsAndPhrases(String text, String expected) {
    assertThat(String.join(", ", keywords(text))).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " \n\t",
        "a",
        "7",
        "?",
        "... - !",
        "\"\"",
        "\"a\" \"?\"",
        "\u200b\u00ad",
        "\ud83d"
      })
  void isEmptyIfNothingCanBeSearched(String text) {
    assertThat(KeywordQuery.fromText(text)).isEmpty();
  }

  @Test
  void findsTheWordsOfTheText() {
    Chunk chunk =
        new Chunk(
            ChunkId.of("a"),
            Location.builder("a").build(),
            "A waterproof C++ coat, by O’Neil.",
            List.of(),
            9,
            null,
            null);
    for (String text : List.of("waterproof,", "\"C++ coat\"", "C++", "o'neil's")) {
      assertThat(KeywordQuery.fromText(text).orElseThrow().match(chunk)).as(text).isPresent();
    }
  }

  @Test
  void ofManyWordsItUsesNamesAndNumbersFirst() {
    assertThat(
            keywords(
                "Using the statement, answer following question: how much did Tarn generate in cash"
                    + " from operating activities in 2020 according to ÉLAN, approximately?"))
        .containsExactly(
            "Using",
            "statement",
            "following",
            "Tarn",
            "operating",
            "activities",
            "2020",
            "according",
            "ÉLAN",
            "approximately");
  }

  @Test
  void usesPhrasesAndTheLongestWordsOfManyInTheirOrder() {
    assertThat(
            keywords(
                "one22 two22 of three22 four22 \"it\" five22 the six22 seven22 eight22 nine22"
                    + " ten22 eleven222"))
        .containsExactly(
            "one22",
            "two22",
            "three22",
            "four22",
            "it",
            "five22",
            "seven22",
            "eight22",
            "nine22",
            "eleven222")
        .hasSize(KeywordQuery.MAX_KEYWORDS);
    String phrases =
        IntStream.range(0, 12).mapToObj(i -> "\"p " + i + "\" ").collect(Collectors.joining());
    assertThat(keywords("longer words " + phrases))
        .hasSize(10)
        .allMatch(word -> word.startsWith("p "));
  }

  @Test
  void replacesUnpairedSurrogatesAndControlCharacters() {
    assertThat(keywords("old\ud83dbridge \"stone\u0000ferry\" \udc00"))
        .containsExactly("old", "bridge", "stone ferry");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void neverThrows(long seed) {
    String characters =
        "abs C\"\"“”„«»'’.,;:-+#@&_/–1٣\t\n\u0000\u0301éßİ東のk\ud83d\ude00\u200d\ufeff\u2003ไทย";
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      String text =
          IntStream.range(0, random.nextInt(60))
              .mapToObj(
                  at -> String.valueOf(characters.charAt(random.nextInt(characters.length()))))
              .collect(Collectors.joining());
      Optional<KeywordQuery> query = KeywordQuery.fromText(text);
      query.ifPresent(
          each ->
              assertThat(KeywordQuery.of(each.keywords()).folded())
                  .as("seed " + seed + ": " + text)
                  .isEqualTo(each.folded())
                  .doesNotHaveDuplicates()
                  .hasSizeLessThanOrEqualTo(KeywordQuery.MAX_KEYWORDS));
    }
  }

  /** In quadratic time, each text would take minutes. */
  @Test
  void readsLongTextsInLinearTime() {
    for (String part : List.of("a.", "ab'", "\"", "ab\"", "C+", ",", "1,", "\" ,", "\ud83d")) {
      KeywordQuery.fromText(part.repeat(100_000));
      KeywordQuery.fromText("\"" + part.repeat(100_000) + "x\"");
    }
    String different =
        IntStream.range(0, 20_000).mapToObj(i -> "w" + i + " ").collect(Collectors.joining());
    assertThat(keywords(different)).hasSize(KeywordQuery.MAX_KEYWORDS).startsWith("w10000");
  }
}
