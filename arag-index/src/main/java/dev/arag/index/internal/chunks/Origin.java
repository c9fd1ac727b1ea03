package dev.arag.index.internal.chunks;

import dev.arag.index.spi.split.Splitter;
import java.util.List;

/**
 * The origin of a stored document.
 *
 * @param source the name of the source that the document came from
 * @param hash the hash of everything that determines how the document is stored
 * @param key the key of the document, which has 13 characters; the generated ids of its chunks
 *     begin with the whole key or with its first 8 characters. Empty if the caller supplied the
 *     chunk ids.
 * @param warnings warnings about the text, which are shown to users and do not contain the document
 *     id
 */
public record Origin(String source, StoredHash hash, String key, List<String> warnings) {
  /** The length of a key in characters. */
  public static final int KEY_LENGTH = Splitter.KEY_LENGTH;

  public Origin {
    if (!isKey(key)) {
      throw new IllegalArgumentException(
          "The key must be empty or have %s printable ASCII characters but was '%s'"
              .formatted(KEY_LENGTH, key));
    }
    warnings = List.copyOf(warnings);
  }

  static boolean isKey(String key) {
    boolean hasLength = key.isEmpty() || key.length() == KEY_LENGTH;
    return hasLength && key.chars().allMatch(Origin::isKeyCharacter);
  }

  /** Returns whether a character is a printable ASCII character other than a space. */
  static boolean isKeyCharacter(int character) {
    return character > 0x20 && character < 0x7f;
  }
}
