package dev.arag.agent.internal.citation;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.tools.call.ChunkNames;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The chunk ids that were shown to the model. Finds a chunk by any spelling of its id that models
 * use.
 */
final class ShownIds {
  private static final int MAX_LENGTH = 200;

  private final Map<String, ShownChunk> byKey = new HashMap<>();
  private final Set<String> shapes = new HashSet<>();

  ShownIds(Collection<ShownChunk> chunks) {
    for (ShownChunk chunk : chunks) {
      byKey.put(chunk.id().value(), chunk);
    }
    for (ShownChunk chunk : chunks) {
      String key = ChunkNames.normalize(ChunkNames.of(chunk.id()));
      byKey.putIfAbsent(key, chunk);
      byKey.putIfAbsent(ChunkNames.normalize(chunk.id().value()), chunk);
      shapes.add(shape(key));
    }
  }

  /**
   * What an id names.
   *
   * @param section the number of a section of the chunk; -1 if the id names the chunk
   */
  record Resolved(ShownChunk chunk, int section) {}

  /**
   * Returns the shown chunk with an id, or the chunk of a section with an id. An id of a chunk has
   * priority over an id of a section.
   */
  Optional<Resolved> resolve(String written) {
    if (written.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    return resolveChunk(written)
        .map(chunk -> new Resolved(chunk, -1))
        .or(() -> ChunkNames.section(written).flatMap(this::resolveSection));
  }

  private Optional<Resolved> resolveSection(ChunkNames.SectionName name) {
    return resolveChunk(name.chunk()).map(chunk -> new Resolved(chunk, name.number()));
  }

  /** An exact match has priority over a match after the normalization of {@link ChunkNames}. */
  private Optional<ShownChunk> resolveChunk(String written) {
    ShownChunk exact = byKey.get(written);
    if (exact != null) {
      return Optional.of(exact);
    }
    return Optional.ofNullable(byKey.get(ChunkNames.normalize(written)));
  }

  /**
   * Whether a word looks like a chunk id although it names no shown chunk. Such a word has an
   * ordinal, as in q7k2m#12, or is a number with or without the prefix c. A word with digits also
   * looks like an id if it has the shape of an id that was shown. If no ids were shown, a word with
   * digits must start with a Latin letter instead. The id of a section looks like the id of its
   * chunk, followed by a dot and a number. A year or a decimal number does not look like an id.
   */
  boolean looksLikeId(String word) {
    Optional<ChunkNames.SectionName> section = ChunkNames.section(word);
    String key = ChunkNames.normalize(section.map(ChunkNames.SectionName::chunk).orElse(word));
    boolean isDecimal = section.isPresent() && isNumber(key);
    if (word.length() > 40 || isDecimal) {
      return false;
    }
    int mark = key.indexOf('#');
    if (mark > 0 && isNumber(key.substring(mark + 1))) {
      return true;
    }
    String digits = key.startsWith("c") ? key.substring(1) : key;
    boolean isBareYear = digits.equals(key) && isYear(key);
    boolean hasKnownShape = !isNumber(key) && shapes.contains(shape(key));
    boolean isWordWithNumber = shapes.isEmpty() && isLatin(key);
    return isNumber(digits) ? !isBareYear : hasDigit(key) && (hasKnownShape || isWordWithNumber);
  }

  private static boolean isYear(String number) {
    return number.length() == 4 && "12".indexOf(number.charAt(0)) >= 0;
  }

  private static boolean isNumber(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private static boolean hasDigit(String text) {
    return text.chars().anyMatch(c -> c >= '0' && c <= '9');
  }

  private static boolean isLatin(String text) {
    return !text.isEmpty() && CharacterClass.isLatin(text.charAt(0));
  }

  /**
   * Returns the shape of an id: each run of letters is replaced with "a", and each run of digits
   * with "9".
   */
  private static String shape(String key) {
    StringBuilder shape = new StringBuilder();
    for (int i = 0; i < key.length(); i++) {
      char kind = kind(key.charAt(i));
      boolean isRun = kind == 'a' || kind == '9';
      if (!isRun || shape.isEmpty() || shape.charAt(shape.length() - 1) != kind) {
        shape.append(kind);
      }
    }
    return shape.toString();
  }

  private static char kind(char character) {
    if (CharacterClass.isDigit(character)) {
      return '9';
    }
    return CharacterClass.isLetterOrDigit(character) ? 'a' : character;
  }
}
