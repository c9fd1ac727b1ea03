package dev.arag.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DocumentTest {
  @Test
  void keepsTextTitleSectionsAndPages() {
    Document document =
        Document.builder("d", "Title\nText")
            .title("Title")
            .metadata("year", 1893)
            .heading(0, List.of("Title"))
            .page(0, 1)
            .build();
    assertThat(document.text()).isEqualTo("Title\nText");
    assertThat(document.metadata()).containsEntry("year", 1893L);
    assertThat(document.headings()).containsExactly(new Document.Heading(0, List.of("Title")));
    assertThat(document.pages()).containsExactly(new Document.Page(0, 1));
    assertThat(document.toBuilder().build().metadata()).isEqualTo(document.metadata());
  }

  @Test
  void cutsLongTitlesAndHeadings() {
    String start = "a".repeat(999);
    Document document =
        Document.builder("d", "Text")
            .title(start + " " + "b".repeat(1_000_000))
            .heading(0, List.of(start + "\uD83C\uDF09"))
            .build();
    assertThat(document.title()).hasValue(start);
    assertThat(document.headings().get(0).path()).containsExactly(start);
    assertThat(document.toBuilder().build().headings()).isEqualTo(document.headings());
  }

  @Test
  void rejectsOffsetsOutOfOrderOrOutsideTheText() {
    Document.Builder builder = Document.builder("d", "text").heading(2, List.of("A"));
    assertThatThrownBy(() -> builder.heading(2, List.of("B")))
        .hasMessageContaining("greater than 2");
    assertThatThrownBy(() -> builder.heading(5, List.of("B"))).hasMessageContaining("at most 4");
    assertThatThrownBy(() -> builder.page(0, 0)).hasMessageContaining("page must be >= 1");
  }

  @Test
  void rejectsPredefinedChunksThatDoNotBeginAtZero() {
    Document.Builder builder = Document.builder("d", "text").chunk(1, ChunkId.of("c"));
    assertThatThrownBy(builder::build).hasMessageContaining("must start at offset 0");
  }

  @Test
  void rejectsMetadataOfUnsupportedTypes() {
    Document.Builder builder = Document.builder("d", "text");
    assertThatThrownBy(() -> builder.metadata("k", List.of(1))).hasMessageContaining("'k'");
    assertThatThrownBy(() -> builder.metadata("k", Double.NaN)).hasMessageContaining("finite");
    assertThatThrownBy(() -> builder.metadata(" ", "v")).hasMessageContaining("blank");
    assertThatThrownBy(() -> builder.metadata("k", LocalDate.EPOCH.atStartOfDay()))
        .hasMessageContaining("a LocalDate, an Instant");
  }

  @Test
  void copiesListsInMetadata() {
    List<String> tags = new ArrayList<>(List.of("a"));
    Document document = Document.builder("d", "").metadata("tags", tags).build();
    tags.add("b");
    assertThat(document.metadata()).containsEntry("tags", List.of("a"));
    Document without = document.toBuilder().metadata("tags", null).metadata("d", null).build();
    assertThat(without.metadata()).isEmpty();
  }

  @Test
  void tablesAreInOrderAndWithinTheText() {
    Document.Builder document =
        Document.builder("a", "x | y\n1 | 2\n\nz").table(new Document.Table(0, 6, 12));

    assertThat(document.build().toBuilder().build().tables())
        .containsExactly(new Document.Table(0, 6, 12));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> document.table(new Document.Table(11, 12, 13)))
        .withMessageContaining("The offset of a table of a must be greater than 11");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> document.table(new Document.Table(12, 12, 99)))
        .withMessageContaining("at most 14");
    assertThatIllegalArgumentException().isThrownBy(() -> new Document.Table(3, 3, 3));
    assertThatIllegalArgumentException().isThrownBy(() -> new Document.Table(3, 2, 9));
  }
}
