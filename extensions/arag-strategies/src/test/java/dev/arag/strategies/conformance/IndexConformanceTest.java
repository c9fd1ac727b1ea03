package dev.arag.strategies.conformance;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The rules that every strategy obeys, over an index. */
class IndexConformanceTest extends StrategyContract {
  @TempDir static Path folder;
  private static Index index;
  private static Index empty;

  @BeforeAll
  static void makeIndexes() {
    index = open("i.arag");
    index.sync(Source.documents("test", documents()));
    empty = open("empty.arag");
  }

  private static Index open(String name) {
    return Index.builder(folder.resolve(name)).embedder(new HashEmbedder(256)).openOrCreate();
  }

  @AfterAll
  static void closeIndexes() {
    index.close();
    empty.close();
  }

  @Override
  protected Corpus corpus() {
    return index;
  }

  @Override
  protected Corpus emptyCorpus() {
    return empty;
  }
}
