package dev.arag.tools.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.text.ChunkId;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkNamesTest {
  @ParameterizedTest
  @CsvSource({
    "q7k2m#12, q7k2m#12",
    "Doc-7_a.b:c, Doc-7_a.b:c",
    "k, k",
    "abcdefghijklmnop, abcdefghijklmnop",
    "110, c110",
    "0, c0",
    "007, c007",
    "a.b, a.b",
    "v1.2b, v1.2b",
    "k.1234567890, k.1234567890",
  })
  void usesShortIdsAsNames(String id, String shown) {
    assertThat(ChunkNames.of(ChunkId.of(id))).isEqualTo(shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "abcdefghijklmnopq",
        "docs/guide.md",
        "two words",
        "7seven",
        "-1",
        "été",
        "1234567890123456",
        "[k1]",
        "v1.2",
        "q7k2m#12.4"
      })
  void createsAStableAliasForOtherIds(String id) {
    assertThat(ChunkNames.of(ChunkId.of(id)))
        .matches("x[a-z2-7]{7}")
        .isEqualTo(ChunkNames.of(ChunkId.of(id)));
  }

  @Test
  void createsTheAliasFromTheHash() {
    // SHA-256 of "two words" begins a0 3f 1d 61 16.
    assertThat(ChunkNames.of(ChunkId.of("two words"))).isEqualTo("xua7r2yi");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "q7k2m#12",
        "[q7k2m#12]",
        " q7k2m#12 ",
        "chunk q7k2m#12",
        "Chunk ID: q7k2m#12",
        "[chunk q7k2m#12]",
        "Chunk [q7k2m#12]",
        "\"q7k2m#12\"",
        "`q7k2m#12`",
        "**q7k2m#12**",
        "(q7k2m#12)",
        "Q7K2M#12",
        "q7k2m # 12",
        "q7k2m#12.",
        "[q7k2m#12] A heading",
        "【q7k2m#12】",
      })
  void ignoresDecoration(String written) {
    ChunkId id = ChunkId.of("q7k2m#12");
    assertThat(matches(written, id)).isTrue();
    assertThat(ChunkNames.candidates(written)).contains(id);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a-7", "a‐7", "a‑7", "a–7", "a—7", "a−7", "A – 7"})
  void ignoresDashVariants(String written) {
    assertThat(matches(written, ChunkId.of("a-7"))).isTrue();
    assertThat(ChunkNames.candidates(written)).contains(ChunkId.of("a-7"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"110", "c110", "C110", "[c110]", "chunk 110", "chunk c110"})
  void matchesANumberWithAndWithoutPrefix(String written) {
    assertThat(matches(written, ChunkId.of("110"))).isTrue();
    assertThat(ChunkNames.candidates(written)).contains(ChunkId.of("110"));
  }

  @Test
  void matchesAnIdByItsAlias() {
    ChunkId id = ChunkId.of("docs/guide.md");
    assertThat(matches("[" + ChunkNames.of(id) + "]", id)).isTrue();
    assertThat(matches("docs/guide.md", id)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"q7k2m#1", "q7k2m#122", "q7k2m12", "", "[]", "chunk"})
  void doesNotMatchOtherIds(String written) {
    assertThat(matches(written, ChunkId.of("q7k2m#12"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"chunk_1", "chunk-1", "chunk12", "chunk", "ids", "id7"})
  void preservesIdsThatStartLikeDecoration(String id) {
    assertThat(ChunkNames.normalize(id)).isEqualTo(id);
    assertThat(ChunkNames.candidates(id)).startsWith(ChunkId.of(id));
  }

  @ParameterizedTest
  @CsvSource({
    "q7k2m#12.4, q7k2m#12, 4",
    "[q7k2m#12.4] A heading, q7k2m#12, 4",
    "c93 . 10, c93, 10",
    "93.0, 93, 0",
    "v1.2.3, v1.2, 3",
    "chunk c93.999999999, c93, 999999999",
  })
  void splitsTheNameOfASection(String written, String chunk, int number) {
    assertThat(ChunkNames.section(written)).contains(new ChunkNames.SectionName(chunk, number));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "c93", "c93.", ".4", "c93.x", "c93.-1", "c93.1e5", "c93.1234567890", "c93.４"})
  void doesNotSplitOtherTexts(String written) {
    assertThat(ChunkNames.section(written)).isEmpty();
  }

  /** A server without conversations can resolve only names from which the id can be computed. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "q7k2m#12",
        "110",
        "docs/guide.md#3",
        "two words",
        "Paris, France; [1]\nsecond line",
        "v1.2",
        "100%25",
        "a+b c",
        "-x-",
        "chunk: 5",
        "chunk:5",
        "été \uD83C\uDF09",
        "\"*quoted*\"."
      })
  void encodedNamesAreResolvedWithoutATracker(String value) {
    ChunkId id = ChunkId.of(value);
    String name = ChunkNames.encoded(id);
    assertThat(name).doesNotContainAnyWhitespaces().doesNotContain(",", ";", "[", "]");
    assertThat(ChunkNames.candidates(name)).contains(id);
    assertThat(ChunkNames.candidates("[" + name + "]")).contains(id);
    assertThat(ChunkNames.section(name)).isEmpty();
    ChunkNames.SectionName section = ChunkNames.section("[" + name + ".4]").orElseThrow();
    assertThat(section.number()).isEqualTo(4);
    assertThat(ChunkNames.candidates(section.chunk())).contains(id);
  }

  /** Otherwise, the text of a document with such an id would be sent instead. */
  @Test
  void encodedNamesTakePrecedenceOverIdsThatLookEncoded() {
    ChunkId id = ChunkId.of("two words");
    ChunkId other = ChunkId.of("two%20words");
    assertThat(ChunkNames.encoded(id)).isEqualTo(other.value());
    assertThat(ChunkNames.candidates("[" + ChunkNames.encoded(id) + "]"))
        .startsWith(id)
        .contains(other);
    assertThat(ChunkNames.candidates(ChunkNames.encoded(other))).startsWith(other);
  }

  @Test
  void randomEncodedNamesAreResolvedWithoutATracker() {
    Random random = new Random(7);
    for (int i = 0; i < 1_500; i++) {
      ChunkId id = ChunkId.of(randomText(random) + "k" + randomText(random));
      String name = ChunkNames.encoded(id);
      assertThat(ChunkNames.candidates("[" + name + "]")).as(name).contains(id);
      assertThat(ChunkNames.section(name)).as(name).isEmpty();
    }
  }

  private static String randomText(Random random) {
    String alphabet = "aZ09 .,;:#-_/%+[](){}\"'\n\té你\u00A0–*~@=&?";
    return random
        .ints(random.nextInt(12), 0, alphabet.length())
        .collect(
            StringBuilder::new, (out, at) -> out.append(alphabet.charAt(at)), StringBuilder::append)
        .toString();
  }

  @Test
  void invalidPercentEncodingIsText() {
    assertThat(ChunkNames.candidates("a%zz")).contains(ChunkId.of("a%zz"));
  }

  /** Whether a text written by a model refers to the chunk by its id, name or alias. */
  private static boolean matches(String written, ChunkId id) {
    return Stream.of(ChunkNames.of(id), id.value(), ChunkNames.alias(id))
        .map(ChunkNames::normalize)
        .anyMatch(ChunkNames.normalize(written)::equals);
  }
}
