package dev.arag.index;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Scope;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.source.Source;
import dev.arag.index.spi.split.Splitter;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Documents that are always written together. They all contain the same number, which also
 * determines how many documents the group has. A group with the number 0 has no documents.
 */
record SoakGroup(
    int group, long number, List<Document> documents, Corpus oracle, List<Chunk> chunks) {
  private static final int MOST = 6;
  private static final int CHUNK_TOKENS = 64;

  static SoakGroup of(int group, long number) {
    List<Document> documents =
        IntStream.range(0, number == 0 ? 0 : 1 + (int) (number * 7 % MOST))
            .mapToObj(member -> document(group, member, number))
            .toList();
    Splitter splitter = new Splitter(CHUNK_TOKENS, TokenCounter.o200k());
    List<Chunk> chunks = documents.stream().flatMap(each -> splitter.split(each).stream()).toList();
    Corpus oracle = InMemoryCorpus.ofChunks(new HashEmbedder(16), chunks);
    return new SoakGroup(group, number, documents, oracle, chunks);
  }

  private static Document document(int group, int member, long number) {
    RandomTexts texts = new RandomTexts(1_000_003L * number + 31L * group + member);
    String stamp = "Number" + number + "x of group" + group + "x. ";
    return Document.builder(
            "group" + group + "/" + member, stamp + texts.words(60) + ". " + texts.words(60) + ".")
        .metadata("group", group)
        .metadata("number", number)
        .metadata("language", "en")
        .build();
  }

  static Index.Builder open(Index.Builder builder) {
    return builder.chunkTokens(CHUNK_TOKENS).embedder(new HashEmbedder(16));
  }

  Scope scope() {
    return Scope.equal("group", group);
  }

  Source source() {
    return Source.documents("group " + group, documents).prune(1);
  }

  List<ChunkId> ids() {
    return chunks.stream().map(Chunk::id).toList();
  }
}
