package dev.arag.solr.internal.write;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.arag.core.error.CorpusException;
import dev.arag.index.spi.store.SourceLocation;
import dev.arag.solr.internal.layout.Fields;
import dev.arag.solr.internal.layout.Keys;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.solr.common.SolrInputDocument;
import org.jspecify.annotations.Nullable;

/**
 * The sources of a collection, each of which has a record with its location as JSON. A location is
 * read once: later changes by the same sync have no effect. Not thread-safe.
 */
final class SourceRecords {
  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private final StoredDocuments stored;
  private final Map<String, Optional<SourceLocation>> locations = new HashMap<>();

  SourceRecords(StoredDocuments stored) {
    this.stored = stored;
  }

  /**
   * The JSON form of a location.
   *
   * @param path empty if the source has no documents
   */
  private record Stored(String pathHash, String path) {
    private Stored {
      requireNonNull(pathHash, "pathHash");
      requireNonNull(path, "path");
    }

    static Stored of(SourceLocation location) {
      return new Stored(location.pathHash(), location.path() == null ? "" : location.path());
    }

    SourceLocation location() {
      return new SourceLocation(pathHash, path.isEmpty() ? null : path);
    }
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
      return JSON.readValue(json, Stored.class).location();
    } catch (IOException e) {
      throw new CorpusException(
          "A record of a source in the Solr collection is corrupt. Restore a backup, or sync the"
              + " documents into a new collection.");
    }
  }

  /** Returns the Solr document of a source. */
  static SolrInputDocument fields(String sourceKey, SourceLocation location, long generation) {
    SolrInputDocument fields = new SolrInputDocument();
    fields.setField(Fields.ID, Keys.id(sourceKey, generation, Fields.SOURCE_KIND));
    fields.setField(Fields.KIND, Fields.SOURCE_KIND);
    fields.setField(Fields.GENERATION, generation);
    fields.setField(Fields.SOURCE_KEY, sourceKey);
    try {
      fields.setField(Fields.PAYLOAD, JSON.writeValueAsBytes(Stored.of(location)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
    return fields;
  }

  @Nullable SourceLocation location(String source) {
    return locations.computeIfAbsent(source, this::read).orElse(null);
  }

  private Optional<SourceLocation> read(String source) {
    return stored
        .ofSource(Fields.SOURCE_KIND, source)
        .map(each -> parse(each.getFieldValue(Fields.PAYLOAD)));
  }
}
