package dev.arag.index.internal.vector;

/**
 * What an encoder made of a document's text, where a user should know of it.
 *
 * @param document its number in the segment
 * @param unknownShare how much of its text the encoder does not know, from 0 to 1
 * @param cutSentences how many of its sentences are longer than the encoder takes
 * @param language the document's language where the encoder was not trained for it: two or three
 *     small letters; else empty
 */
public record Diagnostic(int document, float unknownShare, int cutSentences, String language) {
  static final int BYTES = 16;

  public Diagnostic {
    if (document < 0) {
      throw new IllegalArgumentException("document must be >= 0, was " + document);
    }
    if (!(unknownShare >= 0 && unknownShare <= 1)) {
      throw new IllegalArgumentException("unknownShare must be in 0..1, was " + unknownShare);
    }
    if (cutSentences < 0) {
      throw new IllegalArgumentException("cutSentences must be >= 0, was " + cutSentences);
    }
    if (!language.isEmpty() && !isCode(language)) {
      throw new IllegalArgumentException("language must be a code, was " + language);
    }
  }

  /** Where there is nothing to say of the language. */
  public Diagnostic(int document, float unknownShare, int cutSentences) {
    this(document, unknownShare, cutSentences, "");
  }

  /** Whether a text is the code of a language as it can be stored: two or three small letters. */
  public static boolean isCode(String language) {
    return (language.length() == 2 || language.length() == 3)
        && language.chars().allMatch(letter -> letter >= 'a' && letter <= 'z');
  }

  /** The same of a document with another number. */
  public Diagnostic of(int otherDocument) {
    return new Diagnostic(otherDocument, unknownShare, cutSentences, language);
  }

  /** The letters of the language, the first in the lowest byte; 0 for none. */
  int packedLanguage() {
    int packed = 0;
    for (int i = 0; i < language.length(); i++) {
      packed |= language.charAt(i) << (8 * i);
    }
    return packed;
  }

  static String unpackLanguage(int packed) {
    StringBuilder language = new StringBuilder();
    for (int rest = packed; rest != 0; rest >>>= 8) {
      language.append((char) (rest & 0xFF));
    }
    return language.toString();
  }
}
