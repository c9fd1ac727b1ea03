package dev.arag.index.internal.mention;

import dev.arag.core.internal.fold.Folding;
import dev.arag.index.internal.postings.PostingsReader;
import dev.arag.index.internal.postings.StoredKey;
import java.nio.charset.StandardCharsets;

/**
 * The keys of a mentions file. There is one for each form of a name: the folded name, U+0000 and
 * the form, which is how the texts write the name.
 */
public final class MentionKey {
  /** The character before a form. No name contains it. */
  static final char BEFORE_FORM = 0;

  private MentionKey() {}

  /** Returns the bytes of the key of a form. */
  static byte[] bytes(String form) {
    return (Folding.key(form) + BEFORE_FORM + form).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Returns the start of the keys of all forms of a folded name, see {@link
   * PostingsReader#forEachWith}.
   */
  static String start(String key) {
    return PostingsReader.BORDER + StoredKey.latin1(key + BEFORE_FORM);
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
