package dev.arag.index.internal.diagnostics;

/**
 * Problems that an embedder has with the text of a document.
 *
 * @param document the number of the document in the segment
 * @param unknownShare the share of the text that the embedder cannot interpret, from 0 to 1
 * @param cutSentences the number of sentences that are longer than the embedder accepts and are
 *     therefore truncated before embedding
 * @param language the code of the document's language if the embedder was not trained for this
 *     language, otherwise empty; a code has two or three lower-case letters
 */
public record Diagnostic(int document, float unknownShare, int cutSentences, String language) {
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
      throw new IllegalArgumentException(
          "language must be two or three lower-case letters, was '" + language + "'");
    }
  }

  /** Creates a diagnostic without a language. */
  public Diagnostic(int document, float unknownShare, int cutSentences) {
    this(document, unknownShare, cutSentences, "");
  }

  /**
   * Returns whether a text is a language code that can be stored, which must have two or three
   * lower-case letters.
   */
  public static boolean isCode(String language) {
    return (language.length() == 2 || language.length() == 3)
        && language.chars().allMatch(letter -> letter >= 'a' && letter <= 'z');
  }

  /** Returns a copy with another document number. */
  public Diagnostic withDocument(int otherDocument) {
    return new Diagnostic(otherDocument, unknownShare, cutSentences, language);
  }

  /**
   * Returns the letters of the language code, with the first letter in the lowest byte; 0 if there
   * is no language.
   */
  public int packedLanguage() {
    int packed = 0;
    for (int i = 0; i < language.length(); i++) {
      packed |= language.charAt(i) << (8 * i);
    }
    return packed;
  }

  public static String unpackLanguage(int packed) {
    StringBuilder language = new StringBuilder();
    for (int rest = packed; rest != 0; rest >>>= 8) {
      language.append((char) (rest & 0xFF));
    }
    return language.toString();
  }
}
