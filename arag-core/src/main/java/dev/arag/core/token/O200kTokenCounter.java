package dev.arag.core.token;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;

/** The o200k vocabulary, loaded when the class is first used. */
final class O200kTokenCounter implements TokenCounter {
  static final TokenCounter INSTANCE = new O200kTokenCounter();

  private final Encoding encoding =
      Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);

  private O200kTokenCounter() {}

  @Override
  public int count(String text) {
    return encoding.countTokensOrdinary(text);
  }
}
