package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.CorpusContract;
import dev.arag.core.corpus.KeywordHit;
import dev.arag.core.corpus.Scope;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Document;
import dev.arag.index.source.Source;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexCorpusTest extends CorpusContract {
  @TempDir Path folder;

  private final List<Index> opened = new ArrayList<>();

  @Override
  protected Corpus corpus(Map<String, List<Document>> sources) {
    Path directory = folder.resolve("index-" + opened.size());
    Index index = Index.builder(directory).embedder(new HashEmbedder()).openOrCreate();
    opened.add(index);
    index.sync(
        sources.entrySet().stream()
            .map(source -> Source.documents(source.getKey(), source.getValue()))
            .toList(),
        progress -> {});
    return index;
  }

  @Test
  void searchesByKeywordWithoutEmbeddings() {
    try (Index index =
        Index.builder(folder.resolve("words.arag")).withoutEmbeddings().openOrCreate()) {
      index.sync(Source.documents("d", List.of(Document.of("a", "The Who is a band."))));
      assertThat(index.search("the who", 5)).singleElement().isInstanceOf(KeywordHit.class);
      assertThat(index.within(Scope.source("d")).search("band?", 5)).hasSize(1);
      assertThat(index.search("a", 5)).isEmpty();
    }
  }

  @AfterEach
  void close() {
    opened.forEach(Index::close);
  }
}
