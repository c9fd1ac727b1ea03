package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.CorruptIndexException;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.source.Source;
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
 * Checks that a query never returns a result from a truncated mapped file. In this test no read
 * detects the truncation, because all blocks were read and checked before the file was truncated.
 */
@EnabledOnOs({OS.LINUX, OS.MAC})
class TruncatedFilesTest {
  @TempDir Path folder;

  private interface IndexQuery {
    Object ask(Index index);
  }

  private static final IndexQuery KEYWORD = index -> index.keywordSearch(List.of("bridge"), 3);
  private static final IndexQuery MEANING = index -> index.semanticSearch("the bridge", 3);
  private static final IndexQuery READ = index -> index.read(List.of(ChunkId.of("c1")));

  @Test
  void rejectsResultsFromATruncatedFile() throws IOException {
    assertThat(rejectedAfterTruncation("keywords")).containsExactly(true, false, false);
    assertThat(rejectedAfterTruncation("vectors")).containsExactly(false, true, false);
    assertThat(rejectedAfterTruncation("chunks")).containsExactly(true, true, true);
  }

  private List<Boolean> rejectedAfterTruncation(String kind) throws IOException {
    List<Boolean> rejected = new ArrayList<>();
    try (Index index = index(folder.resolve(kind))) {
      List<IndexQuery> queries = List.of(KEYWORD, MEANING, READ);
      List<Object> answers = queries.stream().map(query -> query.ask(index)).toList();
      assertThat(answers).doesNotContain(List.of());
      Path file = file(folder.resolve(kind), kind);
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(channel.size() - 1);
      }
      for (int i = 0; i < queries.size(); i++) {
        rejected.add(isRejected(index, queries.get(i), answers.get(i), file));
      }
    }
    return rejected;
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

  private static boolean isRejected(Index index, IndexQuery query, Object answer, Path file) {
    try {
      assertThat(query.ask(index)).isEqualTo(answer);
      return false;
    } catch (CorruptIndexException e) {
      assertThat(e).hasMessageContaining(file.getFileName() + " was truncated");
      return true;
    }
  }

  @Test
  void readsFilesThatWereDeletedAfterOpening() throws IOException {
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
