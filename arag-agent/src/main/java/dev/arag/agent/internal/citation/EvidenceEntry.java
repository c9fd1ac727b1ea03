package dev.arag.agent.internal.citation;

import dev.arag.agent.internal.quote.NormalizedText;
import dev.arag.core.internal.fold.CharacterClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One entry of an evidence block: chunk ids and the quotes for them.
 *
 * @param ids the ids; at least one. Quotes inside the brackets are assigned to them
 * @param quotes the quotes that follow the ids; not yet assigned to them
 * @param isStrict whether the entry has exactly the requested form: ids in brackets, with the
 *     quotes either inside the brackets or after them in quotation marks, and no other text
 */
record EvidenceEntry(List<Mention> ids, List<String> quotes, boolean isStrict) {
  private static final int MAX_NAME = 80;
  static final int MAX_MENTIONS = 500;
  static final String BULLETS = "-*•–—>+#|· \t\u00A0";
  private static final String SEPARATORS = ":,-–—*>=|~_ \t\u00A0：";

  static Optional<EvidenceEntry> read(String line, IdListParser ids) {
    String bare = withoutBullet(line);
    if (bare.isEmpty()) {
      return Optional.empty();
    }
    return Punctuation.isOpeningBracket(bare.charAt(0))
        ? readBracketed(bare, ids)
        : readNamed(bare, ids);
  }

  /** Whether the entry may continue on the next line. */
  static boolean isOpen(String entry) {
    long marks = entry.chars().filter(c -> "\"“”„".indexOf(c) >= 0).count();
    return marks == 0 ? entry.length() < MAX_NAME : marks % 2 == 1;
  }

  private static Optional<EvidenceEntry> readBracketed(String line, IdListParser ids) {
    return BracketGroup.read(line, 0, ids, true)
        .map(group -> entry(group.mentions(), line.substring(group.end())));
  }

  /**
   * Reads an entry whose id has no brackets. The id ends at a colon, a dash or the start of the
   * quote.
   */
  private static Optional<EvidenceEntry> readNamed(String line, IdListParser ids) {
    int end = 0;
    while (end < line.length() && end < MAX_NAME && !endsName(line, end)) {
      end++;
    }
    List<Mention> named =
        ids.read(line.substring(0, end).strip(), IdListParser.Trust.LOOKS_LIKE_ID);
    boolean isId = !named.isEmpty() && end < line.length();
    return isId
        ? Optional.of(new EvidenceEntry(named, quotesIn(line.substring(end)), false))
        : Optional.empty();
  }

  private static boolean endsName(String line, int i) {
    char character = line.charAt(i);
    if (Punctuation.isOpeningQuote(character) || "*|–—".indexOf(character) >= 0) {
      return true;
    }
    boolean isSign = character == ':' || isDashAt(line, i);
    return isSign && (i + 1 == line.length() || Punctuation.isSpace(line.charAt(i + 1)));
  }

  private static boolean isDashAt(String line, int i) {
    return line.charAt(i) == '-' && i > 0 && Punctuation.isSpace(line.charAt(i - 1));
  }

  private static EvidenceEntry entry(List<Mention> ids, String rest) {
    boolean hasQuotes = ids.stream().anyMatch(Mention::hasQuote);
    if (hasQuotes) {
      return new EvidenceEntry(ids, List.of(), true);
    }
    String bare = rest.strip().startsWith(":") ? rest.strip().substring(1).strip() : rest.strip();
    boolean isStrict =
        bare.length() > 1
            && Punctuation.isOpeningQuote(bare.charAt(0))
            && Punctuation.closes(bare.charAt(0), bare.charAt(bare.length() - 1));
    return new EvidenceEntry(ids, quotesIn(rest), isStrict);
  }

  /**
   * Returns the ids with their quotes; at most about {@value #MAX_MENTIONS}. This may search the
   * text shown for each quote.
   */
  List<Mention> mentions() {
    if (quotes.isEmpty()) {
      return ids;
    }
    List<Mention> quoting = new ArrayList<>();
    for (int i = 0; i < quotes.size() && quoting.size() < MAX_MENTIONS; i++) {
      quoting.addAll(Mention.share(ids, quotes.get(i)));
    }
    return quoting;
  }

  /**
   * Returns the texts in quotation marks. If there are no quotation marks, returns the whole text.
   */
  private static List<String> quotesIn(String after) {
    String rest = withoutSeparators(after);
    List<String> quotes = new ArrayList<>();
    int at = 0;
    while (at < rest.length() && Punctuation.isOpeningQuote(rest.charAt(at))) {
      int end = closing(rest, at);
      addUnlessBlank(quotes, rest.substring(at + 1, end));
      at = nextQuote(rest, Math.min(rest.length(), end + 1));
    }
    if (quotes.isEmpty()) {
      addUnlessBlank(quotes, rest);
    }
    return quotes;
  }

  private static void addUnlessBlank(List<String> quotes, String quote) {
    if (!NormalizedText.key(quote).isEmpty()) {
      quotes.add(quote.strip());
    }
  }

  /**
   * Returns the index of the mark that closes a quote. After this mark the entry ends or another
   * quote starts.
   */
  private static int closing(String rest, int open) {
    int nested = NestedQuotes.end(rest, open);
    if (nested >= 0 && endsQuote(rest, nested + 1)) {
      return nested;
    }
    int last = rest.length();
    for (int i = rest.length() - 1; i > open; i--) {
      if (Punctuation.closes(rest.charAt(open), rest.charAt(i))) {
        last = i;
        break;
      }
    }
    for (int i = open + 1; i < last; i++) {
      if (Punctuation.closes(rest.charAt(open), rest.charAt(i)) && nextQuote(rest, i + 1) < last) {
        return i;
      }
    }
    return last;
  }

  private static boolean endsQuote(String rest, int at) {
    return at == rest.length() || nextQuote(rest, at) < rest.length();
  }

  /**
   * Returns the start of the next quote if only a separator or the word "and" precedes that quote.
   * Otherwise returns the length of the text.
   */
  private static int nextQuote(String rest, int from) {
    int i = from;
    while (i < rest.length() && i - from < 8 && ",;/&+. ".indexOf(rest.charAt(i)) >= 0) {
      i++;
    }
    if (rest.startsWith("and ", i)) {
      i += 4;
    }
    boolean opens = i > from && i + 1 < rest.length() && Punctuation.isOpeningQuote(rest.charAt(i));
    return opens && !Punctuation.isSpace(rest.charAt(i + 1)) ? i : rest.length();
  }

  private static String withoutBullet(String line) {
    int i = 0;
    while (i < line.length() && BULLETS.indexOf(line.charAt(i)) >= 0) {
      i++;
    }
    int number = i;
    while (number < line.length()
        && number - i < 3
        && CharacterClass.isDigit(line.charAt(number))) {
      number++;
    }
    boolean isNumbered =
        number > i
            && number + 1 < line.length()
            && ".)".indexOf(line.charAt(number)) >= 0
            && line.charAt(number + 1) == ' ';
    return line.substring(isNumbered ? number + 2 : i).strip();
  }

  private static String withoutSeparators(String rest) {
    int start = 0;
    int end = rest.length();
    while (start < end && SEPARATORS.indexOf(rest.charAt(start)) >= 0) {
      start++;
    }
    while (end > start && "*_ |\t".indexOf(rest.charAt(end - 1)) >= 0) {
      end--;
    }
    return rest.substring(start, end);
  }
}
