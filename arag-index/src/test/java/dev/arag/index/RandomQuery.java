package dev.arag.index;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Profile;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.text.ChunkId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A random query on a corpus. Some queries are invalid. */
interface RandomQuery {
  Object ask(Corpus corpus);

  /** A keyword search. */
  record ByKeywords(List<String> keywords, Profile profile, int topK, int offset)
      implements RandomQuery {
    @Override
    public Object ask(Corpus corpus) {
      return corpus.keywordSearch(KeywordQuery.of(keywords, profile), topK, offset);
    }
  }

  /** A semantic search. */
  record ByMeaning(String query, int topK, int offset) implements RandomQuery {
    @Override
    public Object ask(Corpus corpus) {
      return corpus.semanticSearch(SemanticQuery.of(query), topK, offset);
    }
  }

  /** Reads chunks by id. */
  record ById(List<ChunkId> ids) implements RandomQuery {
    @Override
    public Object ask(Corpus corpus) {
      return corpus.read(ids);
    }
  }

  static RandomQuery random(RandomTexts texts, List<ChunkId> ids) {
    Random random = texts.random();
    int topK = random.nextInt(20) == 0 ? 0 : 1 + random.nextInt(8);
    int offset = random.nextInt(4) == 0 ? random.nextInt(9) - 1 : 0;
    return switch (random.nextInt(5)) {
      case 0, 1 ->
          new ByKeywords(
              keywords(texts),
              random.nextBoolean() ? Profile.DEFAULT : Profile.PAPER,
              topK,
              offset);
      case 2, 3 -> new ByMeaning(random.nextInt(20) == 0 ? " " : texts.words(6), topK, offset);
      default -> new ById(List.copyOf(ids));
    };
  }

  private static List<String> keywords(RandomTexts texts) {
    List<String> keywords = new ArrayList<>();
    for (int i = texts.random().nextInt(4); i >= 0; i--) {
      keywords.add(texts.random().nextInt(30) == 0 ? "x" : texts.word());
    }
    return keywords;
  }
}
