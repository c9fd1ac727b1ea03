package dev.arag.index;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.CorpusContract;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Document;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

class IndexCorpusTest extends CorpusContract {
  @TempDir Path folder;

  private final List<Index> opened = new ArrayList<>();

  @Override
  protected Corpus corpus(List<Document> documents) {
    Path directory = folder.resolve("index-" + opened.size());
    Index index = Index.builder(directory).embedder(new HashEmbedder()).openOrCreate();
    opened.add(index);
    index.sync(Source.documents("test", documents));
    return index;
  }

  @AfterEach
  void close() {
    opened.forEach(Index::close);
  }
}
