package dev.arag.index.internal.chunks;

import dev.arag.index.split.Splitter;
import java.util.List;

/**
 * Where a document's stored form comes from.
 *
 * @param source name of the source it came from
 * @param hash of everything its stored form is made of
 * @param key all 13 characters of the key its generated chunk ids begin with, or of which they
 *     begin with the first 8; empty where its chunks came ready-made
 * @param warnings what a user should know of its text, without its id
 */
public record Origin(String source, StoredHash hash, String key, List<String> warnings) {
  /** Characters of a key. */
  public static final int KEY_LENGTH = Splitter.KEY_LENGTH;

  public Origin {
    if (!isKey(key)) {
      throw new IllegalArgumentException(
          "A key has " + KEY_LENGTH + " ASCII characters or none, was '" + key + "'");
    }
    warnings = List.copyOf(warnings);
  }

  static boolean isKey(String key) {
    boolean hasLength = key.isEmpty() || key.length() == KEY_LENGTH;
    return hasLength && key.chars().allMatch(Origin::isKeyCharacter);
  }

  /** Printable ASCII. */
  static boolean isKeyCharacter(int character) {
    return character > 0x20 && character < 0x7f;
  }
}
