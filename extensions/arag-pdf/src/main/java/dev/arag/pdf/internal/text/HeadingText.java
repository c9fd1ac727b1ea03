package dev.arag.pdf.internal.text;

import dev.arag.core.internal.fold.CharacterClass;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the text of a line says about whether it is a heading.
 *
 * @param kind how the heading is numbered
 * @param isSentence whether it could be a heading if it did not end like a sentence or a label
 * @param depth the number of parts of the number, such as 2 for {@code 3.2}; 0 if there is none
 */
record HeadingText(Kind kind, int depth, boolean isUpperCase, boolean isTitle, boolean isSentence) {
  enum Kind {
    PART,
    ITEM,
    NOTE,
    NUMBERED,
    PLAIN
  }

  private static final int MAX_LENGTH = 200;
  private static final int MIN_LETTERS = 3;
  private static final int UPPER_CASE_LETTERS = 4;

  private static final int FLAGS = Pattern.CASE_INSENSITIVE;
  private static final Pattern PART = Pattern.compile("part (?:[ivx]{1,4}|[0-9]{1,2})\\b.*", FLAGS);
  private static final Pattern ITEM =
      Pattern.compile("item [0-9]{1,2}(?:[a-c]|\\.[0-9]{2})?\\b.*", FLAGS);
  private static final Pattern NOTE =
      Pattern.compile("note [0-9]{1,2}(?:[a-z])?(?: ?[-–—:.].*| [A-Z].*)", FLAGS);
  private static final Pattern NUMBER =
      Pattern.compile("([0-9]{1,2}(?:\\.[0-9]{1,2}){1,4}[.)]?|[0-9]{1,2}[.)]|[0-9]) +(\\p{L}.*)");

  private static final Pattern SECTION =
      Pattern.compile(
          "(?:section|article|chapter|annex|appendix|schedule) [0-9IVX]{1,4}(?:\\.[0-9]{1,2})*"
              + "[.:]? \\p{Lu}.*",
          FLAGS);

  /** Lines of tables, captions, dates, units and signatures. */
  private static final Pattern NO_HEADING =
      Pattern.compile(
          ".*(?:\\.{4}|(?:\\. ){3}|/s/|_{3}|\\t|@|https?:|www\\.).*"
              + "|\\(.*"
              + "|(?:figure|fig\\.|table|chart|graph|abbildung|tabelle) [0-9A-Z].*"
              + "|(?:by|date|dated|name|title|attest|tel|telephone|phone|fax)\\b ?[:#].*"
              + "|commission file .*|none|n/a|page(?: no\\.?)?|period"
              + "|(?:for the )?(?:[a-z0-9-]+ )?(?:months?|years?|quarters?|weeks?|periods?)"
              + " (?:ended|ending)\\b.*"
              + "|(?:as of|at|for the)? ?(?:january|february|march|april|may|june|july|august"
              + "|september|october|november|december)\\b.{0,4}[0-9]{0,2},? ?(?:[0-9]{4})?"
              + "|(?:[a-z$]+ )?in (?:millions|thousands|billions)\\b.*|balance (?:at|as of) .*",
          FLAGS);

  /** The end of a sentence within a line. */
  private static final Pattern SENTENCES = Pattern.compile("\\p{Ll}{4}[.!?] \\p{Lu}");

  private static final Pattern SIGNATURE =
      Pattern.compile(
          ".*/s/.*|.*_{4}.*|by ?:.*|(?:.* )?(?:chief .{2,40}|vice |executive )(?:officer|president)"
              + "|(?:.*, )?(?:president|chairman|director|treasurer|secretary)"
              + "|(?:president|chairman|chief [a-z]+ officer)\\b.{0,80}",
          FLAGS);

  private static final Pattern ONLY_NUMBER =
      Pattern.compile("(?:part|item|note) [0-9ivx]{1,4}[a-c]?\\.?", FLAGS);

  static HeadingText of(String text) {
    if (text.length() > MAX_LENGTH) {
      return new HeadingText(Kind.PLAIN, 0, false, false, false);
    }
    int depth = 0;
    Kind kind = Kind.PLAIN;
    Matcher number = NUMBER.matcher(text);
    if (PART.matcher(text).matches()) {
      kind = Kind.PART;
    } else if (ITEM.matcher(text).matches()) {
      kind = Kind.ITEM;
    } else if (NOTE.matcher(text).matches()) {
      kind = Kind.NOTE;
    } else if (SECTION.matcher(text).matches()) {
      kind = Kind.NUMBERED;
      depth = 2;
    } else if (number.matches()) {
      kind = Kind.NUMBERED;
      depth = number.group(1).split("[.)]").length;
    }
    boolean isLabel = isLabel(text, kind);
    return new HeadingText(kind, depth, isUpperCase(text), isLabel && !ends(text, kind), isLabel);
  }

  private static boolean isUpperCase(String text) {
    int letters = 0;
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (CharacterClass.isLowerCase(unit)) {
        return false;
      }
      letters += Character.isUpperCase(unit) ? 1 : 0;
    }
    return letters >= UPPER_CASE_LETTERS;
  }

  /** Whether a line belongs to a signature. */
  static boolean isSignature(String text) {
    return text.length() <= MAX_LENGTH && SIGNATURE.matcher(text).matches();
  }

  private static boolean ends(String text, Kind kind) {
    char last = text.charAt(text.length() - 1);
    boolean isMarked = kind == Kind.ITEM || SECTION.matcher(text).matches();
    return ".,;:-–—".indexOf(last) >= 0
        && !(last == '.' && (isMarked || ONLY_NUMBER.matcher(text).matches()));
  }

  /** Whether a heading could have this text, apart from its end. */
  private static boolean isLabel(String text, Kind kind) {
    int first = text.codePointAt(0);
    Matcher number = NUMBER.matcher(text);
    String words = number.matches() ? number.group(2) : text;
    int letters = (int) words.codePoints().filter(CharacterClass::isLetter).count();
    int marks = (int) words.codePoints().filter(each -> each != ' ').count();
    return (CharacterClass.isLetter(first) || kind == Kind.NUMBERED)
        && !CharacterClass.isLowerCase(first)
        && letters >= MIN_LETTERS
        && letters * 3 > marks * 2
        && !SENTENCES.matcher(text).find()
        && !NO_HEADING.matcher(text).matches()
        && !isSignature(text);
  }
}
