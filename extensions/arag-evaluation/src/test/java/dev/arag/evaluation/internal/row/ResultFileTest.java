package dev.arag.evaluation.internal.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.error.CorpusException;
import dev.arag.evaluation.data.Question;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFileTest {
  private static final RunDetails RUN =
      new RunDetails(
          "arag",
          "default",
          0,
          Map.of(),
          "",
          null,
          null,
          "transport",
          RunUsage.NONE,
          0,
          false,
          List.of(),
          "");

  @TempDir Path folder;

  private static ResultRow row(String id) {
    Question question = new Question(id, "Où? \uD83D\uDE00", List.of("x"));
    return ResultRow.of(question, null, "é", RUN);
  }

  private static byte[] bytes(String... ids) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (String id : ids) {
      out.writeBytes((row(id).toJson() + "\n").getBytes(StandardCharsets.UTF_8));
    }
    return out.toByteArray();
  }

  private boolean read(byte[] content, List<String> ids) throws IOException {
    Path file = Files.write(folder.resolve("arag.jsonl"), content);
    return ResultFile.forEach(file, row -> ids.add(row.id()));
  }

  /** A torn line is ignored; only its line break may be missing. */
  @Test
  void readsTheCompleteRowsOfAFileCutAtAnyByte() throws IOException {
    byte[] first = bytes("a");
    byte[] both = bytes("a", "b");
    for (int length = 0; length <= both.length; length++) {
      List<String> ids = new ArrayList<>();
      boolean isComplete = read(Arrays.copyOf(both, length), ids);
      int rows = length < first.length - 1 ? 0 : length < both.length - 1 ? 1 : 2;
      assertThat(ids).as("length %s", length).hasSize(rows);
      boolean endsInRow =
          length == 0
              || length >= both.length - 1
              || length == first.length - 1
              || length == first.length;
      assertThat(isComplete).as("length %s", length).isEqualTo(endsInRow);
    }
  }

  @Test
  void namesTheLineOfADamagedRow() throws IOException {
    byte[] content = bytes("a", "b", "c");
    content[bytes("a").length + 3] = 0;
    assertThatThrownBy(() -> read(content, new ArrayList<>()))
        .isInstanceOf(CorpusException.class)
        .hasMessageStartingWith(folder.resolve("arag.jsonl") + ", line 2: Invalid JSON");
  }

  @Test
  void acceptsBlankLinesAndWindowsLineBreaks() throws IOException {
    String content = row("a").toJson() + "\r\n\n" + row("b").toJson() + "\r\n";
    List<String> ids = new ArrayList<>();
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    assertThat(read(bytes, ids)).isTrue();
    assertThat(ids).containsExactly("a", "b");
  }
}
