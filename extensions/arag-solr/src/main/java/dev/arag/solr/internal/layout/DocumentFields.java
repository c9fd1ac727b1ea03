package dev.arag.solr.internal.layout;

import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.embed.Embedding;
import dev.arag.core.internal.text.DocumentTitleLine;
import dev.arag.core.spi.MatchingRules;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.core.text.Sentence;
import dev.arag.index.spi.split.Splitter;
import dev.arag.index.spi.store.ChunkedDocument;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.function.Consumer;
import org.apache.solr.common.SolrInputDocument;
import org.jspecify.annotations.Nullable;

/**
 * Converts one version of a document to Solr documents: one for the document, one for each chunk
 * and one for each sentence. All of them have the fields that a scope tests.
 */
public final class DocumentFields {
  private final ChunkedDocument chunked;
  private final Document document;
  private final String source;
  private final long generation;
  private final String documentKey;
  private final List<String> metadataTerms;
  private int number;

  private DocumentFields(ChunkedDocument chunked, String source, long generation) {
    this.chunked = chunked;
    this.document = chunked.document();
    this.source = source;
    this.generation = generation;
    this.documentKey = Keys.of(document.id());
    this.metadataTerms = MetadataTerms.of(document.metadata());
    document.readableBy().forEach(each -> metadataTerms.add(MetadataTerms.reader(each)));
  }

  /**
   * A sentence as it is stored.
   *
   * @param embeddedText the text that was or would be embedded
   * @param vector the vector; null if the collection has none
   */
  public record StoredSentence(String embeddedText, @Nullable Embedding vector) {}

  /**
   * Returns the Solr documents of a document.
   *
   * @param source the name of the source
   * @param generation the generation that writes the document
   * @param sentences all sentences of all chunks, in order
   */
  public static List<SolrInputDocument> of(
      ChunkedDocument chunked, String source, long generation, List<StoredSentence> sentences) {
    List<SolrInputDocument> all = new ArrayList<>();
    forEach(chunked, source, generation, sentences, all::add);
    return all;
  }

  /**
   * Like {@link #of}, but passes on each Solr document before it creates the next one. All those of
   * a long document need much memory.
   */
  public static void forEach(
      ChunkedDocument chunked,
      String source,
      long generation,
      List<StoredSentence> sentences,
      Consumer<SolrInputDocument> receiver) {
    new DocumentFields(chunked, source, generation).pass(sentences, receiver);
  }

  private void pass(List<StoredSentence> sentences, Consumer<SolrInputDocument> receiver) {
    receiver.accept(document(sentences.size()));
    Iterator<StoredSentence> next = sentences.iterator();
    for (Chunk chunk : chunked.chunks()) {
      receiver.accept(chunk(chunk));
      for (int i = 0; i < chunk.sentences().size(); i++) {
        receiver.accept(sentence(chunk, i, next.next()));
      }
    }
  }

  private SolrInputDocument document(int sentences) {
    SolrInputDocument fields = common(Fields.DOCUMENT_KIND);
    String title = document.title().orElse(null);
    Map<String, Object> metadata = document.metadata();
    int characters = document.text().length();
    int chunks = chunked.chunks().size();
    fields.setField(Fields.CHARACTERS, characters);
    fields.setField(Fields.CHUNKS, chunks);
    fields.setField(Fields.SENTENCES, sentences);
    fields.setField(Fields.HASH, chunked.contentHash());
    String key = chunked.key();
    if (key != null) {
      fields.setField(Fields.KEY, key);
      fields.setField(Fields.SHORT_KEY, key.substring(0, Splitter.SHORT_KEY_LENGTH));
    }
    fields.setField(
        Fields.PAYLOAD,
        PayloadWriter.write(
            new DocumentSummary(
                document.id(),
                source,
                title == null ? document.id() : title,
                metadata,
                characters,
                chunks)));
    return fields;
  }

