package dev.arag.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SectionTest {
  private static final int CHUNK_OFFSET = 1_000;

  private final StringBuilder text = new StringBuilder();
  private final List<Sentence> sentences = new ArrayList<>();
  private List<String> path = List.of();

  private SectionTest headingLine(String... newPath) {
    path = List.of(newPath);
    add(path.get(path.size() - 1), path.subList(0, path.size() - 1), true);
    return this;
  }

  private SectionTest under(String... newPath) {
    path = List.of(newPath);
    return this;
  }

  private SectionTest sentence(String sentence) {
    add(sentence, path, false);
    return this;
  }

  private void add(String sentence, List<String> heading, boolean isHeading) {
    sentences.add(new Sentence(sentence, CHUNK_OFFSET + text.length(), heading, isHeading));
    text.append(sentence).append(isHeading ? "\n\n" : " ");
  }

  private Chunk chunk(String heading) {
    return new Chunk(
        ChunkId.of("c#3"),
        Location.builder("d").heading(List.of(heading)).offset(CHUNK_OFFSET).build(),
        text.toString(),
        sentences,
        1,
        null,
        null);
  }

  /** Creates a chunk and checks what holds for the sections of any chunk. */
  private List<Section> sections() {
    Chunk chunk = chunk("of the chunk");
    List<Section> sections = chunk.sections();
    assertThat(sections.stream().map(Section::text).collect(Collectors.joining()))
        .isEqualTo(chunk.text());
    assertThat(sections.stream().flatMap(each -> each.sentences().stream()))
        .isEqualTo(chunk.sentences());
    int offset = CHUNK_OFFSET;
    for (int i = 0; i < sections.size(); i++) {
      Section each = sections.get(i);
      assertThat(each.id()).isEqualTo(new SectionId(chunk.id(), i));
      assertThat(each.count()).isEqualTo(sections.size());
      assertThat(each.offset()).isEqualTo(offset);
      offset += each.text().length();
      for (Sentence sentence : each.sentences()) {
        int start = sentence.offset() - each.offset();
        assertThat(each.text().substring(start)).startsWith(sentence.text());
      }
    }
    return sections;
  }

  private static List<String> texts(Section section) {
    return section.sentences().stream().map(Sentence::text).toList();
  }

  @Test
  void isTheWholeChunkIfThereAreNoHeadings() {
    List<Section> sections = sentence("One.").sentence("Two.").sections();
    assertThat(sections).hasSize(1);
    assertThat(sections.get(0).heading()).isEmpty();
    assertThat(texts(sections.get(0))).containsExactly("One.", "Two.");
    assertThat(sections.get(0).id()).hasToString("c#3.0");
  }

  @Test
  void isTheWholeChunkIfThereAreNoSentences() {
    text.append(" \n ");
    List<Section> sections = sections();
    assertThat(sections).hasSize(1);
    assertThat(sections.get(0).text()).isEqualTo(" \n ");
    assertThat(sections.get(0).heading()).containsExactly("of the chunk");
    text.setLength(0);
    assertThat(sections()).hasSize(1);
  }

  @Test
  void beginsAtEachHeadingLine() {
    List<Section> sections =
        headingLine("A").sentence("One.").headingLine("A", "B").sentence("Two.").sections();
    assertThat(sections).extracting(Section::heading).containsExactly(List.of("A"), path);
    assertThat(texts(sections.get(0))).containsExactly("A", "One.");
    assertThat(sections.get(0).body()).extracting(Sentence::text).containsExactly("One.");
    assertThat(sections.get(1).text()).isEqualTo("B\n\nTwo. ");
  }

  @Test
  void beginsWhereTheHeadingChangesWithoutALine() {
    List<Section> sections =
        sentence("One.").under("A").sentence("Two.").under("B").sentence("Three.").sections();
    assertThat(sections)
        .extracting(Section::heading)
        .containsExactly(List.of(), List.of("A"), List.of("B"));
  }

  @Test
  void beginsAtAHeadingLineWithTheSameTitle() {
    List<Section> sections =
        headingLine("A").sentence("One.").headingLine("A").sentence("Two.").sections();
    assertThat(sections).extracting(Section::heading).containsExactly(List.of("A"), List.of("A"));
  }

  @Test
  void containsAllHeadingLinesInARow() {
    List<Section> sections =
        headingLine("A").headingLine("A", "B").headingLine("A", "C").sentence("One.").sections();
    assertThat(sections).hasSize(1);
    assertThat(sections.get(0).heading()).containsExactly("A", "C");
    assertThat(texts(sections.get(0))).containsExactly("A", "B", "C", "One.");
  }

  @Test
  void hasTheTitleOfAHeadingLineAtTheEndOfTheChunk() {
    List<Section> sections = sentence("One.").headingLine("A").headingLine("A", "B").sections();
    assertThat(sections).hasSize(2);
    assertThat(sections.get(1).heading()).containsExactly("A", "B");
    assertThat(sections.get(1).body()).isEmpty();
  }

  /** The heading line is in the previous chunk. */
  @Test
  void continuesASectionOfThePreviousChunk() {
    List<Section> sections =
        under("A").sentence("Last.").headingLine("B").sentence("One.").sections();
    assertThat(sections).extracting(Section::heading).containsExactly(List.of("A"), List.of("B"));
    assertThat(texts(sections.get(0))).containsExactly("Last.");
  }

  @Test
  void keepsTextBeforeTheFirstSentence() {
    text.append("\n\n ");
    List<Section> sections =
        headingLine("A").sentence("One.").headingLine("B").sentence("Two.").sections();
    assertThat(sections.get(0).text()).startsWith("\n\n A").endsWith("One. ");
  }

  @Test
  void countsFiveThousandHeadings() {
    for (int i = 0; i < 5_000; i++) {
      headingLine("Title " + i).sentence("Text.");
    }
    List<Section> sections = sections();
    assertThat(sections).hasSize(5_000);
    assertThat(sections.get(4_999).id()).hasToString("c#3.4999");
    assertThat(sections.get(4_999).heading()).containsExactly("Title 4999");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void beginsNowhereElse(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 60; i++) {
      String title = "T" + random.nextInt(3);
      switch (random.nextInt(4)) {
        case 0 -> headingLine(title);
        case 1 -> headingLine("Outer", title);
        case 2 -> under(title);
        default -> sentence("s" + i + ".");
      }
    }
    for (Section section : sections()) {
      List<Sentence> all = section.sentences();
      int body = all.size() - section.body().size();
      assertThat(all.subList(0, body)).allMatch(Sentence::isHeading);
      assertThat(all.subList(body, all.size()))
          .allMatch(each -> each.heading().equals(section.heading()));
    }
  }

  @Test
  void rejectsInvalidNumbers() {
    ChunkId id = ChunkId.of("c");
    assertThatIllegalArgumentException().isThrownBy(() -> new SectionId(id, -1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Section(new SectionId(id, 1), 1, List.of(), "", 0, List.of()));
  }

  @Test
  void aTableIsASectionOfItsOwn() {
    TableHeader first = new TableHeader(CHUNK_OFFSET - 20, "Years | 2018\n");
    TableHeader second = new TableHeader(CHUNK_OFFSET + 5, "");
    sentence("Net | 3").sentence("Sum | 4").sentence("It grew.");
    headingLine("Sales").sentence("Toys | 5").sentence("Books | 6").sentence("Both grew.");
    setTable(0, 2, first);
    setTable(4, 6, second);

    List<Section> sections = sections();

    assertThat(sections.stream().map(Section::table))
        .containsExactly(
            Optional.of(first), Optional.empty(), Optional.of(second), Optional.empty());
    assertThat(sections.get(2).sentences()).hasSize(3);
    assertThat(sections.get(2).heading()).containsExactly("Sales");
  }

  private void setTable(int from, int to, TableHeader table) {
    sentences
        .subList(from, to)
        .replaceAll(
            each ->
                new Sentence(each.text(), each.offset(), each.heading(), each.isHeading(), table));
  }
}
