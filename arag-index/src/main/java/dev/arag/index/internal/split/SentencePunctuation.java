package dev.arag.index.internal.split;

/** The roles of UTF-16 units at the end of a sentence, in a table with one entry per unit. */
final class SentencePunctuation {
  static final byte NONE = 0;

  /** Ends a sentence where white space follows. */
  static final byte AMBIGUOUS = 1;

  /** Always ends a sentence: the mark has no other meaning in its script. */
  static final byte UNAMBIGUOUS = 2;

  /** Opens an East Asian quote, title or bracket. */
  static final byte EAST_ASIAN_OPENER = 3;

  static final byte EAST_ASIAN_CLOSER = 4;

  /** A quotation mark, or an apostrophe. */
  static final byte QUOTE = 5;

  /** Ends a sentence in some scripts only: the colon and the semicolon. */
  static final byte SCRIPT_SPECIFIC = 6;

  /** May belong to an item of a list inside a line. */
  static final byte LIST = 7;

  /** A space, where scripts without full stops may end a sentence. */
  static final byte SPACE = 8;

  private static final byte[] KINDS = kinds();

  private SentencePunctuation() {}

  static byte kind(char unit) {
    return KINDS[unit];
  }

  private static byte[] kinds() {
    byte[] kinds = new byte[0x10000];
    put(kinds, AMBIGUOUS, ".!?…‽");
    put(kinds, UNAMBIGUOUS, "。！？｡．؟۔։।॥።፧፨܀᙮။៕។꓿");
    put(kinds, EAST_ASIAN_OPENER, "《〈「『（【〔");
    put(kinds, EAST_ASIAN_CLOSER, "》〉」』）】〕");
    put(kinds, QUOTE, "\"'‘’„“”«»");
    put(kinds, SCRIPT_SPECIFIC, ":;");
    put(kinds, LIST, ")•⁃‣▪●");
    put(kinds, SPACE, " ");
    return kinds;
  }

  private static void put(byte[] kinds, byte kind, String units) {
    for (int i = 0; i < units.length(); i++) {
      kinds[units.charAt(i)] = kind;
    }
  }
}
