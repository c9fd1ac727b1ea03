package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.Slice;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("solr")
class ReadingTest {
  private static final HashEmbedder EMBEDDER = new HashEmbedder();
  private static final SolrCollection COLLECTION = SharedSolr.create(EMBEDDER.dimension(), 2, 1);

  private static final Document LONG = numbers("long", 450);

  private static final List<Chunk> CHUNKS =
      TestWriter.publish(
          COLLECTION,
          EMBEDDER,
          Map.of(
              "s",
              documents(),
              "t",
              List.of(Document.builder("empty", "").metadata("year", 1901).build())));

  private static final SolrCorpus CORPUS = SolrCorpus.open(COLLECTION, EMBEDDER);

  @AfterAll
  static void close() {
    COLLECTION.close();
  }

  private static List<Document> documents() {
    List<Document> documents = new ArrayList<>();
    documents.add(LONG);
    // A multiple of the chunks that a request returns.
    documents.add(numbers("even", 400));
    // UTF-8 and UTF-16 sort these differently.
    documents.add(Document.of("Ａ1", "A fullwidth letter."));
    documents.add(Document.of("𠮷1", "A supplementary character."));
    IntStream.range(0, 600).forEach(i -> documents.add(Document.of("d" + i, "Tarn " + i + ".")));
    return documents;
  }

  private static Document numbers(String id, int count) {
    StringBuilder text = new StringBuilder();
    List<Integer> starts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      starts.add(text.length());
      text.append("This is the lock number ").append(i).append(". \n");
    }
    Document.Builder document =
        Document.builder(id, text.toString()).title("Numbers").metadata("year", 1893);
    for (int i = 0; i < count; i++) {
      document.chunk(starts.get(i), ChunkId.of(id + i));
    }
    return document.build();
  }

  @Test
  void readsMoreChunksThanARequestReturns() {
    List<ChunkId> ids = new ArrayList<>(CHUNKS.stream().map(Chunk::id).toList());
    Collections.shuffle(ids, new Random(1));
    ids.add(7, ChunkId.of("unknown"));
    ids.add(ids.get(0));
    InMemoryCorpus expected = InMemoryCorpus.ofChunks(EMBEDDER, CHUNKS);
    assertThat(ids).hasSizeGreaterThan(600);
    assertThat(CORPUS.read(ids)).isEqualTo(expected.read(ids));
    assertThat(CORPUS.read(List.of())).isEmpty();
  }

  @Test
  void readsADocument() {
    assertThat(CORPUS.chunksOf("long")).hasSize(450);
    for (String id : List.of("long", "even", "d7")) {
      assertThat(CORPUS.chunksOf(id))
          .isEqualTo(InMemoryCorpus.ofChunks(EMBEDDER, CHUNKS).chunksOf(id));
    }
    Document read = CORPUS.document("long").orElseThrow();
    assertThat(read.text()).isEqualTo(LONG.text());
    assertThat(read.title()).hasValue("Numbers");
    assertThat(read.metadata()).containsEntry("year", 1893L);
    assertThat(CORPUS.chunksOf("unknown")).isEmpty();
    assertThat(CORPUS.document("unknown")).isEmpty();
  }

  @Test
  void readsADocumentWithoutChunks() {
    assertThat(CORPUS.chunksOf("empty")).isEmpty();
    Document read = CORPUS.document("empty").orElseThrow();
    assertThat(read.text()).isEmpty();
    assertThat(read.title()).isEmpty();
    assertThat(read.metadata()).isEqualTo(Map.of("year", 1901L));
  }

  @Test
  void listsMoreDocumentsThanARequestReturns() {
    List<CatalogueEntry> all = CORPUS.documents(new Slice(0, Integer.MAX_VALUE));
    assertThat(all).hasSize(605);
    assertThat(all)
        .contains(
            new CatalogueEntry("empty", "t", "empty", Map.of("year", 1901L), 0, 0),
            new CatalogueEntry(
                "long",
                "s",
                "Numbers",
                CORPUS.chunksOf("long").get(0).location().metadata(),
                LONG.text().length(),
                CORPUS.chunksOf("long").size()));
    assertThat(CORPUS.documents(new Slice(300, 250))).isEqualTo(all.subList(300, 550));
    assertThat(CORPUS.documents(new Slice(604, 9))).isEqualTo(all.subList(604, 605));
    assertThat(CORPUS.documents(new Slice(Integer.MAX_VALUE, 9))).isEmpty();
  }

  @Test
  void listsDocumentsOfWhichSomeChunksAreInScope() {
    List<ChunkId> some =
        CHUNKS.stream().map(Chunk::id).filter(id -> id.value().hashCode() % 3 == 0).toList();
    Scope chunks = Scope.chunks(some);
    InMemoryCorpus expected = InMemoryCorpus.ofChunks(EMBEDDER, CHUNKS);
    for (Scope scope :
        List.of(
            chunks,
            chunks.not(),
            chunks.and(Scope.documents("long", "d1", "d2", "empty")),
            Scope.documents("d3", "empty").or(chunks.not()))) {
      List<CatalogueEntry> all = CORPUS.within(scope).documents(Slice.first(1_000));
      boolean hasEmpty = !(scope.equals(chunks) || scope instanceof Scope.And);
      assertThat(all.stream().anyMatch(entry -> entry.id().equals("empty"))).isEqualTo(hasEmpty);
      assertThat(all.stream().filter(entry -> !entry.id().equals("empty")).map(ReadingTest::counts))
          .isEqualTo(
              expected.within(scope).documents(Slice.first(1_000)).stream()
                  .map(ReadingTest::counts)
                  .toList());
      assertThat(CORPUS.within(scope).documents(new Slice(100, 30)))
          .isEqualTo(all.subList(Math.min(100, all.size()), Math.min(130, all.size())));
      assertThat(CORPUS.within(scope).document("long")).isEmpty();
      assertThat(CORPUS.within(scope).document("empty").isPresent()).isEqualTo(hasEmpty);
    }
  }

  @Test
  void listsDocumentsInCodePointOrder() {
    Scope scope =
        Scope.chunks(
            CHUNKS.stream()
                .filter(
                    chunk ->
                        List.of("d1", "d2", "Ａ1", "𠮷1").contains(chunk.location().documentId()))
                .map(Chunk::id)
                .toList());
    SolrCorpus corpus = CORPUS.within(scope);
    List<CatalogueEntry> all = corpus.documents(Slice.first(100));
    List<CatalogueEntry> pages = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      pages.addAll(corpus.documents(new Slice(i, 1)));
    }
    assertThat(pages).isEqualTo(all);
    assertThat(all).extracting(CatalogueEntry::id).containsExactly("d1", "d2", "Ａ1", "𠮷1");
  }

  private static List<Object> counts(CatalogueEntry entry) {
    return List.of(entry.id(), entry.title(), entry.metadata(), entry.characters(), entry.chunks());
  }
}
