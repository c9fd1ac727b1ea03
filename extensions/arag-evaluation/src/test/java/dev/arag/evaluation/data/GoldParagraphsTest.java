package dev.arag.evaluation.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GoldParagraphsTest {
  @TempDir Path folder;

  private Path file(String content) throws IOException {
    return Files.writeString(folder.resolve("paragraphs.json"), content);
  }

  @Test
  void readsTextsAndObjects() throws IOException {
    Path file =
        file(
            """
            ["0:Ann Lee\\nShe was born: in Tarn.\\nSecond line.", "x:No title here",
             {"id": 2, "title": "T", "text": "Body"}, {"_id": "b", "text": "BEIR"}]
            """);
    assertThat(GoldParagraphs.read(file).all())
        .containsExactly(
            new GoldParagraph("0", "Ann Lee", "She was born: in Tarn.\nSecond line."),
            new GoldParagraph("x", "", "No title here"),
            new GoldParagraph("2", "T", "Body"),
            new GoldParagraph("b", "", "BEIR"));
  }

  @Test
  void findsTheParagraphsOfAQuestionInItsOrder() {
    GoldParagraph first = new GoldParagraph("1", "", "one");
    GoldParagraph second = new GoldParagraph("2", "", "two");
    Question question = new Question("q", "?", List.of(), "", List.of("2", "9", "1"), List.of());
    assertThat(GoldParagraphs.of(List.of(first, second)).of(question))
        .containsExactly(second, first);
    assertThat(GoldParagraphs.NONE.of(question)).isEmpty();
  }

  @Test
  void rejectsTextsWithoutIdAndDuplicates() throws IOException {
    Path noId = file("[\"no colon\"]");
    assertThatThrownBy(() -> GoldParagraphs.read(noId))
        .hasMessageStartingWith(noId + ", line 1: A string \"id:Title\\ntext\" is expected.");
    Path twice = file("{\"id\":1,\"text\":\"a\"}\n{\"id\":\"1\",\"text\":\"b\"}");
    assertThatThrownBy(() -> GoldParagraphs.read(twice))
        .hasMessageStartingWith(twice + ", line 2: ")
        .hasMessageContaining("\"1\"");
  }
}
