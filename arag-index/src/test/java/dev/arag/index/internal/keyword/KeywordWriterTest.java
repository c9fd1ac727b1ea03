package dev.arag.index.internal.keyword;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.error.CorruptIndexException;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.BlockWriter;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.store.MemoryStore;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeywordWriterTest {
  private static final List<String> TEXTS = List.of("One É", "", "Three 😀", "x".repeat(300_000));

  private final MemoryStore store = new MemoryStore();

  @FunctionalInterface
  private interface KeywordContent {
    void fill(KeywordWriter writer) throws IOException;
  }

  private KeywordReader write(String name, KeywordContent content) throws IOException {
    try (KeywordWriter writer = KeywordWriter.create(store, name)) {
      content.fill(writer);
      return KeywordReader.of(BlockReader.open(store, name, FileKind.KEYWORDS, writer.finish()));
    }
  }

  private static void addAll(KeywordWriter writer, List<String> texts) throws IOException {
    for (String text : texts) {
      writer.add(text);
    }
  }

  @Test
  void writesTheSameBytesWhenCopyingAsWhenAdding() throws IOException {
    KeywordReader from = write("from", writer -> addAll(writer, TEXTS));
    write("copied", writer -> copyParts(writer, from));
    write("added", writer -> addAll(writer, List.of(TEXTS.get(1), TEXTS.get(2), TEXTS.get(0))));
    assertThat(store.files().get("copied")).isEqualTo(store.files().get("added"));
  }

  private static void copyParts(KeywordWriter writer, KeywordReader from) throws IOException {
    writer.copy(from, 1, 3);
    writer.copy(from, 2, 2);
    writer.copy(from, 0, 1);
  }

  @Test
  void refusesToCopyMissingTexts() throws IOException {
    KeywordReader from = write("from", writer -> addAll(writer, TEXTS));
    assertThatThrownBy(() -> write("copied", writer -> writer.copy(from, 3, 5)))
        .isInstanceOf(CorruptIndexException.class)
        .hasMessageContaining("no chunk 4");
  }

  @Test
  void writesTheSameBytesWhenCopyingAcrossGroups() throws IOException {
    List<String> texts =
        IntStream.range(0, 1_500).mapToObj(i -> "Text " + i + " été " + i * i).toList();
    KeywordReader from = write("from", writer -> addAll(writer, texts));
    write("copied", writer -> writer.copy(from, 100, 1_400));
    write("added", writer -> addAll(writer, texts.subList(100, 1_400)));
    assertThat(store.files().get("copied")).isEqualTo(store.files().get("added"));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 32_769, Integer.MAX_VALUE, Integer.MIN_VALUE, 30})
  void rejectsImpossibleSignatures(int rows) throws IOException {
    try (BlockWriter file = BlockWriter.create(store, "crafted", FileKind.KEYWORDS)) {
      file.write(new byte[] {'o', 'n', 'e', 0, 0}, 0, 5);
      file.writeLong(3);
      file.writeInt(rows);
      file.writeLong(1);
      KeywordReader reader =
          KeywordReader.of(BlockReader.open(store, "crafted", FileKind.KEYWORDS, file.finish()));
      KeywordScan scan = new KeywordScan(KeywordQuery.of(List.of("one")));
      assertThatThrownBy(() -> scan.search(reader, 0, 1, (chunk, occurrences) -> {}))
          .isInstanceOf(CorruptIndexException.class)
          .hasMessageContaining("signature rows at");
    }
  }

  @ParameterizedTest
  @CsvSource({"-1,2", "2,1", "1,3", "1,9", "9,2"})
  void rejectsTextsThatAreNotContiguous(long firstEnd, long secondEnd) throws IOException {
    try (BlockWriter file = BlockWriter.create(store, "crafted", FileKind.KEYWORDS)) {
      file.write(new byte[] {'a', 'b'}, 0, 2);
      file.writeLong(firstEnd);
      file.writeLong(secondEnd);
      file.writeInt(0);
      file.writeLong(2);
      KeywordReader reader =
          KeywordReader.of(BlockReader.open(store, "crafted", FileKind.KEYWORDS, file.finish()));
      assertThatThrownBy(() -> reader.bytes(1)).isInstanceOf(CorruptIndexException.class);
    }
  }
}
