package dev.arag.index.internal.chunks;

import dev.arag.index.split.Splitter;
import java.util.List;

/**
 * The origin of a stored document.
 *
 * @param source name of its source
 * @param hash of everything that determines its stored form
 * @param key 13 characters; its generated chunk ids begin with all of them or with the first 8.
 *     Empty if its chunks had predefined ids
 * @param warnings about its text, for users; they do not contain its id
 */
public record Origin(String source, StoredHash hash, String key, List<String> warnings) {
  /** Length of a key in characters. */
  public static final int KEY_LENGTH = Splitter.KEY_LENGTH;

  public Origin {
    if (!isKey(key)) {
      throw new IllegalArgumentException(
          "A key must be empty or have "
              + KEY_LENGTH
              + " printable ASCII characters, was '"
              + key
              + "'");
    }
    warnings = List.copyOf(warnings);
  }

  static boolean isKey(String key) {
    boolean hasLength = key.isEmpty() || key.length() == KEY_LENGTH;
    return hasLength && key.chars().allMatch(Origin::isKeyCharacter);
  }

  /** Whether a character is printable ASCII. */
  static boolean isKeyCharacter(int character) {
    return character > 0x20 && character < 0x7f;
  }
}
