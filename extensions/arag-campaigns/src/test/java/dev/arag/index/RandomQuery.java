package dev.arag.index;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.MentionSource;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.Slice;
import dev.arag.core.corpus.TestRules;
import dev.arag.core.find.FindQuery;
import dev.arag.core.internal.fold.Folding;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** A random query on a corpus. Some queries are invalid. */
interface RandomQuery {
  Object ask(Corpus corpus);

  /** A keyword search. */
  record ByKeywords(List<String> keywords, RankingRules rules, int topK, int offset)
      implements RandomQuery {
    @Override
    public Object ask(Corpus corpus) {
      return corpus.keywordSearch(KeywordQuery.of(keywords, rules), topK, offset);
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

  /** Reads mentions. An index without a finder has none. */
  record OfMentions(String key, String word, List<ChunkId> ids) implements RandomQuery {
    @Override
    public Object ask(Corpus corpus) {
      return corpus.mentions().map(this::read).orElse(List.of());
    }

    private List<Object> read(MentionSource mentions) {
      List<Object> all = new ArrayList<>();
      all.addAll(mentions.postings(key));
      mentions.name(key).ifPresent(all::add);
      all.addAll(mentions.keysWith(word, 5));
      ids.forEach(id -> all.addAll(mentions.mentions(id)));
      return all.isEmpty() ? all : List.of(mentions.chunks(), mentions.chunks(key), all);
    }
  }

  /** Lists documents, counts matches in them, and reads one of them. */
  record OfDocuments(FindQuery find, Slice slice, String document) implements RandomQuery {
    @Override
    public Object ask(Corpus corpus) {
      Catalogue catalogue = (Catalogue) corpus;
      List<CatalogueEntry> entries = catalogue.documents(slice);
      Optional<Document> read = catalogue.document(document);
      return List.of(
          entries,
          catalogue.find(find, slice.size(), 0),
          catalogue.chunksOf(document),
          read.map(each -> each.text() + each.metadata() + each.readableBy()),
          catalogue.regions(document, 0, 9));
    }
  }

  /** Returns a random query that needs a {@link Catalogue}. */
  static RandomQuery ofDocuments(RandomTexts texts, List<String> documents) {
    Random random = texts.random();
    FindQuery.Unit[] units = FindQuery.Unit.values();
    FindQuery find = FindQuery.in(units[random.nextInt(units.length)]).words(List.of(texts.word()));
    return new OfDocuments(
        random.nextBoolean() ? find : find.countBy(random.nextBoolean() ? "kind" : "year"),
        new Slice(random.nextInt(3), 1 + random.nextInt(9)),
        documents.get(random.nextInt(documents.size())));
  }

  static RandomQuery random(RandomTexts texts, List<ChunkId> ids) {
    Random random = texts.random();
    int topK = random.nextInt(20) == 0 ? 0 : 1 + random.nextInt(8);
    int offset = random.nextInt(4) == 0 ? random.nextInt(9) - 1 : 0;
    return switch (random.nextInt(7)) {
      case 0, 1 -> new ByKeywords(keywords(texts), TestRules.oneIn(2, random), topK, offset);
      case 4, 5 -> new OfMentions(Folding.key(texts.words(2)), Folding.key(texts.word()), ids);
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
