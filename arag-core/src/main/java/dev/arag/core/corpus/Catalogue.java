package dev.arag.core.corpus;

import static java.util.Objects.requireNonNull;

import dev.arag.core.find.FindQuery;
import dev.arag.core.find.FindResult;
import dev.arag.core.internal.corpus.ChunkJoiner;
import dev.arag.core.internal.find.FindScan;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.core.text.Region;
import java.util.List;
import java.util.Optional;

/**
 * A corpus that can list its documents. This capability is optional: tools and agents need only a
 * {@link Corpus}. The corpora that {@link #within} and {@link #snapshot} return are catalogues,
 * too. To list the documents of one source, or those with certain metadata, use {@code within}:
 *
 * <pre>{@code
 * catalogue.within(Scope.source("wiki")).documents(Slice.first(50))
 * }</pre>
 */
public interface Catalogue extends Corpus {
  /**
   * Lists the documents in scope, sorted by id in code point order. A document is in scope if at
   * least one of its chunks is. A document without chunks is in scope if its metadata, id and
   * source satisfy the {@link Scope}.
   *
   * <p>If the corpus changes between calls, consecutive slices may repeat or skip documents. The
   * slices of a {@linkplain #snapshot snapshot} are consistent.
   *
   * @param slice the part of the list to return
   * @return the documents in the slice; fewer than {@link Slice#size()} only if no documents follow
   */
  List<CatalogueEntry> documents(Slice slice);

  /**
   * Reads the chunks of a document that are in scope, in the order in which they appear in the
   * text.
   *
   * @return the chunks; empty if the document is unknown, is out of scope, or has no chunks
   */
  List<Chunk> chunksOf(String documentId);

  /**
   * Reads a document. The result contains the full text exactly as stored, the title, the metadata,
   * the pages, and the tables that have visible text. Its {@link Document#headings()} and {@link
   * Document#chunkStarts()} are empty, and its {@link Document#layouts()} may be: {@link #regions}
   * returns the places of its text.
   *
   * @return the document; empty if it is unknown or if any of its chunks is out of scope. The
   *     default implementation also returns empty for a document without chunks.
   */
  default Optional<Document> document(String documentId) {
    return ChunkJoiner.join(chunksOf(documentId));
  }

  /**
   * Returns where a part of the text of a document is on its pages: one rectangle for each line,
   * from the first to the last word of which the part contains a character.
   *
   * @param from the offset of the first character in the text of the document, in UTF-16 units; a
   *     negative offset means the start of the text
   * @param to the offset after the last character
   * @return the rectangles in text order, without those of chunks out of scope; empty if the
   *     document is unknown or the places of its text are not stored. The default implementation
   *     returns empty.
   */
  default List<Region> regions(String documentId, int from, int to) {
    requireNonNull(documentId, "documentId");
    return List.of();
  }

  /**
   * Finds the places at which all conditions of a query hold, with exact totals. The default
   * implementation reads the documents in scope one by one; its result is the definition for every
   * implementation.
   *
   * @param limit the maximum number of sentences to return, at least 1
   * @param offset the number of matching sentences to skip, at least 0
   * @return the sentences in corpus order; if the time limit of the query ran out, those found
   *     until then, and lower bounds of the totals
   * @throws IllegalArgumentException if the query has no conditions, or the page is invalid
   */
  default FindResult find(FindQuery query, int limit, int offset) {
    FindScan scan = new FindScan(query, limit, offset);
    Catalogue now = snapshot();
    Slice slice = Slice.first(500);
    List<CatalogueEntry> entries;
    do {
      entries = now.documents(slice);
      for (CatalogueEntry each : entries) {
        scan.add(
            each.id(),
            each.source(),
            each.metadata(),
            each.chunks(),
            () -> now.chunksOf(each.id()));
      }
      slice = slice.next();
    } while (entries.size() == slice.size());
    return scan.result();
  }

  /**
   * Whether this catalogue has rights: it contains only documents that a {@link Scope#readableBy}
   * allows. A conversation then forgets its earlier questions when the reader may no longer read a
   * document that was found for them. The default implementation returns false.
   */
  default boolean hasRights() {
    return false;
  }

  /**
   * Returns an object that is equal for two catalogues of the same store only if they contain the
   * same documents and chunks, so that what was computed from one can be used for the other. The
   * object of a {@linkplain #snapshot snapshot} never changes. Empty if this cannot be told, as in
   * the default implementation.
   */
  default Optional<Object> version() {
    return Optional.empty();
  }

  @Override
  Catalogue within(Scope scope);

  @Override
  default Catalogue snapshot() {
    return this;
  }
}
