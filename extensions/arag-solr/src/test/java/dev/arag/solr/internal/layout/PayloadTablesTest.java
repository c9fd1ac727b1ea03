package dev.arag.solr.internal.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.error.CorpusException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.core.text.Document.Table;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.spi.split.Splitter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PayloadTablesTest {
  private static final Splitter SPLITTER = new Splitter(64, TokenCounter.o200k());

  private static byte[] write(Chunk chunk) {
    return PayloadWriter.write(chunk, Map.of());
  }

  private static List<Chunk> chunks(boolean hasTables) {
    String header = "Year | שם\n";
    String rows = "Mt. Tarn | 5\n".repeat(40);
    int second = header.length() + rows.length();
    Document.Builder document = Document.builder("d", header + rows + "a | 1\nText. End.\n");
    if (hasTables) {
      document.table(new Table(0, header.length(), second));
      document.table(new Table(second, second, second + 6));
    }
    return SPLITTER.split(document.build());
  }

  @Test
  void readsTheTablesOfEachChunk() {
    List<Chunk> chunks = chunks(true);
    assertThat(chunks).hasSizeGreaterThan(4);
    for (Chunk chunk : chunks) {
      Chunk read = PayloadReader.chunk(write(chunk), "c");
      assertThat(read).isEqualTo(chunk);
      assertThat(read.sentences().get(0).table()).isSameAs(read.sentences().get(1).table());
    }
  }

  @Test
  void readsChunksOfOlderVersionsWithoutTables() {
    Chunk last = chunks(true).get(chunks(true).size() - 1);
    assertThat(last.sections()).hasSizeGreaterThan(2);
    List<Chunk> plain = chunks(false);
    for (Chunk chunk : plain) {
      assertThat(PayloadReader.chunk(write(chunk), "c")).isEqualTo(chunk);
    }
    // Each table has three numbers, the length of its header and the header.
    int tables = 0;
    for (int table : List.of("Year | שם\n".getBytes(StandardCharsets.UTF_8).length, 0)) {
      tables += 4 * Integer.BYTES + table;
    }
    byte[] bytes = write(last);
    Chunk old = PayloadReader.chunk(Arrays.copyOf(bytes, bytes.length - tables), "c");
    assertThat(old.sentences()).hasSameSizeAs(last.sentences()).allMatch(s -> s.table() == null);
    assertThat(old.sentences())
        .extracting(Sentence::text)
        .isEqualTo(last.sentences().stream().map(Sentence::text).toList());
  }

  @Test
  void rejectsADamagedTable() {
    byte[] bytes = write(chunks(true).get(1));
    int header = "Year | שם\n".getBytes(StandardCharsets.UTF_8).length;
    for (int cut = 1; cut < header + 4 * Integer.BYTES; cut++) {
      byte[] damaged = Arrays.copyOf(bytes, bytes.length - cut);
      assertThatThrownBy(() -> PayloadReader.chunk(damaged, "c"))
          .isInstanceOf(CorpusException.class)
          .hasMessageContaining("corrupt record");
    }
    int end = bytes.length - header - 3 * Integer.BYTES;
    bytes[end] = 1;
    assertThatThrownBy(() -> PayloadReader.chunk(bytes, "c")).isInstanceOf(CorpusException.class);
  }
}
