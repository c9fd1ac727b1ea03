package dev.arag.tika.internal.format;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * Finds the end of the header of a Rich Text file. Tika treats everything before the first of a few
 * control words as header and drops it. Because these words are optional, Tika would lose text. Not
 * thread-safe; use one instance per file.
 */
final class RichTextHeader {
  private static final byte[] END = "\\pard ".getBytes(StandardCharsets.US_ASCII);

  /** The control words at which Tika ends the header, if no number follows them. */
  private static final Set<String> ENDS =
      Set.of("par", "pard", "sect", "sectd", "plain", "ltrch", "rtlch", "htmlrtf", "line");

  /**
   * Groups that belong to the header. After the end of the header, Tika does not recognize them.
   */
  private static final Set<String> TABLES = Set.of("fonttbl", "colortbl", "stylesheet", "info");

  /** Control words of groups whose content is not part of the document's body text. */
  private static final Set<String> DESTINATIONS =
      Set.of(
          ("listtable listoverridetable revtbl filetbl listtext upr pict object xe tc"
                  + " header headerl headerr headerf footer footerl footerr footerf"
                  + " ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn")
              .split(" "));

  private static final Set<String> CHARACTERS =
      Set.of("lquote", "rquote", "ldblquote", "rdblquote", "bullet", "endash", "emdash");

  private final byte[] bytes;
  private int at;
  private int depth;
  private int outerGroup;
  private int textStart = -1;
  private boolean isEnded;

  /** The depth of the outermost group that Tika ignores; 0 outside such groups. */
  private int ignored;

  /** The depth of the outermost group without body text; 0 outside such groups. */
  private int hidden;

  /** The depth of the first font table; 0 before that table. */
  private int fontTable;

  private boolean isFontTableRead;

  private RichTextHeader(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Returns the file. If Tika would drop text, a control word that ends the header is inserted
   * before that text.
   */
  static byte[] end(byte[] bytes) {
    RichTextHeader header = new RichTextHeader(bytes);
    int start = header.findText();
    return start < 0
        ? bytes
        : ByteBuffer.allocate(bytes.length + END.length)
            .put(bytes, 0, start)
            .put(END)
            .put(bytes, start, bytes.length - start)
            .array();
  }

  /**
   * Returns the offset of the first text that Tika would drop, or of the outer group that contains
   * it. Returns -1 if Tika drops no text.
   */
  private int findText() {
    while (at < bytes.length && !isEnded) {
      int start = at;
      byte next = bytes[at++];
      if (next == '{') {
        openGroup(start);
      } else if (next == '}') {
        closeGroup();
      } else if (next == '\\') {
        readControl(start);
      } else if ((next & 0xff) > ' ') {
        takeText(start);
      }
    }
    return textStart;
  }

  private void openGroup(int start) {
    depth++;
    if (depth == 2) {
      outerGroup = start;
    }
    if (ignored == 0 && peek(0) == '\\' && peek(1) == '*') {
      ignored = depth;
    }
  }

  private void closeGroup() {
    depth--;
    ignored = ignored > depth ? 0 : ignored;
    hidden = hidden > depth ? 0 : hidden;
  }

  /** Returns the byte at this distance from the current position; 0 after the end. */
  private int peek(int ahead) {
    return ahead < bytes.length - at ? bytes[at + ahead] & 0xff : 0;
  }

  private void takeText(int start) {
    if (textStart < 0 && depth > 0 && ignored == 0 && hidden == 0) {
      textStart = depth == 1 ? start : outerGroup;
    }
  }

  private void readControl(int start) {
    if (isLetter(peek(0))) {
      readWord(start);
      return;
    }
    int symbol = peek(0);
    at++;
    if (symbol == '\'') {
      readHex(start);
    } else if (symbol == '{' || symbol == '}' || symbol == '\\') {
      takeText(start);
    }
  }

  private void readHex(int start) {
    int high = Character.digit(peek(0), 16);
    int low = Character.digit(peek(1), 16);
    if (high >= 0 && low >= 0) {
      at += 2;
      takeCharacter(16 * high + low, start);
    }
  }

  private void takeCharacter(int character, int start) {
    if (character > ' ' && !Character.isSpaceChar(character)) {
      takeText(start);
    }
  }

  private static boolean isLetter(int character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
  }

  private static boolean isDigit(int character) {
    return character >= '0' && character <= '9';
  }

  private void readWord(int start) {
    while (isLetter(peek(0))) {
      at++;
    }
    String word = new String(bytes, start + 1, at - start - 1, StandardCharsets.US_ASCII);
    boolean hasNumber = isDigit(peek(0)) || peek(0) == '-';
    int number = hasNumber ? readNumber() : 0;
    if (peek(0) == ' ') {
      at++;
    }
    isFontTableRead |= depth < fontTable;
    if (hasNumber) {
      numbered(word, number, start);
    } else {
      plain(word, start);
    }
  }

  private int readNumber() {
    boolean isNegative = peek(0) == '-';
    at += isNegative ? 1 : 0;
    int number = 0;
    while (isDigit(peek(0))) {
      number = 10 * number + peek(0) - '0';
      at++;
    }
    return isNegative ? -number : number;
  }

  private void numbered(String word, int number, int start) {
    if (word.equals("u")) {
      takeCharacter(number & 0xffff, start);
    } else if (word.equals("bin")) {
      at += Math.min(Math.max(0, number), bytes.length - at);
    } else if (word.equals("f")) {
      isEnded = isFontTableRead && ignored == 0;
    }
  }

  private void plain(String word, int start) {
    if (ENDS.contains(word)) {
      isEnded = ignored == 0;
    } else if (TABLES.contains(word)) {
      startTable(word);
    } else if (DESTINATIONS.contains(word)) {
      hidden = hidden == 0 ? depth : hidden;
    } else if (CHARACTERS.contains(word)) {
      takeText(start);
    }
  }

  private void startTable(String word) {
    textStart = -1;
    hidden = hidden == 0 ? depth : hidden;
    if (!word.equals("info") && ignored == 0) {
      ignored = depth;
    }
    if (word.equals("fonttbl") && fontTable == 0) {
      fontTable = depth;
    }
  }
}
