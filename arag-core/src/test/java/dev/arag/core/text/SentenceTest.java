package dev.arag.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.token.TokenCounter;
import java.util.List;
import org.junit.jupiter.api.Test;

class SentenceTest {
  @Test
  void embedsASentenceWithItsHeading() {
    Sentence sentence = new Sentence("He was born in Tarn.", 0, List.of("People", "Ito"), false);
    assertThat(sentence.embeddedText()).isEqualTo("People > Ito: He was born in Tarn.");
    assertThat(sentence.withoutHeading().embeddedText()).isEqualTo("He was born in Tarn.");
  }

  @Test
  void embedsAHeadingWithoutItsFinalFullStop() {
    assertThat(embedded("Cells divide at night.")).isEqualTo("Cells divide at night: It is dark.");
    assertThat(embedded("One.", "Two.")).isEqualTo("One. > Two: It is dark.");
    assertThat(embedded("Who Dat?")).isEqualTo("Who Dat?: It is dark.");
    assertThat(embedded("And then...")).isEqualTo("And then...: It is dark.");
    assertThat(embedded(".")).isEqualTo(".: It is dark.");
  }

  private static String embedded(String... heading) {
    return new Sentence("It is dark.", 0, List.of(heading), false).embeddedText();
  }

  @Test
  void leavesOutTitlesBetweenTheOutermostAndTheInnermostOfALongPath() {
    String part = "Management's discussion and analysis of results ".repeat(6).strip();
    assertThat(embedded("Report", part, part, part, "Costs", "Rent"))
        .isEqualTo("Report > " + part + " > Costs > Rent: It is dark.");
    assertThat(embedded("Report", part.repeat(9))).startsWith("Report > Management");
  }

  @Test
  void truncatesALongHeading() {
    Sentence sentence = new Sentence("Text.", 0, List.of("very ".repeat(500)), false);
    String heading = sentence.embeddedText().replace(": Text.", "");
    assertThat(TokenCounter.o200k().count(heading)).isEqualTo(Sentence.HEADING_TOKENS);
  }

  @Test
  void removesInvisibleCharactersFromTheEmbeddedText() {
    Sentence sentence = new Sentence("Pay\u202e 10\u2060 euros.", 0, List.of(), false);
    assertThat(sentence.embeddedText()).isEqualTo("Pay 10 euros.");
  }

  @Test
  void embedsTextWithoutVisibleCharactersUnchanged() {
    Sentence sentence = new Sentence("\u2060\u200b", 0, List.of("Heading"), false);
    assertThat(sentence.embeddedText()).isEqualTo(sentence.text());
  }

  @Test
  void rejectsASentenceOutsideTheTextOfItsChunk() {
    Location location = Location.builder("d").offset(10).build();
    Sentence inside = new Sentence("text", 12, List.of(), false);
    Sentence outside = new Sentence("text", 13, List.of(), false);
    assertThat(chunk(location, inside).sentences()).containsExactly(inside);
    assertThatThrownBy(() -> chunk(location, outside)).hasMessageContaining("offset 13");
  }

  @Test
  void rejectsAPageStartOutsideTheTextOfItsChunkOrOutOfOrder() {
    assertThat(chunk(11, 15).pageAt(14)).hasValue(2);
    assertThatThrownBy(() -> chunk(10, 15)).hasMessageContaining("offset 10");
    assertThatThrownBy(() -> chunk(11, 16)).hasMessageContaining("offset 16");
    assertThatThrownBy(() -> chunk(12, 12)).hasMessageContaining("offset 12");
  }

  private static Chunk chunk(int secondPage, int thirdPage) {
    return new Chunk(
        ChunkId.of("c"),
        Location.builder("d").page(1).offset(10).build(),
        "a text",
        List.of(),
        2,
        null,
        null,
        List.of(new Document.Page(secondPage, 2), new Document.Page(thirdPage, 3)));
  }

  private static Chunk chunk(Location location, Sentence sentence) {
    return new Chunk(ChunkId.of("c"), location, "a text", List.of(sentence), 2, null, null);
  }

  @Test
  void aRowIsEmbeddedWithTheHeaderOfItsTable() {
    TableHeader header =
        new TableHeader(0, "(Millions) | | \n| Years | 2018 | 2017 |\n|---|---|---|\n");
    Sentence row = new Sentence("Net sales | 32,765 | 31,657", 90, List.of("Cash"), false, header);

    assertThat(header.lines()).containsExactly("(Millions) | |", "| Years | 2018 | 2017 |");
    assertThat(header.line()).isEqualTo("(Millions) Years | 2018 | 2017");
    assertThat(row.embeddedText())
        .isEqualTo("Cash: (Millions) Years | 2018 | 2017: Net sales | 32,765 | 31,657");
    assertThat(row.withoutHeading().embeddedText())
        .isEqualTo("(Millions) Years | 2018 | 2017: Net sales | 32,765 | 31,657");
  }

  @Test
  void aHeaderLineIsEmbeddedWithoutTheHeader() {
    Sentence line = new Sentence("a | b", 4, List.of(), false, new TableHeader(4, "a | b\n"));
    assertThat(line.isTableHeader()).isTrue();
    assertThat(line.embeddedText()).isEqualTo("a | b");
  }
}
