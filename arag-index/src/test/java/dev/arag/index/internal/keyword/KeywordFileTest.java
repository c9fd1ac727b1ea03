package dev.arag.index.internal.keyword;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.error.CorruptIndexException;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.BlockWriter;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.file.ProblemCollector;
import dev.arag.index.internal.postings.PostingsMerge;
import dev.arag.index.internal.postings.PostingsReader;
import dev.arag.index.internal.postings.PostingsWriter;
import dev.arag.index.internal.store.MemoryStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeywordFileTest {
  private final MemoryStore store = new MemoryStore();

  private static List<String> texts(int count) {
    return IntStream.range(0, count).mapToObj(i -> "Text " + i + " été " + i * i).toList();
  }

  @Test
  void mergesToTheSameBytesAsWhenAdding() throws IOException {
    List<String> texts = new ArrayList<>(texts(1_500));
    texts.addAll(List.of("One É", "", "Three 😀", "x".repeat(300_000)));
    PostingsReader first = KeywordFiles.write(store, "first", texts.subList(0, 700));
    PostingsReader second = KeywordFiles.write(store, "second", texts.subList(700, texts.size()));
    try (PostingsWriter out = KeywordFile.create(store, "merged")) {
      PostingsMerge.run(
          out,
          List.of(
              new PostingsMerge.Input(first, chunk -> chunk < 100 ? -1 : chunk - 100),
              new PostingsMerge.Input(second, chunk -> chunk + 600)),
          () -> {});
    }
    KeywordFiles.write(store, "added", texts.subList(100, texts.size()));
    assertThat(store.files().get("merged")).isEqualTo(store.files().get("added"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1_000, 20_000})
  void writesTheSameBytesWithLittleMemory(int heapBytes) throws IOException {
    KeywordFiles.write(store, "a", texts(300), heapBytes);
    KeywordFiles.write(store, "b", texts(300));
    assertThat(store.files().get("a")).isEqualTo(store.files().get("b"));
    assertThat(store.files()).hasSize(2);
  }

  @Test
  void reportsRowsThatAreNotThoseOfTheKeys() throws IOException {
    KeywordFiles.write(store, "texts", texts(20_000));
    byte[] file = store.files().get("texts");
    ByteBuffer at = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    int length = (int) at.getLong(file.length - 64);
    byte[] body = Arrays.copyOfRange(file, 64, 64 + length);
    at = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
    int groups = (int) at.getLong(length - 8);
    int ends = length - 16 - 16 * groups - 8 * 20_000;
    assertThat(groups).isGreaterThan(16);
    assertThat(problems(body)).isEmpty();
    body[ends - 1] ^= 1; // the end of the last row
    assertThat(problems(body)).singleElement().asString().contains("the rows of bits");
  }

  private List<String> problems(byte[] body) throws IOException {
    MemoryStore altered = new MemoryStore();
    try (BlockWriter file = BlockWriter.create(altered, "texts", FileKind.KEYWORDS)) {
      file.write(body, 0, body.length);
      PostingsReader reader =
          KeywordFile.open(BlockReader.open(altered, "texts", FileKind.KEYWORDS, file.finish()));
      List<String> problems = new ArrayList<>();
      KeywordFile.audit(reader, new ProblemCollector((offset, problem) -> problems.add(problem)));
      return problems;
    }
  }

  @ParameterizedTest
  @CsvSource({"-1,2", "2,1", "1,3", "1,9", "9,2"})
  void rejectsTextsThatAreNotContiguous(long firstEnd, long secondEnd) throws IOException {
    try (BlockWriter file = BlockWriter.create(store, "crafted", FileKind.KEYWORDS)) {
      file.write(new byte[] {'a', 'b'}, 0, 2);
      file.writeLong(firstEnd);
      file.writeLong(secondEnd);
      file.writeLong(2);
      file.writeLong(0);
      PostingsReader reader =
          KeywordFile.open(BlockReader.open(store, "crafted", FileKind.KEYWORDS, file.finish()));
      assertThatThrownBy(() -> reader.record(1)).isInstanceOf(CorruptIndexException.class);
    }
  }
}
