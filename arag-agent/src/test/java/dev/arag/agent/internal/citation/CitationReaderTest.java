package dev.arag.agent.internal.citation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.arag.agent.CitationReader;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.citation.Span;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.internal.quote.NormalizedText;
import dev.arag.agent.internal.quote.QuoteParts;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.text.Location;
import dev.arag.tools.call.Snippet;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CitationReaderTest {
  private static final String BRIDGE =
      "The Old Bridge was designed by Mira Voss. It was opened in 1904 and spans the river Ilde near"
          + " the harbour. The bridge cost 15,140 crowns, and nobody was hurt while it was built.";
  private static final String VOSS =
      "Mira Voss was born in Tarn in 1881. Her father kept a small shop beside the old market hall"
          + " for many years. She moved to Quill at the age of nineteen.";
  private static final String TARN =
      "**Tarn** is a town of “four” hills – the smallest ( in area) of the Vellen Isles.\n"
          + "Its naïve school teaches ﬁne arts, and its co\u00ADoperative sells H₂O in bottles.";
  private static final String PARTLY =
      "The harbour froze in the spring. Nobody saw this sentence at all. The ferry sank at dawn.";

  private static final String SONGS =
      "After the success of +, Mira re-released five records, including \"Songs from Tarn\", which"
          + " came out a second time on December 9, 2011. She called “Ferry” and “Ilde” “her two"
          + " best songs…” for years, and sold 3, 4 or 5 of them.";

  private static final String MILL =
      "The mill is 40 metres high and stands beside the small river since then. A frost of −5 degrees"
          + " came, and it rose by 12%. The answer was impossible to give for all people of the"
          + " village there. The nights were harmless to all the plants of the village there.";

  private static final List<Snippet> SHOWN =
      List.of(
          whole("k7", MILL),
          whole("k1", BRIDGE),
          whole("k2", VOSS),
          whole("110", TARN),
          whole("k6", SONGS),
          whole("q7k2m#12", "Brannock lies between Tarn and Quill, a day by boat from either."),
          part("k3", PARTLY, "The harbour froze in the spring."),
          part("k3", PARTLY, "The ferry sank at dawn."),
          part("k4", "Snow fell. Then rain fell.", "Snow fell."),
          part("k4", "Snow fell. Then rain fell.", "Then rain fell."));

  private static String quoted(String text, Citation citation) {
    Span span = citation.span().orElseThrow();
    return text.substring(span.start(), span.end());
  }

  private static Citation only(ParsedAnswer answer) {
    assertThat(answer.citations()).hasSize(1);
    return answer.citations().get(0);
  }

  private static Snippet whole(String id, String text) {
    return new Snippet(ChunkId.of(id), at("doc " + id, 0), text, 0, 1, true);
  }

  private static Snippet part(String id, String text, String sentence) {
    return new Snippet(
        ChunkId.of(id), at("doc " + id, 0), sentence, text.indexOf(sentence), 1, false);
  }

  private static Location at(String document, int offset) {
    return Location.builder(document).offset(offset).build();
  }

  private static String document(String id) {
    if (id.equals("doc k3")) {
      return PARTLY;
    }
    return SHOWN.stream()
        .filter(snippet -> snippet.location().documentId().equals(id))
        .map(snippet -> id.equals("doc k4") ? "Snow fell. Then rain fell." : snippet.text())
        .findFirst()
        .orElseThrow();
  }

  @Nested
  class Verdicts {
    static Stream<Arguments> answers() {
      return Stream.of(
          // Different positions of ids and quotes.
          arguments("In Tarn [k2: \"born in Tarn\"].", "k2 SUPPORTED"),
          arguments("In Tarn [k2, \"born in Tarn\"].", "k2 SUPPORTED"),
          arguments("In Tarn [k2 \"born in Tarn\"].", "k2 SUPPORTED"),
          arguments("In Tarn [k2: born in Tarn].", "k2 SUPPORTED"),
          arguments(
              "In Tarn [k2: \"born in Tarn\", \"died on the moon\"].",
              "k2 SUPPORTED, k2 FABRICATED"),
          arguments("In Tarn [k2: “born in Tarn”].", "k2 SUPPORTED"),
          arguments(
              "In Tarn [k2: «born in Tarn»; k1: 'designed by Mira Voss'].",
              "k2 SUPPORTED, k1 SUPPORTED"),
          arguments("Tarn [k2]\n\nEvidence:\n[k2] \"born in Tarn in 1881\"", "k2 SUPPORTED"),
          arguments("Tarn\n\nEvidence:\n[k2] \"born in Tarn in 1881\"", "k2 SUPPORTED"),
          arguments("Tarn [k2]\n**Evidence:**\n- **[k2]** “born in Tarn in 1881”", "k2 SUPPORTED"),
          arguments("Tarn [k2]\n## Evidence\n1. [k2]: \"born in Tarn in 1881\"", "k2 SUPPORTED"),
          arguments("Tarn [k2]\nEvidence: [k2] \"born in Tarn in 1881\"", "k2 SUPPORTED"),
          arguments("Tarn [k2]\nEvidence:\nk2: \"born in Tarn in 1881\"", "k2 SUPPORTED"),
          arguments("Tarn [k2]\nEvidence:\nchunk k2 - born in Tarn in 1881", "k2 SUPPORTED"),
          arguments("Tarn [k2]\nEvidence:\n[k2]\n\"born in Tarn in 1881\"", "k2 SUPPORTED"),
          arguments("Tarn [k2]\nEvidence:\n[k2] \"born in\nTarn in 1881\"", "k2 SUPPORTED"),
          arguments("Tarn [k2]\nEvidence:\n[k2] born in Tarn in 1881", "k2 SUPPORTED"),
          arguments("Tarn [k2]\n```\nEvidence:\n[k2] \"born in Tarn\"\n```", "k2 SUPPORTED"),
          arguments("Tarn [k2]\n[k2] \"born in Tarn in 1881\"", "k2 SUPPORTED"),
          arguments(
              "Tarn [k1][k2]\nEvidence:\n[k1] \"designed by Mira Voss\"\n[k2] \"born in Tarn\"",
              "k1 SUPPORTED, k2 SUPPORTED"),
          arguments(
              "Tarn [k2]\nEvidence:\n[k2] \"born in Tarn\" and \"moved to Quill\"",
              "k2 SUPPORTED, k2 SUPPORTED"),
          arguments("Tarn\nEvidence:\n[k1, k2] \"born in Tarn\"", "k1 LOCATED, k2 SUPPORTED"),
          arguments("She was \"born in Tarn in 1881\" [k2].", "k2 SUPPORTED"),
          arguments("See [k2] \"born in Tarn in 1881\" for it.", "k2 SUPPORTED"),
          arguments("[k2] says \"so\", [k1] too", "k2 LOCATED, k1 LOCATED"),
          // Different spellings of ids.
          arguments("Tarn 【k2】", "k2 LOCATED"),
          arguments("Tarn (k2)", "k2 LOCATED"),
          arguments("Tarn {k2}", "k2 LOCATED"),
          arguments("Tarn [K2]", "k2 LOCATED"),
          arguments("Tarn [ k2 ]", "k2 LOCATED"),
          arguments("Tarn [[k2]]", "k2 LOCATED"),
          arguments("Tarn **[k2]**", "k2 LOCATED"),
          arguments("Tarn 【k2†source】", "k2 LOCATED"),
          arguments("Tarn [k1, k2]", "k1 LOCATED, k2 LOCATED"),
          arguments("Tarn [k1; k2]", "k1 LOCATED, k2 LOCATED"),
          arguments("Tarn [k1 and k2]", "k1 LOCATED, k2 LOCATED"),
          arguments("Tarn [k1][k2]", "k1 LOCATED, k2 LOCATED"),
          arguments("Tarn [chunk k2]", "k2 LOCATED"),
          arguments("Tarn [Chunk ID: k2]", "k2 LOCATED"),
          arguments("Tarn, as chunk k2 says.", "k2 LOCATED"),
          arguments("A town (chunk 110)", "110 LOCATED"),
          arguments("A town [c110]", "110 LOCATED"),
          arguments("A town [C110]", "110 LOCATED"),
          arguments("A town [110]", "110 LOCATED"),
          arguments("A town [chunk 110]", "110 LOCATED"),
          arguments("Between [q7k2m#12]", "q7k2m#12 LOCATED"),
          arguments("Between [Q7K2M #12]", "q7k2m#12 LOCATED"),
          arguments("Between (q7k2m#12)", "q7k2m#12 LOCATED"),
          arguments("Tarn [^k2]", "k2 LOCATED"),
          arguments("Tarn [^k2]\n\n[^k2]: \"born in Tarn\"", "k2 SUPPORTED"),
          arguments("Tarn <k2>", "k2 LOCATED"),
          arguments("Tarn ⟨k2⟩", "k2 LOCATED"),
          arguments("Tarn [chunk_id: k2]", "k2 LOCATED"),
          arguments("Tarn [chunk_id=k2]", "k2 LOCATED"),
          arguments("Tarn (source: k2)", "k2 LOCATED"),
          arguments("Tarn [k2](k2)", "k2 LOCATED"),
          arguments("Tarn `[k2]`", "k2 LOCATED"),
          arguments("- Tarn [k2]\n- Quill [k2]", "k2 LOCATED, k2 LOCATED"),
          arguments("| Tarn | [k2] |\n|---|---|", "k2 LOCATED"),
          arguments("Tarn [k2]\n\n| id | quote |\n|---|---|", "k2 LOCATED"),
          arguments("Tarn [k2]\nEvidence:\n| [k2] | \"born in Tarn in 1881\" |", "k2 SUPPORTED"),
          arguments(
              "Tarn [k2]\n\n---\n\n### Sources\n\n- [k2] — *born in Tarn in 1881*", "k2 SUPPORTED"),
          // Two claims for one chunk.
          arguments(
              "Mira was born in Tarn [k2]. She moved to Quill [k2].", "k2 LOCATED, k2 LOCATED"),
          arguments(
              "Born in Tarn in 1881 [k2]. In Tarn she was born [k2].", "k2 LOCATED, k2 LOCATED"),
          arguments(
              "Tarn [k2]. Quill [k2].\nEvidence:\n[k2] \"born in Tarn\"",
              "k2 SUPPORTED, k2 LOCATED"),
          // Text that is not a citation.
          arguments("Tarn [sic] in (1881) with 110 hills [1881] [a town](http://tarn.example)", ""),
          arguments("She was 19 (c. 1900) [citation needed] (see below) {x}", ""),
          arguments("Tarn", ""),
          arguments("The chunk of bread", ""),
          // Ids that were never shown.
          arguments("Tarn [k9]", "k9 NOT_SHOWN"),
          arguments("Tarn [q7k2m#99]", "q7k2m#99 NOT_SHOWN"),
          arguments("Tarn [c7]", "c7 NOT_SHOWN"),
          arguments("Tarn\nEvidence:\n[wiki] \"born in Tarn\"", "wiki NOT_SHOWN"),
          arguments("Tarn [k9: \"born in Tarn\"]", "k9 NOT_SHOWN"),
          // Differences that are ignored when a quote is compared.
          arguments("[k2: \"BORN IN  tarn\n in 1881.\"]", "k2 SUPPORTED"),
          arguments("[k2: \"…born in **Tarn** in _1881_\"]", "k2 SUPPORTED"),
          arguments("[c110: \"Tarn is a town of 'four' hills\"]", "110 SUPPORTED"),
          arguments("[c110: \"hills — the smallest (in area) of the Vellen\"]", "110 SUPPORTED"),
          arguments("[c110: \"hills-the smallest\"]", "110 SUPPORTED"),
          arguments("[c110: \"Isles. Its nai\u0308ve school teaches fine arts\"]", "110 SUPPORTED"),
          arguments("[c110: \"cooperative sells H2O in\"]", "110 SUPPORTED"),
          arguments("[k1: \"The Ｏld Bridge\"]", "k1 SUPPORTED"),
          // Quotes that contain quotation marks, signs, or ellipses.
          arguments(
              "Ilde [k6]\nEvidence:\n[k6] \"After the success of +, Mira re-released five records,"
                  + " including \"Songs from Tarn\", which came out a second time on December 9\"",
              "k6 SUPPORTED"),
          arguments(
              "[k6] \"of +, Mira re-released five records, including \"Songs from Tarn\", which\"",
              "k6 SUPPORTED"),
          arguments(
              "“of +, Mira re-released five records, including “Songs from Tarn”, which” [k6]",
              "k6 SUPPORTED"),
          arguments(
              "[k6: \"five records, including \"Songs from Tarn\", which came out\"]",
              "k6 SUPPORTED"),
          arguments(
              "[k6: “five records, including “Songs from Tarn”, which came out”]", "k6 SUPPORTED"),
          arguments("[k6: \"a second time on December 9\"]", "k6 SUPPORTED"),
          arguments("[k6: \"2011. She called\"]", "k6 SUPPORTED"),
          arguments("[k6: \"and sold 3, 4\"]", "k6 SUPPORTED"),
          arguments(
              "[k6: \"called \"Ferry\" and \"Ilde\" \"her two best songs…\" for years\"]",
              "k6 SUPPORTED"),
          arguments("[k6: \"her two best songs... for years\"]", "k6 SUPPORTED"),
          arguments("[k6: \"sold 3,4\"]", "k6 SUPPORTED"),
          arguments("[k6: \"sold 3, 4 or 50 of them\"]", "k6 FABRICATED"),
          arguments("[k1: \"The bridge cost 15, 140 crowns\"]", "k1 SUPPORTED"),
          arguments("[k6] \"She called \"Ferry\" and “Ilde” “her two", "k6 LOCATED"),
          arguments("She called “Ferry” and \"Ilde\" \"her two best songs…\" [k6]", "k6 LOCATED"),
          arguments(
              "Mira said that \"she called \"Ferry\" and \"Ilde\" \"her two best songs\"\" [k6].",
              "k6 SUPPORTED"),
          arguments(
              "Ilde\nEvidence:\n[k6] \"called \"Ferry\" and\", “best songs”",
              "k6 SUPPORTED, k6 SUPPORTED"),
          arguments(
              "Ilde\nEvidence:\n[k6] “called “Ferry” and “Ilde” “her two best songs…” for years”",
              "k6 SUPPORTED"),
          arguments(
              "Ilde\nEvidence:\n[k6] \"called \"Ferry\" and \"Ilde\" \"her two best songs…\" for years\"",
              "k6 SUPPORTED"),
          // Quotes with ellipses in place of omitted text.
          arguments("[k2: \"Mira Voss ... in Tarn\"]", "k2 SUPPORTED"),
          arguments("[k2: \"Mira Voss [...] moved to Quill\"]", "k2 SUPPORTED"),
          arguments("[k2: \"Mira Voss … kept a small shop . . . to Quill\"]", "k2 SUPPORTED"),
          arguments("[k3: \"harbour froze … ferry sank\"]", "k3 SUPPORTED"),
          arguments("[k4: \"Snow fell. Then rain\"]", "k4 SUPPORTED"),
          arguments("[k2: \"moved to Quill … was born in Tarn\"]", "k2 STITCHED"),
          arguments("[k2: \"Mira Voss … born in Brannock\"]", "k2 FABRICATED"),
          // Quotes that join several passages.
          arguments("[k2: \"Mira Voss was born in the old market hall\"]", "k2 STITCHED"),
          arguments("[k3: \"The harbour froze in the ferry sank at dawn\"]", "k3 STITCHED"),
          // Quotes that differ slightly from the text.
          arguments(
              "[k2: \"her father kept a little shop beside the old market hall for many years\"]",
              "k2 NEAR"),
          arguments("[k2: \"her father kept a small shop by the old market hall\"]", "k2 NEAR"),
          arguments("[k1: \"The bridge cost 15,140 crowns and nobody was hurt\"]", "k1 NEAR"),
          arguments(
              "[k2: \"the father of hers kept one shop beside the hall for many years\"]",
              "k2 FABRICATED"),
          arguments(
              "[k1: \"It was opened in 1905 and spans the river Ilde near the harbour\"]",
              "k1 FABRICATED"),
          arguments(
              "[k1: \"It was opened in 1904 and spans the river Isla near the harbour\"]",
              "k1 FABRICATED"),
          arguments(
              "[k1: \"It was not opened in 1904 and spans the river Ilde near the harbour\"]",
              "k1 FABRICATED"),
          arguments(
              "[k1: \"The bridge cost 15,140 crowns, and somebody was hurt while it was built\"]",
              "k1 FABRICATED"),
          arguments(
              "[k7: \"The mill is 40 feet high and stands beside the small river since then\"]",
              "k7 FABRICATED"),
          arguments(
              "[k7: \"the answer was possible to give for all people of the village there\"]",
              "k7 FABRICATED"),
          arguments(
              "[k7: \"the nights were harmful to all the plants of the village there\"]",
              "k7 FABRICATED"),
          arguments("[k7: \"a frost of 5 degrees\"]", "k7 FABRICATED"),
          arguments("[k7: \"a frost of -5 degrees\"]", "k7 SUPPORTED"),
          arguments("[k7: \"a frost of −5 degrees\"]", "k7 SUPPORTED"),
          arguments("[k7: \"it rose by 12\"]", "k7 FABRICATED"),
          arguments("[k7: \"it rose by 12 %\"]", "k7 SUPPORTED"),
          // A quote must begin and end at word boundaries.
          arguments("[k2: \"was born in Tar\"]", "k2 FABRICATED"),
          arguments("[k1: \"The bridge cost 15\"]", "k1 FABRICATED"),
          arguments("[k1: \"140 crowns\"]", "k1 FABRICATED"),
          // Quotes that occur in another chunk or in no chunk.
          arguments("[k1: \"born in Tarn in 1881\"]", "k1 MISATTRIBUTED"),
          arguments("Tarn [k1]\nEvidence:\n[k1] \"born in Tarn in 1881\"", "k1 MISATTRIBUTED"),
          arguments("[k2: \"she invented the printing press\"]", "k2 FABRICATED"),
          arguments("[k3: \"Nobody saw this sentence at all\"]", "k3 FABRICATED"),
          // Repeated citations.
          arguments("Tarn [k2: \"born in Tarn\"], yes [k2: \"Born in Tarn.\"]", "k2 SUPPORTED"));
    }

    @ParameterizedTest
    @MethodSource("answers")
    void checksCitations(String modelText, String expected) {
      ParsedAnswer answer = CitationReader.read(modelText, SHOWN);

      assertThat(
              answer.citations().stream()
                  .map(citation -> citation.chunkId() + " " + citation.verdict())
                  .collect(Collectors.joining(", ")))
          .isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("answers")
    void returnsSpansThatContainTheQuotes(String modelText, String expected) {
      for (Citation citation : CitationReader.read(modelText, SHOWN).citations()) {
        String quote = citation.quote().orElse("");
        boolean isOneText = QuoteParts.keys(quote).size() == 1;
        if (citation.span().isPresent() && isOneText && citation.verdict() != Verdict.NEAR) {
          String stretch =
              quoted(document(citation.location().orElseThrow().documentId()), citation);
          assertThat(NormalizedText.key(stretch)).isEqualTo(NormalizedText.key(quote));
        }
      }
    }

    @Test
    void listsTheDifferentWordsOfANearQuote() {
      Citation citation =
          only(
              CitationReader.read(
                  "[k2: \"her father kept a little shop beside the old market hall for very many years."
                      + " She moved to Quill at the age of nineteen\"]",
                  SHOWN));
      assertThat(citation.verdict()).isEqualTo(Verdict.NEAR);
      assertThat(citation.differences())
          .containsExactly(
              new Citation.Difference("little", "small"), new Citation.Difference("very", ""));
    }

    /** The verdict does not depend on it: a name, a number or a negation must not differ. */
    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "was born in Tarn in 1882            | 1882 -> 1881",
          "Mira Voss was born in Brannock      | Brannock -> Tarn",
          "was never born in Tarn              | never ->",
          "was born in Brannock                | Brannock -> Tarn",
          "In Quill was born in Tarn in 1881   | ''",
          "for many years ago                  | ago ->",
          "Ann Voss was born in Tarn           | Ann -> Mira",
          "born in Brannock                    | ''",
          "Ada Lund was born in Brannock       | ''",
          "she invented the printing press     | ''",
          "Mira Voss … born in Brannock today  | ''"
        })
    void listsTheFewDifferentWordsOfAQuoteThatIsNotInTheText(String quote, String expected) {
      Citation citation = only(CitationReader.read("[k2: \"" + quote + "\"]", SHOWN));
      assertThat(citation.verdict()).isEqualTo(Verdict.FABRICATED);
      assertThat(citation.span()).isEmpty();
      String differences =
          citation.differences().stream()
              .map(each -> (each.quoted() + " -> " + each.shown()).strip())
              .collect(Collectors.joining(", "));
      assertThat(differences).isEqualTo(expected);
    }

    @Test
    void locatesAMisattributedQuoteInTheChunkThatContainsIt() {
      Citation citation = only(CitationReader.read("[k1: \"born in Tarn\"]", SHOWN));

      assertThat(citation.chunkId()).isEqualTo(ChunkId.of("k1"));
      assertThat(citation.location().orElseThrow().documentId()).isEqualTo("doc k2");
      assertThat(quoted(VOSS, citation)).isEqualTo("born in Tarn");
    }

    @Test
    void verifiesNoCitationIfNoTextWasShown() {
      ParsedAnswer answer =
          CitationReader.read("Tarn [k2: \"born in Tarn\"] [q7k2m#12]", List.of());

      assertThat(answer.citations())
          .extracting(Citation::verdict)
          .containsExactly(Verdict.NOT_SHOWN, Verdict.NOT_SHOWN);
    }

    @Test
    void supportsEveryQuoteOfWholeWords() {
      String[] words = (BRIDGE + " " + VOSS).split(" ");
      List<Snippet> shown = List.of(whole("k5", BRIDGE + " " + VOSS));
      List<Verdict> verdicts = new ArrayList<>();
      for (int start = 0; start + 5 < words.length; start++) {
        String quote = String.join(" ", List.of(words).subList(start, start + 5));
        verdicts.add(only(CitationReader.read("[k5: \"" + quote + "\"]", shown)).verdict());
      }
      assertThat(verdicts).containsOnly(Verdict.SUPPORTED);
    }
  }

  @Nested
  class EvidenceBlock {
    static Stream<Arguments> evidenceBlocks() {
      return Stream.of(
          arguments("Tarn [k2]\n\nEvidence:\n[k2] \"born in Tarn\"", "Tarn [k2]"),
          arguments("Tarn [k2]\n\n**Evidence**\n\n* [k2] \"born in Tarn\"\n", "Tarn [k2]"),
          arguments("Tarn [k2]\n[k2] \"born in Tarn\"\n[k1] \"by Mira Voss\"", "Tarn [k2]"),
          arguments("Tarn [k2]\nEvidence:", "Tarn [k2]"),
          arguments("Tarn [k2]\nEvidence: none", "Tarn [k2]"),
          arguments(
              "Tarn\nEvidence:\n[k2] \"born\"\n\nI hope this helps.", "Tarn\nI hope this helps."),
          arguments("Evidence: it was there [k2]", "Evidence: it was there [k2]"),
          arguments("Evidence:\nThere is none for this.", "Evidence:\nThere is none for this."),
          arguments("Evidence:\n[k2] \"born in Tarn\"", "Evidence:\n[k2] \"born in Tarn\""),
          arguments("  ", ""));
    }

    @ParameterizedTest
    @MethodSource("evidenceBlocks")
    void removesTheEvidenceBlock(String modelText, String text) {
      assertThat(CitationReader.read(modelText, SHOWN).text().replace("\n\n\n", "\n\n"))
          .isEqualTo(text);
    }

    static Stream<Arguments> firstLines() {
      return Stream.of(
          arguments("In Tarn [k2: \"born in Tarn\"].", "In Tarn."),
          arguments("**Tarn** [k2]\nShe was born there.", "Tarn"),
          arguments("# Tarn", "Tarn"),
          arguments("**Answer:** Tarn [k1][k2]", "Tarn"),
          arguments("Answer:\n\nTarn", "Tarn"),
          arguments("\n---\n- Tarn\n", "Tarn"),
          arguments("NOT FOUND\nThe documents do not say it.", "NOT FOUND"),
          arguments("塔恩 [k2]", "塔恩"),
          arguments("15:30", "15:30"),
          arguments("", ""));
    }

    @ParameterizedTest
    @MethodSource("firstLines")
    void returnsTheFirstLineWithContentAsTheShortAnswer(String modelText, String shortAnswer) {
      assertThat(CitationReader.read(modelText, SHOWN).shortAnswer()).isEqualTo(shortAnswer);
    }

    @Test
    void usesTheShortAnswerAsTheClaimOfAnIdInTheEvidenceBlock() {
      ParsedAnswer answer = CitationReader.read("Mira moved to Quill\n\nEvidence:\n[k2]", SHOWN);
      assertThat(only(answer).quote()).hasValue("She moved to Quill at the age of nineteen.");
    }
  }

  @Nested
  class Claims {
    @Test
    void attachesTheSentenceClosestToTheClaim() {
      Citation citation =
          only(
              CitationReader.read("Mira Voss is from Tarn. Later she moved to Quill [k2].", SHOWN));

      assertThat(citation.verdict()).isEqualTo(Verdict.LOCATED);
      assertThat(citation.quote()).hasValue("She moved to Quill at the age of nineteen.");
      assertThat(quoted(VOSS, citation)).isEqualTo(citation.quote().orElseThrow());
    }

    /** An answer that cites k2 several times, and the quote at each of its markers. */
    static Stream<Arguments> claims() {
      String shop = "Her father kept a small shop beside the old market hall for many years.";
      String quill = "She moved to Quill at the age of nineteen.";
      String born = "\n\nEvidence:\n[k2] \"born in Tarn in 1881\"";
      String both = born + "\n[k2] \"moved to Quill\"";
      return Stream.of(
          arguments("Born in Tarn [k2]. Quill came later [k2].", List.of(voss(), quill)),
          arguments("Born in Tarn [k2]. Quill later [k2]." + born, List.of("born", quill)),
          arguments("Quill [k2]. She was born in Tarn [k2]." + born, List.of(quill, "born")),
          arguments(
              "1881 [k2]\nShe was born in Tarn in 1881 [k2]." + born, List.of("born", "born")),
          arguments("Quill [k2]. Born in Tarn [k2]." + both, List.of("moved", "born")),
          arguments(
              "Born in Tarn, moved to Quill [k2]. A shop [k2]." + both,
              List.of("born+moved", shop)),
          arguments("Her father kept a shop [k2]." + born, List.of("born")),
          arguments("Ja [k2].\nNein [k2]." + born, List.of("born", "born")),
          arguments("- born in Tarn [k2]\n- moved to Quill [k2]" + born, List.of("born", quill)),
          arguments("| Tarn | [k2] |\n| Quill | [k2] |" + born, List.of("born", quill)),
          arguments("[k2] Born in Tarn.\n[k2] She moved to Quill." + born, List.of("born", quill)),
          arguments("She was born in Tarn [k2] and moved to Quill [k2].", List.of(voss(), quill)),
          arguments("Tarn [k2, k1]. Quill [k1; k2]." + born, List.of("born", quill)),
          arguments("Tarn [k2: \"born in Tarn in 1881\"]. Quill [k2].", List.of("born", quill)),
          arguments("Tarn [k2.0]. Quill [k2.0]." + born, List.of("born", quill)));
    }

    private static String voss() {
      return "Mira Voss was born in Tarn in 1881.";
    }

    @ParameterizedTest
    @MethodSource("claims")
    void eachMarkerHasTheQuoteOfItsOwnClaim(String modelText, List<String> quotes) {
      ParsedAnswer answer = CitationReader.read(modelText, SHOWN);
      assertThat(
              answer.markers().stream()
                  .map(
                      marker ->
                          marker.citations().stream()
                              .filter(citation -> citation.chunkId().value().equals("k2"))
                              .map(citation -> citation.quote().orElseThrow())
                              .map(quote -> quote.endsWith(".") ? quote : quote.split(" ")[0])
                              .collect(Collectors.joining("+"))))
          .containsExactlyElementsOf(quotes);
    }

    @Test
    void aQuoteThatFitsNoClaimHasNoMarker() {
      ParsedAnswer answer =
          CitationReader.read(
              "A small shop [k2]. The age of nineteen [k2].\nEvidence:\n[k2] \"born in Tarn\"",
              SHOWN);
      assertThat(answer.citations())
          .extracting(citation -> citation.markers().size())
          .containsExactly(1, 1, 0);
    }

    @Test
    void reportsTheClaimOfEachCitation() {
      ParsedAnswer answer =
          CitationReader.read(
              "Mira was born in Tarn [k2]. According to [k2] she moved to Quill.\nEvidence:\n[k1] \"by"
                  + " Mira Voss\"",
              SHOWN);
      assertThat(answer.citations())
          .extracting(citation -> citation.claim().orElse(""))
          .containsExactly("Mira was born in Tarn", "According to she moved to Quill.", "");
      assertThat(answer.citations().get(1).quote())
          .hasValue("She moved to Quill at the age of nineteen.");
    }

    @Test
    void attachesNoSentenceIfTheClaimSharesNoWord() {
      Citation citation = only(CitationReader.read("Perhaps [k2].", SHOWN));

      assertThat(citation.quote()).isEmpty();
      assertThat(citation.span()).isEmpty();
      assertThat(citation.location()).isPresent();
    }
  }

  @Nested
  class Spans {
    @Test
    void findsTheSpansOfAQuoteInAnyText() {
      Citation citation = only(CitationReader.read("[k2: \"Mira Voss … moved to Quill\"]", SHOWN));
      String text = "So: **Mira  Voss**, they say, moved to\nQuill.";
      assertThat(CitationReader.find(citation.quote().orElseThrow(), text))
          .extracting(span -> text.substring(span.start(), span.end()))
          .containsExactly("Mira  Voss", "moved to\nQuill");
      assertThat(CitationReader.find(citation.quote().orElseThrow(), "Nothing of it.")).isEmpty();
    }

    @Test
    void returnsTheHeadingOfTheCitedSentence() {
      String text = "Birds\n\nThey sing all day long.\n\nBoats\n\nThey sink in the night.\n";
      Corpus corpus =
          InMemoryCorpus.of(
              Document.builder("d", text)
                  .heading(0, List.of("Birds"))
                  .heading(text.indexOf("Boats"), List.of("Boats"))
                  .build());
      Chunk chunk = corpus.read(ChunkId.of("d")).orElseThrow();
      Snippet shown = new Snippet(chunk.id(), chunk.location(), text.strip(), 0, 9, true);
      Citation citation =
          only(CitationReader.read("[d: \"sink in the night\"]", List.of(shown), corpus));
      assertThat(citation.location().orElseThrow().heading()).containsExactly("Boats");
      assertThat(quoted(text, citation)).isEqualTo("sink in the night");
    }

    @Test
    void returnsThePageOfTheQuotedWords() {
      String text = "Birds sing at dawn. The old ferry sinks in the night. Frogs sleep in winter.";
      Corpus corpus =
          InMemoryCorpus.of(
              Document.builder("d", text)
                  .page(0, 4)
                  .page(text.indexOf("sinks"), 5)
                  .page(text.indexOf("Frogs"), 9)
                  .build());
      Chunk chunk = corpus.read(ChunkId.of("d")).orElseThrow();
      Snippet shown = new Snippet(chunk.id(), chunk.location(), text, 0, 9, true);
      ParsedAnswer answer =
          CitationReader.read(
              "[d: \"Birds sing\"] [d: \"The old ferry\"] [d: \"sinks in the night\"] [d: \"ferry sinks\"]"
                  + " [d: \"Frogs sleep in winter\"]",
              List.of(shown),
              corpus);
      assertThat(answer.citations())
          .extracting(
              citation -> citation.location().orElseThrow().page().orElse(0),
              citation -> quoted(text, citation))
          .containsExactly(
              tuple(4, "Birds sing"),
              tuple(4, "The old ferry"),
              tuple(5, "sinks in the night"),
              tuple(4, "ferry sinks"),
              tuple(9, "Frogs sleep in winter"));
    }

    @Test
    void returnsOffsetsRelativeToTheDocument() {
      String text = "First part of it. Mira Voss was born in Tarn in 1881.";
      Snippet second = new Snippet(ChunkId.of("d#1"), at("d", 18), text.substring(18), 18, 9, true);

      Citation citation = only(CitationReader.read("[d#1: \"born in Tarn\"]", List.of(second)));

      assertThat(quoted(text, citation)).isEqualTo("born in Tarn");
    }

    @Test
    void usesTheStoredTextForSpansIfInvisibleTextWasOmitted() {
      String stored = "Mi\u2062ra Vo\u2062ss was born in Tarn in 1881.";
      Corpus corpus = InMemoryCorpus.of(Document.of("k2", stored));
      Snippet shown =
          new Snippet(
              ChunkId.of("k2"), at("k2", 0), "Mira Voss was born in Tarn in 1881.", 0, 9, true);

      Citation citation =
          only(CitationReader.read("[k2: \"born in Tarn\"]", List.of(shown), corpus));

      assertThat(quoted(stored, citation)).isEqualTo("born in Tarn");
    }
  }

  @Nested
  class SingleQuotes {
    @Test
    void checksOneQuoteAsInAnAnswer() {
      Document document = Document.of("d", BRIDGE);
      Corpus corpus = InMemoryCorpus.of(document, Document.of("e", VOSS));
      List<Snippet> shown = List.of(whole("d", BRIDGE), whole("e", VOSS));
      ChunkId chunk = ChunkId.of("d");
      assertThat(
              List.of(
                      "opened in 1904 and spans",
                      "It was opened in 1904 ... nobody was hurt",
                      "born in Tarn in 1881",
                      "opened in 1905",
                      "\"] [e: \"born in Tarn")
                  .stream()
                  .map(quote -> CitationReader.check(chunk, quote, shown, corpus).verdict()))
          .containsExactly(
              Verdict.SUPPORTED,
              Verdict.SUPPORTED,
              Verdict.MISATTRIBUTED,
              Verdict.FABRICATED,
              Verdict.FABRICATED);
      Citation found = CitationReader.check(chunk, "opened in 1904", shown, corpus);
      assertThat(quoted(BRIDGE, found)).isEqualTo("opened in 1904");
      assertThat(found.number()).isEqualTo(1);
      assertThat(CitationReader.check(ChunkId.of("z"), "opened", shown, corpus).verdict())
          .isEqualTo(Verdict.NOT_SHOWN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "...", "\"-\""})
    void aQuoteWithoutWordsIsNotChecked(String quote) {
      assertThatIllegalArgumentException()
          .isThrownBy(
              () -> CitationReader.check(ChunkId.of("d"), quote, List.of(), InMemoryCorpus.of()))
          .withMessage("quote must contain a letter or digit");
    }
  }

  @Nested
  class HostileText {
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void doesNotTruncateIdsAndClaimsInsideASurrogatePair(int offset) {
      String faces = "😀".repeat(400);
      String start = "x".repeat(offset);
      String answer = start + faces + " [k2].\n\nTarn [" + start + faces + "#1] " + start + faces;
      for (Citation citation : CitationReader.read(answer, SHOWN).citations()) {
        for (String text : List.of(citation.chunkId().value(), citation.claim().orElse(""))) {
          assertThat(text.codePoints().noneMatch(c -> c >= 0xD800 && c <= 0xDFFF)).isTrue();
        }
      }
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "[",
          "]",
          "[[",
          "\"",
          "[k2: \"",
          "(",
          "【",
          "[k2",
          "[k2:",
          "chunk ",
          "Evidence:\n",
          "…",
          "[k2] \"",
          "[a9] ",
          "- [k2] \"x\n",
          "*",
          "`",
          "a",
          "ab",
          "# ",
          "\n",
          "[k2: \"aaaa\"] ",
          "\uD800",
          "\u202E",
          "“",
          "k2: ",
          "Evidence: [k2] ",
          "[k2: \"a … b … c\"]",
          "1. ",
          ", and "
        })
    void readsRepetitiveTextInLinearTime(String unit) {
      String hostile = unit.repeat(10_000 / unit.length());

      assertThat(CitationReader.read(hostile, SHOWN)).isNotNull();
      assertThat(CitationReader.read("[k2: \"" + hostile + "\"]", List.of(whole("k2", hostile))))
          .isNotNull();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void readsRandomMixturesOfIdsQuotesAndPunctuation(long seed) {
      String[] units = {
        "[",
        "]",
        "(",
        ")",
        "\"",
        "“",
        "”",
        "k2",
        "k9",
        ":",
        ",",
        " ",
        "\n",
        "Evidence:",
        "born in",
        "Tarn",
        "…",
        "*",
        "chunk ",
        "1881",
        "-",
        "\uDC00",
        "'",
        "#12"
      };
      Random random = new Random(seed);
      for (int i = 0; i < 1_000; i++) {
        StringBuilder text = new StringBuilder();
        for (int j = random.nextInt(40); j > 0; j--) {
          text.append(units[random.nextInt(units.length)]);
        }
        ParsedAnswer answer = CitationReader.read(text.toString(), SHOWN);
        assertThat(answer.text().isBlank()).isEqualTo(text.toString().isBlank());
      }
    }
  }
}
