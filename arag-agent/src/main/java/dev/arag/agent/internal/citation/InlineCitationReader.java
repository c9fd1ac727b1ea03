package dev.arag.agent.internal.citation;

import dev.arag.agent.citation.Span;
import dev.arag.agent.internal.quote.NormalizedText;
import dev.arag.agent.internal.quote.WordSequence;
import dev.arag.core.internal.fold.CharacterClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the chunk ids in the sentences of an answer. */
final class InlineCitationReader {
  /**
   * Minimum number of words in a quote. A shorter text in quotation marks next to an id is more
   * likely to be a title.
   */
  private static final int MIN_QUOTE_WORDS = 5;

  private static final int MAX_QUOTE_LENGTH = 1_000;
  static final int MAX_MENTIONS = 500;

  private static final String CHUNK = "chunk ";

  private final String text;
  private final IdListParser ids;
  private final List<Mention> mentions = new ArrayList<>();
  private final List<Span> brackets = new ArrayList<>();
  private final MarkerFreeText plain = new MarkerFreeText();

  private InlineCitationReader(String text, IdListParser ids) {
    this.text = text;
    this.ids = ids;
  }

  /**
   * The citations found in a text.
   *
   * @param mentions the ids with their quotes and claims, in the order of the text
   * @param brackets the spans of the brackets that contain ids, in order
   * @param plain the text without these brackets
   */
  record InlineCitations(List<Mention> mentions, List<Span> brackets, String plain) {}

  static InlineCitations read(String text, IdListParser ids) {
    InlineCitationReader reader = new InlineCitationReader(text, ids);
    reader.readAll();
    return new InlineCitations(reader.mentions, reader.brackets, reader.plain.toString());
  }

  private void readAll() {
    int i = 0;
    while (i < text.length()) {
      int end = mentions.size() < MAX_MENTIONS ? readAt(i) : i;
      if (end == i) {
        plain.append(text.charAt(i++));
      } else {
        i = end;
      }
    }
  }

  /**
   * Reads the citation that starts at an index. Returns the end of the brackets to remove from the
   * text; {@code start} if nothing must be removed.
   */
  private int readAt(int start) {
    if (Punctuation.isOpeningBracket(text.charAt(start))) {
      return readBracket(start);
    }
    namedChunk(text, start, ids)
        .ifPresent(mention -> mentions.add(mention.withClaim(plain.claimBefore())));
    return start;
  }

  private int readBracket(int start) {
    Optional<BracketGroup> group = BracketGroup.read(text, start, ids, false);
    if (group.isEmpty()) {
      return start;
    }
    int end = group.get().end();
    Span marker = new Span(start, end);
    brackets.add(marker);
    String quote = quoteBefore(start).or(() -> quoteAfter(end)).orElse("");
    MarkerFreeText.MarkedWords claim = plain.removeMarker(text, end);
    List<Mention> found = group.get().mentions();
    boolean hasQuote = quote.isEmpty() || found.stream().anyMatch(Mention::hasQuote);
    for (Mention mention : hasQuote ? found : Mention.share(found, quote)) {
      mentions.add(mention.withClaim(claim).withMarkers(List.of(marker)));
    }
    return end;
  }

  private static boolean startsWord(String text, int at) {
    return at == 0 || !CharacterClass.isLetterOrDigit(text.charAt(at - 1));
  }

  /**
   * Reads a citation without brackets that starts at an index, such as "chunk 12" in a sentence.
   * The words remain part of the text.
   */
  static Optional<Mention> namedChunk(String text, int start, IdListParser ids) {
    if (!text.regionMatches(true, start, CHUNK, 0, CHUNK.length()) || !startsWord(text, start)) {
      return Optional.empty();
    }
    int from = start + CHUNK.length();
    int end = from;
    while (end < text.length() && end - from < 40 && !endsName(text.charAt(end))) {
      end++;
    }
    String name = text.substring(from, end);
    while (name.endsWith(".") || name.endsWith(":")) {
      name = name.substring(0, name.length() - 1);
    }
    String id = name;
    return ids.read(id, IdListParser.Trust.LOOKS_LIKE_ID).stream()
        .filter(mention -> mention.shown().isPresent() && mention.id().equals(id))
        .findFirst();
  }

  private static boolean endsName(char character) {
    return Punctuation.isSpace(character)
        || Punctuation.isOpeningBracket(character)
        || Punctuation.isClosingBracket(character)
        || ",;\"“”*".indexOf(character) >= 0;
  }

  /** Returns the quote directly before a bracket; empty if there is none or it is too short. */
  private Optional<String> quoteBefore(int bracket) {
    int end = bracket;
    while (end > 0 && " .,;:*".indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    if (end == 0) {
      return Optional.empty();
    }
    int nested = NestedQuotes.start(text, end - 1);
    if (nested >= 0) {
      return longEnough(text.substring(nested + 1, end - 1));
    }
    char mark = text.charAt(end - 1);
    int least = Math.max(0, end - MAX_QUOTE_LENGTH);
    for (int i = end - 2; i >= least && text.charAt(i) != '\n'; i--) {
      char open = text.charAt(i);
      if (NestedQuotes.isDouble(open) && Punctuation.closes(open, mark)) {
        return longEnough(text.substring(i + 1, end - 1));
      }
    }
    return Optional.empty();
  }

  private Optional<String> quoteAfter(int bracketEnd) {
    int start = bracketEnd;
    while (start < text.length() && " :*–—-".indexOf(text.charAt(start)) >= 0) {
      start++;
    }
    if (start == text.length() || !NestedQuotes.isDouble(text.charAt(start))) {
      return Optional.empty();
    }
    int end = closingMark(start);
    return end < 0 ? Optional.empty() : longEnough(text.substring(start + 1, end));
  }

  /**
   * Returns the index of the mark on the same line that closes a quote and all quotes nested in it.
   * If the marks do not match, returns the first closing mark on the line; -1 if there is none.
   */
  private int closingMark(int start) {
    int line = text.indexOf('\n', start);
    int most = Math.min(line < 0 ? text.length() : line, start + MAX_QUOTE_LENGTH);
    int nested = NestedQuotes.end(text, start);
    if (nested >= 0 && nested < most) {
      return nested;
    }
    for (int i = start + 1; i < most; i++) {
      if (Punctuation.closes(text.charAt(start), text.charAt(i))) {
        return i;
      }
    }
    return -1;
  }

  private static Optional<String> longEnough(String quote) {
    int words = WordSequence.of(NormalizedText.of(quote)).size();
    return words >= MIN_QUOTE_WORDS ? Optional.of(quote.strip()) : Optional.empty();
  }
}
