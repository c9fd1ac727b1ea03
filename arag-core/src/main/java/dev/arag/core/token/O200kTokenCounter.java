package dev.arag.core.token;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;

/** The o200k vocabulary, loaded at first use. */
enum O200kTokenCounter implements TokenCounter {
  INSTANCE;

  private final Encoding encoding =
      Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);

  @Override
  public int count(String text) {
    return encoding.countTokensOrdinary(text);
  }
}
