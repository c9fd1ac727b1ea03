package dev.arag.index;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.TestRules;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Document;
import dev.arag.index.internal.store.MemoryStore;
import dev.arag.index.source.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Generates an index with a random history, and random queries, from a seed. The texts are in many
 * scripts and are spread over several segments. Some texts occur twice; others have been replaced
 * or deleted. Because there are few dimensions and few distinct words, many scores are equal.
 */
final class RandomIndex implements AutoCloseable {
  private static final int DIMENSIONS_FOR_TIES = 4;
  private static final int DIMENSIONS = 48;

  private final RandomTexts texts;
  private final HashEmbedder embedder;
  private final Index index;
  private final Corpus oracle;

  RandomIndex(long seed) {
    this(seed, false);
  }

  /**
   * @param hasHeadings whether the index also contains documents with heading lines
   */
  RandomIndex(long seed, boolean hasHeadings) {
    texts = new RandomTexts(seed);
    embedder = new HashEmbedder(seed % 2 == 0 ? DIMENSIONS_FOR_TIES : DIMENSIONS);
    index = Index.builder(new MemoryStore()).embedder(embedder).chunkTokens(64).openOrCreate();
    write();
    if (hasHeadings) {
      index.sync(feed(texts.documentsWithHeadings(8)));
    }
    oracle = StoredVectors.oracle(index, embedder);
  }

  private void write() {
    List<Document> documents = withTwins(texts.documents(4 + random().nextInt(12)));
    int syncs = 1 + random().nextInt(4);
    for (int i = 0; i < syncs; i++) {
      int first = documents.size() * i / syncs;
      index.sync(feed(documents.subList(first, documents.size() * (i + 1) / syncs)));
    }
    index.delete(
        documents.stream().map(Document::id).filter(id -> random().nextInt(6) == 0).toList());
    Document changed = documents.get(random().nextInt(documents.size()));
    index.sync(feed(List.of(Document.of(changed.id(), texts.words(60)))));
  }

  private static Source feed(List<Document> documents) {
    return Source.documents("random", documents);
  }

  private List<Document> withTwins(List<Document> documents) {
    List<Document> all = new ArrayList<>(documents);
    for (Document each : documents) {
      if (random().nextInt(4) == 0) {
        all.add(random().nextInt(all.size()), Document.of("twin of " + each.id(), each.text()));
      }
    }
    return all;
  }

  private Random random() {
    return texts.random();
  }

  Index index() {
    return index;
  }

  HashEmbedder embedder() {
    return embedder;
  }

  /** Returns a corpus that applies the scoring formulas directly to the contents of the index. */
  Corpus oracle() {
    return oracle;
  }

  Scope scope() {
    return CorpusComparison.scope(texts);
  }

  KeywordQuery keywords() {
    RankingRules rules = TestRules.oneIn(3, random());
    return KeywordQuery.of(CorpusComparison.keywords(texts), rules);
  }

  /** Returns one or more semantic queries, most often one. */
  List<SemanticQuery> questions() {
    List<SemanticQuery> questions = new ArrayList<>();
    for (int i = random().nextInt(3) == 0 ? 2 + random().nextInt(10) : 1; i > 0; i--) {
      String text = texts.words(6);
      RankingRules rules = text.length() % 4 == 0 ? TestRules.OTHER : RankingRules.standard();
      questions.add(new SemanticQuery(text, rules));
    }
    return questions;
  }

  int topK() {
    return 1 + random().nextInt(random().nextInt(10) == 0 ? 200 : 6);
  }

  int offset() {
    return random().nextInt(3) == 0 ? random().nextInt(8) : 0;
  }

  long sliceBytes() {
    return 1L << (5 + random().nextInt(16));
  }

  @Override
  public void close() {
    index.close();
  }
}
