package dev.arag.agent.internal.citation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.CitationReader;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.tools.call.Snippet;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Cuts answers anywhere. No part of a marker or of the evidence may be shown as text. */
class PartialAnswerTest {
  private static final List<Snippet> SHOWN =
      List.of(
          snippet("k1", "The Old Bridge was designed by Mira Voss."),
          snippet("k2", "Mira Voss was born in Tarn in 1881. She moved to Quill."),
          snippet("q7k2m#12", "An invoice is signed (twice) by \"Oda\" Fenwick."));

  private static final List<String> PIECES =
      List.of(
          "In Tarn",
          "1881. ",
          "Mira Voss was born there ",
          "😀 ",
          " (in 1881) ",
          " (he said \"yes\" and left) ",
          " [k2]",
          " [k1, k2]",
          "[k2: \"born in Tarn\"]",
          "[k2: “born in Tarn”, k1: \"designed by\"]",
          " [q7k2m#12: \"signed (twice) by \"Oda\" Fenwick\"]",
          " [k2: born in Tarn]",
          "(k1)",
          "(chunk k1)",
          "【k2†source】",
          " [k9#4]",
          " [see k1]",
          "[Note] ",
          "[k2",
          "k2]",
          "[k2: \"born",
          " chunk k1 says so ",
          "chunk q7k2m#12.",
          "\"Mira Voss was born in Tarn in 1881\" [k2]",
          "\n",
          "\n",
          "\r\n",
          "\n\n",
          "\r",
          "\nEvidence:\n",
          "\n**Sources:**\n\n",
          "\nSource: the handbook says so\n",
          "\nReferences\nare good\n",
          "\nEvidence: none\n",
          "\n[k2] \"born in Tarn\"\n",
          "\n- [k1: \"designed by Mira\"]\n",
          "\n1. [k2] “born in Tarn”\n",
          "\n- an item\n",
          "\n# A heading\n",
          "\n12. Point",
          "```\n",
          "\nPARTIAL: ",
          "\n**CONFLICT:** ",
          "\n**UNCLEAR: ",
          "\n- PARTIAL:\n",
          "PART",
          "\nPARTIAL answers\n",
          "\n> UNCLEAR: ",
          "\n<<<ab1\n",
          "\n>>>ab1\n",
          "\"",
          "“",
          "[",
          "(",
          ": ",
          "  ",
          "\t",
          ", ",
          ".");

  private static Snippet snippet(String id, String text) {
    return new Snippet(ChunkId.of(id), Location.builder(id).build(), text, 0, 9, true);
  }

  static LongStream seeds() {
    return LongStream.range(0, 1_500);
  }

  private static String randomAnswer(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(14); i >= 0; i--) {
      text.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    return text.toString();
  }

  /** Passes a text in random cuts and returns the parts. */
  private static List<AnswerPart> streamed(String text, Random random) {
    PartialAnswer partial = new PartialAnswer(SHOWN);
    List<AnswerPart> parts = new ArrayList<>();
    int longest = 1 + random.nextInt(12);
    for (int end = 0; end < text.length(); ) {
      end = Math.min(text.length(), end + 1 + random.nextInt(longest));
      parts.addAll(partial.next(text.substring(0, end)));
    }
    return parts;
  }

  private static String join(List<AnswerPart> parts) {
    return String.join("", parts.stream().map(AnswerPart::text).toList());
  }

  private static List<AnswerPart> markers(List<AnswerPart> parts) {
    return parts.stream().filter(AnswerPart::isMarker).toList();
  }

  @Test
  void whatIsCertainNeverChangesWhateverTheCut() {
    long held = 0;
    long all = 0;
    for (long seed : seeds().toArray()) {
      Random random = new Random(seed);
      String written = randomAnswer(random);
      ParsedAnswer answer = CitationReader.read(written, SHOWN);
      List<AnswerPart> whole = PartialAnswer.partsOf(answer.text(), SHOWN);
      List<AnswerPart> parts = streamed(written, random);

      String sent = join(parts);
      assertThat(answer.text()).as("seed %d: %s", seed, written).startsWith(sent);
      assertThat(markers(parts))
          .as("seed %d: %s", seed, written)
          .isEqualTo(markers(whole).stream().filter(part -> part.start() < sent.length()).toList());
      held += answer.text().length() - sent.length();
      all += answer.text().length();
    }
    // Unclosed brackets and lines before an evidence block are held back, nothing else.
    assertThat(held).isLessThan(all / 2);
  }

