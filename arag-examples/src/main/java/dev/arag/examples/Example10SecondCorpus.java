package dev.arag.examples;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordMatch;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.SentenceHit;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.spi.SemanticRanking;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.spi.split.Splitter;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.ToolCall;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Implements a corpus that uses a search server. The server may return more candidates than needed,
 * because the library's ranking classes select the exact result from them. The tools and the agent
 * work with such a corpus without changes. In this example, in-memory lists replace the server.
 */
public final class Example10SecondCorpus {
  private Example10SecondCorpus() {}

  /** A sentence and its vector as a server would store them. */
  record Row(Chunk chunk, SentenceHit sentence, Embedding embedding) {
    Row scored(Embedding query) {
      float score = embedding.dot(query);
      return new Row(chunk, new SentenceHit(sentence.sentence(), score), embedding);
    }
  }

  /** Stands in for a search server. */
  record Server(List<Chunk> chunks, List<Row> rows) {
    Stream<Chunk> inScope(Scope scope) {
      return chunks.stream().filter(chunk -> scope.allows(chunk, null));
    }

    Stream<Row> nearest(Embedding query, Scope scope) {
      return rows.stream()
          .filter(row -> scope.allows(row.chunk(), null))
          .map(row -> row.scored(query))
          .sorted(Comparator.comparing(row -> -row.sentence().score()));
    }
  }

  record ServerCorpus(Server server, Embedder embedder, Scope scope) implements Corpus {
    @Override
    public Corpus within(Scope narrower) {
      return new ServerCorpus(server, embedder, scope.and(narrower));
    }

    @Override
    public KeywordHits keywordSearch(KeywordQuery query, int topK, int offset) {
      Stream<KeywordMatch> matches =
          server.inScope(scope).map(query::match).flatMap(Optional::stream);
      return KeywordHits.rank(query, server.inScope(scope).count(), matches, topK, offset);
    }

    @Override
    public List<SemanticHit> semanticSearch(SemanticQuery query, int topK, int offset) {
      SemanticRanking ranking = new SemanticRanking(query, topK, offset);
      for (Row near : server.nearest(embedder.embedQuery(query.text()), scope).toList()) {
        if (!ranking.add(near.chunk(), near.sentence())) {
          break;
        }
      }
      return ranking.hits();
    }

    @Override
    public List<Chunk> read(Collection<ChunkId> ids) {
      return server.inScope(scope).filter(chunk -> ids.contains(chunk.id())).toList();
    }

    void add(Document document) {
      for (Chunk chunk :
          new Splitter(Splitter.DEFAULT_CHUNK_TOKENS, TokenCounter.o200k()).split(document)) {
        server.chunks().add(chunk);
        chunk.sentences().stream()
            .map(sentence -> new SentenceHit(sentence, 0))
            .map(hit -> new Row(chunk, hit, embedder.embedQuery(hit.sentence().embeddedText())))
            .forEach(server.rows()::add);
      }
    }
  }

  public static void main(String[] args) {
    ServerCorpus corpus =
        new ServerCorpus(
            new Server(new ArrayList<>(), new ArrayList<>()),
            new HashEmbedder(),
            Scope.everything());
    corpus.add(
        Document.of("bridge", "The Old Bridge was designed by Mira Voss. It is made of stone."));
    corpus.add(Document.of("voss", "Mira Voss was born in Tarn in 1881."));
    corpus
        .semanticSearch("Where was Mira Voss born?", 2)
        .forEach(hit -> System.out.printf(Locale.ROOT, "%.2f %s%n", hit.score(), hit.snippet()));
    ToolCall search = ToolCall.of("keyword_search", Map.of("keywords", List.of("Old Bridge")));
    System.out.println(Toolbox.of(corpus).call(search, Toolbox.newContext()).text());
  }
}
