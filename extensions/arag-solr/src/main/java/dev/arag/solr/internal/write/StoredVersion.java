package dev.arag.solr.internal.write;

import dev.arag.solr.internal.layout.Fields;
import dev.arag.solr.internal.layout.Keys;
import org.apache.solr.common.SolrDocument;

/**
 * A version of a document that the collection contains.
 *
 * @param id the id of the document
 * @param documentKey the key of the id
 * @param generation the generation that wrote the version
 * @param hash the hash of the content
 * @param sourceKey the key of the name of the source
 * @param sentences the number of sentences
 */
record StoredVersion(
    String id, String documentKey, long generation, String hash, String sourceKey, int sentences) {
  static final String FIELDS =
      String.join(
          ",",
          Fields.DOCUMENT,
          Fields.DOCUMENT_KEY,
          Fields.GENERATION,
          Fields.HASH,
          Fields.SOURCE_KEY,
          Fields.SENTENCES);

  static StoredVersion of(SolrDocument document) {
    return new StoredVersion(
        (String) document.getFieldValue(Fields.DOCUMENT),
        (String) document.getFieldValue(Fields.DOCUMENT_KEY),
        ((Number) document.getFieldValue(Fields.GENERATION)).longValue(),
        (String) document.getFieldValue(Fields.HASH),
        (String) document.getFieldValue(Fields.SOURCE_KEY),
        ((Number) document.getFieldValue(Fields.SENTENCES)).intValue());
  }

  /** The value of {@link Fields#DOCUMENT_VERSION}. */
  String version() {
    return Keys.version(documentKey, generation);
  }
}
