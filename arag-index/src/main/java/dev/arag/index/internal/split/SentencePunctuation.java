package dev.arag.index.internal.split;

/** The role of each UTF-16 unit in finding the end of a sentence, as a table lookup. */
final class SentencePunctuation {
  static final byte NONE = 0;

  /** Can end a sentence before white space, but also has other uses. */
  static final byte AMBIGUOUS = 1;

  /** Ends a sentence even without white space, because the mark has no other meaning. */
  static final byte UNAMBIGUOUS = 2;

  /** Opens an East Asian quote, title or bracket. */
  static final byte EAST_ASIAN_OPENER = 3;

  static final byte EAST_ASIAN_CLOSER = 4;

  /** A quotation mark or an apostrophe. */
  static final byte QUOTE = 5;

  /** A colon or semicolon, which end a sentence only in some scripts. */
  static final byte SCRIPT_SPECIFIC = 6;

  /** May be part of the marker of an item in an inline list, such as {@code a)} or a bullet. */
  static final byte LIST = 7;

  /** A space; in scripts without full stops, a sentence may end here. */
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