  private SolrInputDocument chunk(Chunk chunk) {
    SolrInputDocument fields = common(Fields.CHUNK_KIND);
    fields.setField(Fields.CHUNK_KEY, Keys.of(chunk.id().value()));
    fields.setField(Fields.ORDINAL, chunk.location().ordinal());
    fields.setField(Fields.CHARACTERS, DocumentTitleLine.lengthWithoutLine(chunk));
    fields.setField(Fields.PAYLOAD, PayloadWriter.write(chunk, document.metadata()));
    String folded = MatchingRules.fold(chunk.text());
    String bare = MatchingRules.dropDiacritics(folded);
    fields.setField(Fields.GRAMS_1, folded);
    fields.setField(Fields.GRAMS_2, folded);
    fields.setField(Fields.GRAMS_3, folded);
    fields.setField(Fields.SEGMENTS, WordSegments.fieldValue(folded));
    boolean hasBareText = !bare.equals(folded);
    fields.setField(Fields.HAS_BARE_TEXT, hasBareText);
    if (hasBareText) {
      fields.setField(Fields.BARE_GRAMS_1, bare);
      fields.setField(Fields.BARE_GRAMS_2, bare);
      fields.setField(Fields.BARE_GRAMS_3, bare);
      fields.setField(Fields.BARE_SEGMENTS, WordSegments.fieldValue(bare));
    }
    return fields;
  }

  private SolrInputDocument sentence(Chunk chunk, int position, StoredSentence stored) {
    SolrInputDocument fields = common(Fields.SENTENCE_KIND);
    Sentence sentence = chunk.sentences().get(position);
    fields.setField(Fields.CHUNK_KEY, Keys.of(chunk.id().value()));
    fields.setField(Fields.ORDINAL, chunk.location().ordinal());
    fields.setField(Fields.SENTENCE, position);
    fields.setField(Fields.IS_CONSIDERED, !SemanticQuery.isShort(sentence));
    fields.setField(Fields.TEXT_HASH, Keys.of(stored.embeddedText()));
    Embedding vector = stored.vector();
    if (vector != null) {
      float[] floats = vector.toArray();
      fields.setField(Fields.VECTOR, new FloatList(floats));
      fields.setField(Fields.VECTOR_BYTES, Payloads.bytes(floats));
    }
    return fields;
  }

  private SolrInputDocument common(String kind) {
    SolrInputDocument fields = new SolrInputDocument();
    fields.setField(Fields.ID, Keys.id(documentKey, generation, String.valueOf(number++)));
    fields.setField(Fields.KIND, kind);
    fields.setField(Fields.GENERATION, generation);
    fields.setField(Fields.DOCUMENT_VERSION, Keys.version(documentKey, generation));
    fields.setField(Fields.DOCUMENT_KEY, documentKey);
    fields.setField(Fields.SOURCE_KEY, Keys.of(source));
    fields.setField(Fields.DOCUMENT, document.id());
    fields.setField(Fields.METADATA, metadataTerms);
    return fields;
  }

  /** The floats of a vector as a list, which boxes one of them at a time. */
  private static final class FloatList extends AbstractList<Float> implements RandomAccess {
    private final float[] floats;

    FloatList(float[] floats) {
      this.floats = floats;
    }

    @Override
    public Float get(int index) {
      return floats[index];
    }

    @Override
    public int size() {
      return floats.length;
    }
  }

  /** Returns the tombstone of a document version, which the same shard stores. */
  public static SolrInputDocument tombstone(
      String documentKey, long retiredGeneration, long generation) {
    SolrInputDocument fields = new SolrInputDocument();
    fields.setField(Fields.ID, Keys.id(documentKey, generation, "t" + retiredGeneration));
    fields.setField(Fields.KIND, Fields.TOMBSTONE_KIND);
    fields.setField(Fields.GENERATION, generation);
    fields.setField(Fields.DOCUMENT_KEY, documentKey);
    fields.setField(Fields.TARGET, Keys.version(documentKey, retiredGeneration));
    return fields;
  }

  /**
   * Returns the marker of a published state.
   *
   * @param routeKey a prefix of ids that Solr routes to the shard of the marker
   * @param collectionId the {@link State#id()}
   */
  public static SolrInputDocument marker(String routeKey, long generation, String collectionId) {
    SolrInputDocument fields = new SolrInputDocument();
    fields.setField(Fields.ID, Keys.id(routeKey, generation, "m"));
    fields.setField(Fields.KIND, Fields.MARKER_KIND);
    fields.setField(Fields.DOCUMENT_VERSION, collectionId);
    fields.setField(Fields.GENERATION, generation);
    return fields;
  }
}
