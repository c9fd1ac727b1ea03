package dev.arag.index.internal.keyword;

import dev.arag.core.corpus.KeywordQuery;
import dev.arag.index.internal.postings.PostingsReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the keys of one segment tell about the keywords of a query: the number of occurrences of
 * words and parts of words, and the texts in which other keywords must be searched for. Immutable.
 */
public final class SegmentKeywords {
  final KeywordQuery query;
  final PostingsReader texts;
  final List<KeywordLookup> keywords = new ArrayList<>();
  final List<KeywordLookup> excluded = new ArrayList<>();

  /** The chunks in scope that may be a match. */
  final BitSet chunks = new BitSet();

  /** The chunks whose texts must be searched for some keywords. */
  final BitSet searched = new BitSet();

  /** The chunks whose texts must be decoded and searched for all keywords. */
  final BitSet decoded = new BitSet();

  /**
   * Looks up the keywords of a query.
   *
   * @param texts the keywords file of the segment
   * @param allowed the chunks in scope; null for all
   */
  public SegmentKeywords(KeywordQuery query, PostingsReader texts, @Nullable BitSet allowed) {
    this.query = query;
    this.texts = texts;
    boolean usesKeys =
        (allowed == null || allowed.cardinality() > KeywordLookup.FEW_CHUNKS)
            && Stream.concat(query.folded().stream(), query.foldedExcluded().stream())
                .allMatch(SegmentKeywords::isWellFormed);
    if (usesKeys) {
      lookUp();
    } else {
      decoded.set(0, texts.chunks());
    }
    chunks.or(decoded);
    if (allowed != null) {
      chunks.and(allowed);
    }
  }

  /**
   * Returns whether a keyword has no lone surrogates. A lone surrogate cannot be encoded as UTF-8,
   * but it must be found in texts that contain it as part of a pair.
   */
  private static boolean isWellFormed(String text) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }

  private void lookUp() {
    for (int i = 0; i < query.folded().size(); i++) {
      keywords.add(lookUp(query.folded().get(i), query.ignoresAccents(i)));
      chunks.or(keywords.get(i).chunks);
    }
    query.foldedExcluded().forEach(each -> excluded.add(lookUp(each, false)));
    decoded.and(chunksWith(TextKeys.ACCENTED));
    decoded.or(chunksWith(TextKeys.IRREGULAR));
  }

  private KeywordLookup lookUp(String keyword, boolean ignoresAccents) {
    KeywordLookup found = new KeywordLookup(texts, keyword, ignoresAccents);
    if (!found.isCounted) {
      searched.or(found.chunks);
      if (ignoresAccents) {
        decoded.or(found.chunks);
      }
    }
    return found;
  }

  private BitSet chunksWith(String key) {
    BitSet found = new BitSet();
    String wanted = PostingsReader.BORDER + key + PostingsReader.BORDER;
    texts.forEachWith(wanted, each -> texts.addChunks(each, found));
    return found;
  }

  /** Returns the number of chunks in scope that may be a match. */
  public int candidates() {
    return chunks.cardinality();
  }

  /** Returns roughly how many bytes of texts a scan of all chunks reads. */
  public long bytesToRead() {
    BitSet read = new BitSet();
    read.or(searched);
    read.or(decoded);
    read.and(chunks);
    return texts.recordBytes() / Math.max(1, texts.chunks()) * read.cardinality();
  }
}
