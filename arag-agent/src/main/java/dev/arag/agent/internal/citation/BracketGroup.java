package dev.arag.agent.internal.citation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The content of a pair of brackets that is a citation: one or more chunk ids with separators
 * between them. Each id may have a quote.
 *
 * @param mentions the ids with their quotes; at least one
 * @param end the index after the closing bracket
 */
record BracketGroup(List<Mention> mentions, int end) {
  /**
   * The maximum length of a citation in brackets. The limit also bounds the time that is spent on a
   * bracket that is never closed.
   */
  private static final int MAX_LENGTH = 600;

  private static final int MAX_IDS = 20;

  static Optional<BracketGroup> read(String text, int open, IdListParser ids, boolean isEvidence) {
    return new Reader(text, open, ids, isEvidence).read();
  }

  /**
   * Whether the result of {@link #read} in a sentence could change if more text were appended, for
   * example because the bracket is not closed yet.
   */
  static boolean mayChange(String text, int open, IdListParser ids) {
    Reader reader = new Reader(text, open, ids, false);
    boolean unused = reader.scan();
    return reader.hasReachedEnd && text.length() < open + MAX_LENGTH;
  }

  private static final class Reader {
    private final String text;
    private final IdListParser ids;
    private final char close;
    private final int limit;
    private final IdListParser.Trust trust;

    /**
     * Adds the ids and assigns the quotes, in order. Assigning a quote may search the text shown,
     * so it is done only for brackets that are closed.
     */
    private final List<Consumer<List<Mention>>> parts = new ArrayList<>();

    private int idCount;
    private int at;
    private boolean isInvalid;

    /** Whether the result depends on the place where the text ends. */
    private boolean hasReachedEnd;

    Reader(String text, int open, IdListParser ids, boolean isEvidence) {
      this.text = text;
      this.ids = ids;
      this.close = Punctuation.closingBracket(text.charAt(open));
      this.limit = Math.min(text.length(), open + MAX_LENGTH);
      this.at = open + 1;
      if (isEvidence) {
        trust = IdListParser.Trust.ANY;
      } else {
        trust =
            Punctuation.isSquare(text.charAt(open))
                ? IdListParser.Trust.LOOKS_LIKE_ID
                : IdListParser.Trust.ONLY_SHOWN;
      }
    }

    Optional<BracketGroup> read() {
      List<Mention> mentions = new ArrayList<>();
      boolean isClosed = scan();
      for (int i = 0; isClosed && i < parts.size() && mentions.size() <= MAX_IDS; i++) {
        parts.get(i).accept(mentions);
      }
      return mentions.isEmpty() || mentions.size() > MAX_IDS
          ? Optional.empty()
          : Optional.of(new BracketGroup(List.copyOf(mentions), at + 1));
    }

    /** Reads up to the closing bracket. Returns whether there is one. */
    boolean scan() {
      while (at < limit && !isInvalid && idCount <= MAX_IDS) {
        char character = text.charAt(at);
        if (character == close) {
          return true;
        }
        if (isSeparator(character)) {
          at++;
        } else if (Punctuation.isOpeningQuote(character)) {
          readQuote();
        } else {
          readIds();
        }
      }
      hasReachedEnd |= at >= limit;
      return false;
    }

    private static boolean isSeparator(char character) {
      return ",;:/|*&、，；：-–— \t\u00A0".indexOf(character) >= 0;
    }

    private void readIds() {
      int end = at;
      while (end < limit && !endsIds(end)) {
        end++;
      }
      hasReachedEnd |= end == limit;
      String part = trimmed(text.substring(at, end));
      List<Mention> read = ids.read(part, trust);
      if (read.isEmpty() && idCount > 0 && text.charAt(at - 1) == ' ') {
        readBareQuote();
        return;
      }
      isInvalid = read.isEmpty();
      parts.add(mentions -> mentions.addAll(read));
      idCount += read.size();
      at = end;
    }

    /** Reads a quote without quotation marks, such as the words after "[k2: ". */
    private void readBareQuote() {
      int colon = at - 1;
      while (colon > 0 && text.charAt(colon) == ' ') {
        colon--;
      }
      int end = text.indexOf(close, at);
      isInvalid = text.charAt(colon) != ':' || end < 0 || end >= limit;
      hasReachedEnd |= end < 0;
      if (!isInvalid) {
        assignQuote(text.substring(at, end).strip());
        at = end;
      }
    }

    private boolean endsIds(int i) {
      char character = text.charAt(i);
      if (",;、，；|\n\r".indexOf(character) >= 0
          || Punctuation.isOpeningQuote(character)
          || Punctuation.isOpeningBracket(character)
          || Punctuation.isClosingBracket(character)) {
        return true;
      }
      boolean isColon = character == ':' || character == '：';
      return isColon
          && i + 1 < limit
          && (text.charAt(i + 1) == ' ' || quoteFollows(i + 1))
          && !IdListParser.isOnlyFillers(text.substring(at, i));
    }

    private boolean quoteFollows(int from) {
      int i = from;
      while (i < limit && isSeparator(text.charAt(i))) {
        i++;
      }
      hasReachedEnd |= i == limit;
      return i < limit && Punctuation.isOpeningQuote(text.charAt(i));
    }

    private static String trimmed(String part) {
      int end = part.length();
      while (end > 0 && isSeparator(part.charAt(end - 1))) {
        end--;
      }
      return part.substring(0, end);
    }

    /**
     * Reads a quote in quotation marks. The quote ends at a closing mark that is followed by a
     * separator or by the closing bracket.
     */
    private void readQuote() {
      int end = closingMark();
      isInvalid = end < 0;
      if (end >= 0) {
        assignQuote(text.substring(at + 1, end).strip());
        at = end + 1;
      }
    }

    private int closingMark() {
      int nested = NestedQuotes.end(text, at);
      hasReachedEnd |= nested < 0;
      if (nested >= 0 && endsItem(nested + 1)) {
        return nested;
      }
      for (int i = at + 1; i < limit; i++) {
        if (Punctuation.closes(text.charAt(at), text.charAt(i)) && endsItem(i + 1)) {
          return i;
        }
      }
      hasReachedEnd = true;
      return -1;
    }

    private boolean endsItem(int from) {
      int i = Punctuation.skipSpaces(text, from);
      hasReachedEnd |= i >= limit;
      return i < limit && (text.charAt(i) == close || ",;|".indexOf(text.charAt(i)) >= 0);
    }

    private void assignQuote(String quote) {
      isInvalid = idCount == 0;
      parts.add(mentions -> assign(quote, mentions));
    }

    /**
     * Assigns a quote to all preceding ids that have no quote yet. If the last id already has a
     * quote, the id is added again with the new quote.
     */
    private static void assign(String quote, List<Mention> mentions) {
      int first = mentions.size();
      if (mentions.get(first - 1).hasQuote()) {
        mentions.add(mentions.get(first - 1).withQuote(quote));
        return;
      }
      while (first > 0 && !mentions.get(first - 1).hasQuote()) {
        first--;
      }
      List<Mention> last = mentions.subList(first, mentions.size());
      List<Mention> quoting = Mention.share(last, quote);
      last.clear();
      mentions.addAll(quoting);
    }
  }
}
