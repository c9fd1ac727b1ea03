package dev.arag.solr.internal.write;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.arag.core.error.CorpusException;
import dev.arag.solr.internal.layout.Fields;
import dev.arag.solr.internal.layout.Keys;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.solr.common.SolrInputDocument;

/**
 * Where the documents of a source come from. The hash identifies the path. The texts are for
 * messages; they are removed when the source has no documents any more, because a path may contain
 * the name of a deleted document.
 *
 * @param pathHash the hash of the real path at the last sync
 * @param path the real path at the last sync; empty if the source has no documents
 * @param earlierPath another path that some stored documents of the source may come from; empty if
 *     there is none. A sync sets it if it finds none of the stored documents at a new path
 */
record SourceLocation(
    @JsonProperty("pathHash") String pathHash,
    @JsonProperty("path") String path,
    @JsonProperty("earlierPath") String earlierPath) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  static SourceLocation of(Path realPath) {
    // A lone surrogate, which a path on Windows can contain, cannot be stored.
    String path =
        new String(realPath.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    return new SourceLocation(Keys.of(path), path, "");
  }

  /** Reads a {@link Fields#PAYLOAD}. */
  static SourceLocation parse(Object payload) {
    try {
      ByteBuffer bytes =
          payload instanceof ByteBuffer buffer
              ? buffer.duplicate()
              : ByteBuffer.wrap((byte[]) payload);
      byte[] json = new byte[bytes.remaining()];
      bytes.get(json);
      return JSON.readValue(json, SourceLocation.class);
    } catch (IOException e) {
      throw new CorpusException("The record of a source in the collection cannot be read.");
    }
  }

  /** Returns the Solr document of a source. */
  SolrInputDocument fields(String sourceKey, long generation) {
    SolrInputDocument fields = new SolrInputDocument();
    fields.setField(Fields.ID, Keys.id(sourceKey, generation, Fields.SOURCE_KIND));
    fields.setField(Fields.KIND, Fields.SOURCE_KIND);
    fields.setField(Fields.GENERATION, generation);
    fields.setField(Fields.SOURCE_KEY, sourceKey);
    try {
      fields.setField(Fields.PAYLOAD, JSON.writeValueAsBytes(this));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
    return fields;
  }

  boolean isAt(SourceLocation other) {
    return pathHash.equals(other.pathHash);
  }

  SourceLocation withEarlierPath(String other) {
    return new SourceLocation(pathHash, path, other);
  }

  SourceLocation withoutTexts() {
    return new SourceLocation(pathHash, "", "");
  }
}
