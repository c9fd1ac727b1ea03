package dev.arag.index.internal.mention;

import dev.arag.core.internal.fold.Folding;
import dev.arag.index.internal.postings.StoredKey;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The key of a name in one mentions file. The file has a key for each form of the name: the folded
 * name, U+0000 and the form.
 *
 * @param key the folded name
 * @param forms how the texts write the name, in ascending order; at least one
 */
public record MentionKey(String key, List<StoredKey> forms) {
  /** The character before a form. No name contains it. */
  static final char BEFORE_FORM = 0;

  /** Returns the bytes of the key of a form. */
  static byte[] bytes(String form) {
    return (Folding.key(form) + BEFORE_FORM + form).getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the bytes with which all keys of a name start. */
  static byte[] prefix(String key) {
    return (key + BEFORE_FORM).getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the name as the texts write it. */
  public static String form(StoredKey stored) {
    String text = stored.text();
    return text.substring(text.indexOf(BEFORE_FORM) + 1);
  }

  /** Returns the folded name. */
  static String key(StoredKey stored) {
    String text = stored.text();
    return text.substring(0, Math.max(0, text.indexOf(BEFORE_FORM)));
  }
}
