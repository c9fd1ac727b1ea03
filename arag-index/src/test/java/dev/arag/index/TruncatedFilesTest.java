package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.CorruptIndexException;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * No answer comes from a mapped file that was cut, not even where no read would notice: all of what
 * is missing here was read and checked before.
 */
@EnabledOnOs({OS.LINUX, OS.MAC})
class TruncatedFilesTest {
  @TempDir Path folder;

  private interface Query {
    Object ask(Index index);
  }

  private static final Query KEYWORD = index -> index.keywordSearch(List.of("bridge"), 3);
  private static final Query MEANING = index -> index.semanticSearch("the bridge", 3);
  private static final Query READ = index -> index.read(List.of(ChunkId.of("c1")));

  @Test
  void whatIsMadeFromAFileIsRefusedOnceItWasCut() throws IOException {
    assertThat(refusedAfterCutting("keywords")).containsExactly(true, false, false);
    assertThat(refusedAfterCutting("vectors")).containsExactly(false, true, false);
    assertThat(refusedAfterCutting("chunks")).containsExactly(true, true, true);
  }

  private List<Boolean> refusedAfterCutting(String kind) throws IOException {
    List<Boolean> refused = new ArrayList<>();
    try (Index index = index(folder.resolve(kind))) {
      List<Query> queries = List.of(KEYWORD, MEANING, READ);
      List<Object> answers = queries.stream().map(query -> query.ask(index)).toList();
      assertThat(answers).doesNotContain(List.of());
      Path file = file(folder.resolve(kind), kind);
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(channel.size() - 1);
      }
      for (int i = 0; i < queries.size(); i++) {
        refused.add(isRefused(index, queries.get(i), answers.get(i), file));
      }
    }
    return refused;
  }

  private static Index index(Path directory) {
    Index index = Index.builder(directory).embedder(new HashEmbedder(8)).openOrCreate();
    Document document =
        Document.builder("d", "An old bridge. A river.").oneChunk(ChunkId.of("c1")).build();
    index.sync(Source.documents("docs", List.of(document)));
    return index;
  }

  private static Path file(Path directory, String kind) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(each -> each.getFileName().toString().startsWith(kind)).findAny().get();
    }
  }

  private static boolean isRefused(Index index, Query query, Object answer, Path file) {
    try {
      assertThat(query.ask(index)).isEqualTo(answer);
      return false;
    } catch (CorruptIndexException e) {
      assertThat(e).hasMessageContaining(file.getFileName() + " was truncated");
      return true;
    }
  }

  @Test
  void aSnapshotOutlivesTheNamesOfItsFiles() throws IOException {
    try (Index index = index(folder.resolve("gone"))) {
      Object answer = KEYWORD.ask(index);
      Files.delete(file(folder.resolve("gone"), "keywords"));
      Files.delete(file(folder.resolve("gone"), "chunks"));
      assertThat(KEYWORD.ask(index)).isEqualTo(answer);
      assertThatThrownBy(() -> Index.open(folder.resolve("gone")))
          .isInstanceOf(CorruptIndexException.class);
    }
  }
}