  @Test
  void partsAreTheMarkersOfTheParsedAnswer() {
    for (long seed : seeds().toArray()) {
      String written = randomAnswer(new Random(seed));
      ParsedAnswer answer = CitationReader.read(written, SHOWN);
      List<AnswerPart> parts = PartialAnswer.partsOf(answer.text(), SHOWN);
      assertThat(join(parts)).isEqualTo(answer.text());
      List<AnswerPart> expected = new ArrayList<>();
      for (Citation.Marker marker : answer.markers()) {
        expected.add(
            new AnswerPart(
                marker.start(),
                answer.text().substring(marker.start(), marker.end()),
                marker.sources().stream()
                    .map(
                        each ->
                            new Citation.Source(
                                each.number(), each.chunkId(), place(each.chunkId())))
                    .toList()));
      }
      assertThat(markers(parts)).as("seed %d: %s", seed, written).isEqualTo(expected);
    }
  }

  private static Location place(ChunkId chunk) {
    return SHOWN.stream()
        .filter(snippet -> snippet.chunkId().equals(chunk))
        .map(Snippet::location)
        .findFirst()
        .orElse(null);
  }

  @Test
  void sendsEachWordOfAUsualAnswerAtOnce() {
    String written =
        "In Tarn\nMira Voss was born in Tarn (in 1881) [k2], says \"the book\".\n\n"
            + "Evidence:\n[k2] \"born in Tarn\"";
    PartialAnswer partial = new PartialAnswer(SHOWN);
    StringBuilder sent = new StringBuilder();
    int behind = 0;
    for (int i = 1; i <= written.length(); i++) {
      sent.append(join(partial.next(written.substring(0, i))));
      if (i <= written.indexOf("\n\nEvidence")) {
        behind = Math.max(behind, i - sent.length());
      }
    }
    assertThat(sent).hasToString(written.substring(0, written.indexOf("\n\nEvidence")));
    assertThat(behind).isLessThanOrEqualTo("(in 1881".length());
  }

  static List<String> cutMarkers() {
    return List.of(
        "[q7k2m#12: \"signed (twice) by \"Oda\" Fenwick\"]",
        "[q7k2m#12]",
        "[k1, k2]",
        "(chunk k1)",
        "【k2†source】",
        "[k2: \"born in Tarn\"; k1: \"designed by Mira Voss\"]");
  }

  @ParameterizedTest
  @MethodSource("cutMarkers")
  void holdsAMarkerBackWhereverItIsCut(String marker) {
    String before = "Signed by Oda ";
    String written = before + marker + " and so on.";
    for (int cut = before.length(); cut < before.length() + marker.length(); cut++) {
      PartialAnswer partial = new PartialAnswer(SHOWN);
      assertThat(join(partial.next(written.substring(0, cut))).strip())
          .as("cut %d", cut)
          .isEqualTo("Signed by Oda");
      List<AnswerPart> rest = partial.next(written);
      assertThat(markers(rest)).extracting(AnswerPart::text).containsExactly(marker);
    }
  }

  @Test
  void holdsTheEvidenceBlockBackWhereverItIsCut() {
    for (String block :
        List.of(
            "\nEvidence:\n[k2] \"born in Tarn\"",
            "\n\n**Sources**\n- k2: \"born in Tarn\"",
            "\n[k2] \"born in Tarn\"\n[k1: \"designed by\"]")) {
      String written = "In Tarn [k2]." + block;
      for (int cut = 13; cut <= written.length(); cut++) {
        assertThat(join(new PartialAnswer(SHOWN).next(written.substring(0, cut))))
            .as("%s, cut %d", block, cut)
            .isEqualTo("In Tarn [k2].");
      }
    }
  }
}
