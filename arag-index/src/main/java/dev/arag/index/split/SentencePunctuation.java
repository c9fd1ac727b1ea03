package dev.arag.index.split;

/** What a UTF-16 unit can mean to the end of a sentence; one look into a table for each. */
final class SentencePunctuation {
  static final byte NONE = 0;

  /** Ends a sentence where white space follows. */
  static final byte SPACED = 1;

  /** Ends a sentence whatever follows: it means nothing else in its script. */
  static final byte SURE = 2;

  /** Opens a quote, a title or a bracket of East Asian writing. */
  static final byte WIDE_OPENER = 3;

  static final byte WIDE_CLOSER = 4;

  /** A quotation mark, or an apostrophe. */
  static final byte QUOTE = 5;

  /** Ends a sentence in some scripts only: the colon and the semicolon. */
  static final byte LOCAL = 6;

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
    put(kinds, SPACED, ".!?…‽");
    put(kinds, SURE, "。！？｡．؟۔։।॥።፧፨܀᙮။៕។꓿");
    put(kinds, WIDE_OPENER, "《〈「『（【〔");
    put(kinds, WIDE_CLOSER, "》〉」』）】〕");
    put(kinds, QUOTE, "\"'‘’„“”«»");
    put(kinds, LOCAL, ":;");
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
