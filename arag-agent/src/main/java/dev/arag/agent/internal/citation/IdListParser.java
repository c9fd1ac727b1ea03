package dev.arag.agent.internal.citation;

import dev.arag.core.internal.fold.CharacterClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Parses a text that consists of one or more chunk ids, such as "q7k2m#12", "chunk 12" or "k1 and
 * k2".
 */
final class IdListParser {
  private static final Set<String> FILLERS =
      Set.of(
          "chunk",
          "chunks",
          "chunk_id",
          "chunk_ids",
          "chunk-id",
          "chunkid",
          "id",
          "ids",
          "source",
          "sources",
          "see",
          "cf",
          "doc",
          "ref",
          "refs",
          "from",
          "evidence",
          "and",
          "&",
          "no");

  /** Specifies which words count as ids although they do not name a chunk that was shown. */
  enum Trust {
    /**
     * Only ids of shown chunks count. Used for round brackets, because text in round brackets is
     * usually a remark.
     */
    ONLY_SHOWN,
    /** Words that look like a chunk id count. */
    LOOKS_LIKE_ID,
    /** Any single word counts. Used where only an id can occur. */
    ANY
  }

  private final ShownIds ids;

  IdListParser(ShownIds ids) {
    this.ids = ids;
  }

  /**
   * Returns the ids in a text; empty if the text contains anything other than ids and filler words.
   */
  List<Mention> read(String part, Trust trust) {
    String bare = withoutFootnote(part.strip());
    if (bare.isEmpty()) {
      return List.of();
    }
    Optional<ShownIds.Resolved> whole = named(bare, trust);
    if (whole.isPresent()) {
      return List.of(Mention.of(bare, whole.get()));
    }
    return readWords(bare.split("[\\s=]+", 12), trust);
  }

  private List<Mention> readWords(String[] words, Trust trust) {
    List<Mention> mentions = new ArrayList<>();
    boolean followsChunk = false;
    for (String word : words) {
      if (isFiller(word)) {
        followsChunk |= filler(word).startsWith("chunk");
        continue;
      }
      Optional<ShownIds.Resolved> shown = followsChunk ? ids.resolve(word) : named(word, trust);
      if (shown.isEmpty() && !isTrusted(word, words.length, followsChunk, trust)) {
        return List.of();
      }
      mentions.add(
          shown.map(found -> Mention.of(word, found)).orElseGet(() -> Mention.unknown(word)));
    }
    return mentions;
  }

  /**
   * Returns what a word names. A plain number in round brackets is not treated as an id, because it
   * is more often a year, a count or a measurement.
   */
  private Optional<ShownIds.Resolved> named(String word, Trust trust) {
    boolean isNumber =
        !word.isEmpty() && word.chars().allMatch(c -> c == '.' || CharacterClass.isDigit(c));
    return isNumber && trust == Trust.ONLY_SHOWN ? Optional.empty() : ids.resolve(word);
  }

  private boolean isTrusted(String word, int words, boolean followsChunk, Trust trust) {
    if (trust == Trust.ANY && (words == 1 || followsChunk)) {
      return !word.isEmpty();
    }
    boolean hasOrdinal = word.indexOf('#') > 0;
    return ids.looksLikeId(word) && (trust != Trust.ONLY_SHOWN || followsChunk || hasOrdinal);
  }

  /** Whether a text consists only of filler words, as in "Chunk ID". */
  static boolean isOnlyFillers(String part) {
    return Stream.of(part.strip().split("\\s+", 12)).allMatch(IdListParser::isFiller);
  }

  private static boolean isFiller(String word) {
    return FILLERS.contains(filler(word));
  }

  private static String filler(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    boolean hasMark = lower.endsWith(":") || lower.endsWith(".") || lower.endsWith("#");
    return hasMark ? lower.substring(0, lower.length() - 1) : lower;
  }

  /** Removes footnote syntax, because some models write 【id†source】 or [^id]. */
  private static String withoutFootnote(String part) {
    int dagger = part.indexOf('†');
    String id = dagger > 0 ? part.substring(0, dagger) : part;
    return id.startsWith("^") ? id.substring(1) : id;
  }
}
