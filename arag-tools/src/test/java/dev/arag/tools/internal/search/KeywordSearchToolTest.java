package dev.arag.tools.internal.search;

import static dev.arag.tools.ChunkBuilder.chunk;
import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.token.TokenCounter;
import dev.arag.tools.ChunkBuilder;
import dev.arag.tools.ToolConversation;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.call.ToolCall;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KeywordSearchToolTest {
  private final Chunk bridge =
      chunk("q7k2m#12")
          .under("Old Bridge")
          .sentence("The Old Bridge was designed by Mira Voss.")
          .filler()
          .under("Old Bridge", "Repairs")
          .sentence("Mira Voss repaired it\n  in 1901.")
          .sentence("It still stands.")
          .filler()
          .build();
  private final Chunk voss =
      chunk("b3xw8#0").title("Mira Voss").sentence("Mira Voss was born in Tarn in 1881.").build();
  private final Chunk plain = chunk("110").sentence("A bridge crosses the Tarn.").build();

  @Test
  void showsHitsWithHeadingsAndCounts() {
    Observation found = ToolConversation.over(bridge, voss, plain).keyword("Mira Voss", "bridge");
    assertThat(found.text())
        .isEqualTo(
            """
            3 chunks: "Mira Voss" 2, "bridge" 2. Best 3:
            <<<aaaaaa
            [q7k2m#12.0] document of q7k2m#12 > Old Bridge
            - The Old Bridge was designed by Mira Voss.
            [q7k2m#12.1] Old Bridge > Repairs
            - Mira Voss repaired it in 1901.
            [b3xw8#0] Mira Voss (complete)
            Mira Voss was born in Tarn in 1881.
            [c110] document of 110 (complete)
            A bridge crosses the Tarn.
            >>>aaaaaa\
            """);
  }

  @Test
  void recordsExactlyTheShownText() {
    ToolConversation model = ToolConversation.over(bridge);
    Observation found = model.keyword("Mira Voss");
    assertThat(found.shown())
        .extracting(Snippet::text)
        .containsExactly(
            "The Old Bridge was designed by Mira Voss.", "Mira Voss repaired it in 1901.");
    assertThat(found.shown())
        .extracting(Snippet::offset)
        .containsExactly(1_000, 1_000 + bridge.text().indexOf("Mira Voss repaired"));
    assertThat(found.shown()).noneMatch(Snippet::isWholeSection);
    TokenCounter counter = TokenCounter.o200k();
    assertThat(model.context.retrievedTokens())
        .isEqualTo(
            counter.count("document of q7k2m#12 > Old Bridge")
                + counter.count("The Old Bridge was designed by Mira Voss.")
                + counter.count("Old Bridge > Repairs")
                + counter.count("Mira Voss repaired it in 1901."));
  }

  @Test
  void countsChunksWithTheWholeWordAndChunksWithPartsOfWords() {
    Observation found =
        ToolConversation.over(
                chunk("1").sentence("NATO met the senators.").build(),
                chunk("2").sentence("The senators and the minister met.").build(),
                chunk("3").sentence("A donatory party.").build())
            .keyword("minister", "NATO", "senator", "Atlantis");
    assertThat(found.text())
        .startsWith(
            "3 chunks: \"minister\" 1, \"NATO\" 1, and 2 inside longer words, \"senator\" 0, and 2"
                + " inside longer words, \"Atlantis\" 0. Best 3:\n");
  }

  @Test
  void truncatesALongSentenceAroundAWholeWord() {
    String before = "A party. ".repeat(50).replace(".", ",");
    Chunk longOne =
        chunk("k1")
            .sentence(before + "fine art " + "tail ".repeat(80) + "end.")
            .sentence("It rained.")
            .build();
    assertThat(ToolConversation.over(longOne).keyword("art").shown().get(0).text())
        .contains("fine art tail");
  }

  @Test
  void showsTheSentenceWithTheWholeWordOfASectionInTheContext() {
    Chunk chunk =
        chunk("k1")
            .sentence("The senators met.")
            .sentence("NATO met.")
            .sentence("NATO and a minister met.")
            .build();
    Chunk other = chunk("k2").sentence("A minister met a minister.").build();
    ToolConversation model = ToolConversation.over(chunk, other);
    model.read("k1");
    assertThat(model.keyword("NATO").text()).contains("(read)\n- NATO met.\n");
    assertThat(model.keyword("minister", "NATO").text()).contains("(read)\n- NATO met.\n");
  }

  @Test
  void supportsPaging() {
    ToolConversation model = ToolConversation.over(bridge, voss, plain);
    assertThat(model.call("keyword_search", Map.of("keywords", "Tarn", "top_k", 1)).text())
        .isEqualTo(
            """
            2 chunks: "Tarn" 2. Best 1:
            <<<aaaaaa
            [c110] document of 110 (complete)
            A bridge crosses the Tarn.
            >>>aaaaaa
            1 more: offset 1.\
            """);
    assertThat(
            model
                .call("keyword_search", Map.of("keywords", "Tarn", "top_k", "1", "offset", 1))
                .text())
        .isEqualTo(
            """
            2 chunks: "Tarn" 2. Hits 2 to 2:
            <<<bbbbbb
            [b3xw8#0] Mira Voss (complete)
            Mira Voss was born in Tarn in 1881.
            >>>bbbbbb\
            """);
    assertThat(model.call("keyword_search", Map.of("keywords", "Tarn", "offset", 2)).text())
        .isEqualTo("2 chunks: \"Tarn\" 2. None from offset 2 on.");
  }

  @Test
  void reportsThatNothingWasFound() {
    Observation found = ToolConversation.over(bridge).keyword("Atlantis", "line\nbreak");
    assertThat(found)
        .isEqualTo(
            new Observation.Found(
                "Nothing contains \"Atlantis\" or \"line break\". Try one word of a name, another"
                    + " spelling, or semantic_search.",
                List.of()));
  }

  @Test
  void reportsIgnoredAccents() {
    Chunk accents = chunk("k1").sentence("Şükrü Sina Gürel became minister.").build();
    assertThat(ToolConversation.over(accents).keyword("Sukru Sina").text())
        .isEqualTo(
            """
            "Sukru Sina": no exact hit; ignoring accents 1 ("Şükrü Sina").
            1 chunk: "Sukru Sina" 1. Best 1:
            <<<aaaaaa
            [k1] document of k1 (complete)
            Şükrü Sina Gürel became minister.
            >>>aaaaaa\
            """);
  }

  @Test
  void reportsTheNumberOfOmittedSentences() {
    ChunkBuilder many = chunk("k1");
    IntStream.rangeClosed(1, 7).forEach(i -> many.sentence("Tarn, part " + i + "."));
    assertThat(ToolConversation.over(many.filler().build()).keyword("Tarn").text())
        .contains("- Tarn, part 5.\n(2 more matching sentences)\n>>>");
  }

  /** A hit names at most five sentences, but a complete section shows all of them. */
  @Test
  void doesNotReportSentencesOfACompleteSectionAsOmitted() {
    ChunkBuilder many = chunk("k1").heading("Short");
    IntStream.rangeClosed(1, 7).forEach(i -> many.sentence("Tarn, part " + i + "."));
    assertThat(ToolConversation.over(many.build()).keyword("Tarn").text())
        .endsWith("Tarn, part 7.\n>>>aaaaaa");
    many.heading("Long").sentence("Tarn again.").sentence("The last of Tarn.").filler();
    assertThat(ToolConversation.over(many.build()).keyword("Tarn").text())
        .contains("[k1.0] document of k1 > Short (complete)\n")
        .endsWith("Tarn, part 7.\n(2 more matching sentences)\n>>>aaaaaa");
  }

  @Test
  void showsOnlyTheBestSentenceOfAChunkInTheContext() {
    ToolConversation model = ToolConversation.over(bridge, voss);
    model.read("q7k2m#12");
    assertThat(model.keyword("Mira Voss", "1901").text())
        .isEqualTo(
            """
            2 chunks: "Mira Voss" 2, "1901" 1. Best 2:
            <<<bbbbbb
            [q7k2m#12.0] document of q7k2m#12 > Old Bridge (read)
            - The Old Bridge was designed by Mira Voss.
            [q7k2m#12.1] Old Bridge > Repairs (read)
            - Mira Voss repaired it in 1901.
            [b3xw8#0] Mira Voss (complete)
            Mira Voss was born in Tarn in 1881.
            >>>bbbbbb\
            """);
  }

  @Test
  void showsAnEvictedChunkLikeAnUnreadChunk() {
    ToolConversation model = ToolConversation.over(bridge);
    model.read("q7k2m#12");
    ToolCall again = ToolCall.of("keyword_search", Map.of("keywords", "Mira Voss"));
    Observation found =
        Toolbox.of(ToolConversation.corpus(bridge)).call(again, model.context, chunk -> false);
    assertThat(found.shown()).hasSize(2);
    assertThat(found.text()).doesNotContain("(read)");
  }

  @Test
  void truncatesALongSentenceAroundItsMatch() {
    String before = "word ".repeat(100);
    String after = "tail ".repeat(100).strip();
    Chunk longOne = chunk("k1").sentence(before + "Tarn " + after).build();
    Snippet snippet = ToolConversation.over(longOne).keyword("Tarn").shown().get(0);
    assertThat(snippet.text()).startsWith("word word").contains(" Tarn tail").endsWith("tail");
    assertThat(snippet.text().length()).isBetween(270, 300);
    assertThat(longOne.text().substring(snippet.offset() - 1_000)).startsWith(snippet.text());
    assertThat(ToolConversation.over(longOne).keyword("Tarn").text())
        .contains("- …word")
        .contains("tail…\n");
  }

  @Test
  void truncatesASentenceWithoutSpacesBetweenCharacters() {
    Chunk emoji = chunk("k1").sentence("𝕏".repeat(200) + "Tarn" + "𝕏".repeat(200)).build();
    String text = ToolConversation.over(emoji).keyword("Tarn").shown().get(0).text();
    assertThat(text).contains("𝕏Tarn𝕏");
    assertThat(text.codePoints()).noneMatch(c -> Character.getType(c) == Character.SURROGATE);
  }

  @Test
  void showsAtMostTwoThousandTokens() {
    Chunk[] wide =
        IntStream.range(0, 20)
            .mapToObj(
                i -> {
                  ChunkBuilder each = chunk("k" + i);
                  IntStream.range(0, 2)
                      .forEach(j -> each.sentence("Tarn " + (i + " " + j + " ").repeat(60)));
                  return each.build();
                })
            .toArray(Chunk[]::new);
    ToolConversation model = ToolConversation.over(wide);
    Observation found =
        model.call("keyword_search", Map.of("keywords", List.of("Tarn"), "top_k", 20));
    long shown = found.shown().stream().map(Snippet::chunkId).distinct().count();
    assertThat(found.tokens()).isBetween(1_000, 2_050);
    assertThat(shown).isBetween(2L, 19L);
    assertThat(found.text())
        .startsWith("20 chunks: \"Tarn\" 20. Best " + shown + ":")
        .endsWith(20 - shown + " more: offset " + shown + ".");
  }

  @Test
  void obeysALowerTokenLimit() {
    ChunkBuilder many = chunk("k1");
    IntStream.range(0, 5).forEach(i -> many.sentence("Tarn " + (i + " ").repeat(140)));
    ToolConversation model =
        ToolConversation.over(
            Toolbox.of(ToolConversation.corpus(many.build(), plain)).withMaxResultTokens(400));
    Observation found = model.keyword("Tarn");
    assertThat(model.context.retrievedTokens()).isLessThanOrEqualTo(400);
    assertThat(found.text()).contains("\n(4 more matching sentences)\n[c110]");
  }

  @Test
  void removesInvisibleCharacters() {
    Chunk hidden = chunk("k1").sentence("Mi\u200Bra\u202E Voss\u2060 of Tarn.").build();
    assertThat(ToolConversation.over(hidden).keyword("Tarn").text())
        .contains("\nMira Voss of Tarn.\n");
    Chunk excerpt = chunk("k1").sentence("Mi\u200Bra\u202E Voss\u2060 of Tarn.").filler().build();
    assertThat(ToolConversation.over(excerpt).keyword("Tarn").text())
        .contains("- Mira Voss of Tarn.");
  }

  @Test
  void rejectsInvalidKeywords() {
    String call =
        " Call it like this: keyword_search {\"keywords\": [\"Marie Curie\", \"1911\"], \"top_k\":"
            + " 5}";
    ToolConversation model = ToolConversation.over(bridge);
    assertThat(model.keyword(" "))
        .isEqualTo(new Observation.Rejected("\"keywords\": A keyword must not be blank." + call));
    assertThat(model.keyword("a").text()).startsWith("\"keywords\": The keyword \"a\" is a single");
    assertThat(model.keyword("a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2".split(" ")).text())
        .startsWith("\"keywords\": A search takes 1 to 10 keywords, was 11");
  }

  private final ToolConversation withOperators =
      ToolConversation.over(withOperators(ToolConversation.corpus(bridge, voss, plain)));

  private static Toolbox withOperators(Corpus corpus) {
    return Toolbox.of(corpus).with(Toolbox.keywordSearchWithOperators(corpus));
  }

  private String search(String operators) {
    return withOperators
        .call("keyword_search", Map.of("keywords", List.of("Tarn"), "operators", operators))
        .text();
  }

  @Test
  void appliesOperators() {
    assertThat(search("\"Old Bridge\"^3 -Tarn2 -1881"))
        .isEqualTo(
            """
            2 chunks without "Tarn2" or "1881": "Tarn" 1, "Old Bridge" 1. Best 2:
            <<<aaaaaa
            [q7k2m#12.0] document of q7k2m#12 > Old Bridge
            - The Old Bridge was designed by Mira Voss.
            [c110] document of 110 (complete)
            A bridge crosses the Tarn.
            >>>aaaaaa\
            """);
    assertThat(search("-crosses -born"))
        .isEqualTo(
            "Nothing without \"crosses\" or \"born\" contains \"Tarn\". Try one word of a name,"
                + " another spelling, or semantic_search.");
  }

  @Test
  void searchesPlainKeywordsAndSaysWhatWasWrongWithTheOperators() {
    assertThat(search("bridge^high -1881"))
        .startsWith("3 chunks: \"Tarn\" 2, \"bridge\" 2. Best 3:\n<<<aaaaaa\n")
        .endsWith(
            "\n>>>aaaaaa\n\"operators\" were not applied: The weight after ^ must be a number:"
                + " bridge^high. Their words were searched as plain keywords.");
    assertThat(search("\"zeppelin"))
        .startsWith("2 chunks: \"Tarn\" 2, \"zeppelin\" 0")
        .contains("Cannot read the operators");
  }

  @Test
  void acceptsEmptyOperatorsAndLists() {
    String plainText = ToolConversation.over(bridge, voss, plain).keyword("Tarn").text();
    assertThat(search(" ")).isEqualTo(plainText);
    Map<String, Object> list =
        Map.of("keywords", List.of("Tarn"), "operators", List.of("-1881", "bridge"));
    assertThat(withOperators.call("keyword_search", list).text())
        .startsWith("2 chunks without \"1881\": \"Tarn\" 1, \"bridge\" 2. ");
  }

  @Test
  void offersOperatorsOnlyOnRequest() {
    Toolbox tools = Toolbox.of(ToolConversation.corpus(voss));
    assertThat(tools.tools().get(0).parameters()).doesNotContain("operators");
    assertThat(
            ToolConversation.over(tools)
                .call("keyword_search", Map.of("keywords", List.of("Voss"), "operators", "-Tarn")))
        .isInstanceOf(Observation.Rejected.class);
    Toolbox offering = withOperators(ToolConversation.corpus(voss));
    assertThat(offering.tools()).hasSize(3);
    assertThat(offering.tools().get(0).description()).isEqualTo(tools.tools().get(0).description());
    assertThat(offering.tools().get(0).parameters())
        .startsWith(tools.tools().get(0).parameters().replace("},\"required\":[\"keywords\"]}", ""))
        .contains("\"operators\"");
    ToolCall plainCall = ToolCall.of("keyword_search", Map.of("keywords", List.of("Voss")));
    assertThat(offering.canonical(plainCall)).isEqualTo(tools.canonical(plainCall));
    ToolCall refined =
        ToolCall.of("keyword_search", Map.of("keywords", List.of("Voss"), "operators", "-Tarn"));
    assertThat(offering.canonical(refined)).isNotEqualTo(offering.canonical(plainCall));
  }
}
