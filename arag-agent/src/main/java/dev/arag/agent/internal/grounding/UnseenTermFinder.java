package dev.arag.agent.internal.grounding;

import dev.arag.agent.citation.Span;
import dev.arag.agent.citation.UnseenTerm;
import dev.arag.agent.citation.UnseenTerm.Kind;
import dev.arag.agent.internal.citation.AnswerParser;
import dev.arag.tools.call.Snippet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Finds figures and names in an answer that do not occur in the given texts. A capitalized word is
 * a name if it is inside a sentence, in a line of few words, or next to another capitalized word.
 * German capitalizes all nouns, so a capitalized word inside a German sentence is a name only if
 * another capitalized word is adjacent. In scripts without case, only figures are found.
 */
public final class UnseenTermFinder {
  private static final int MAX_TERMS = 50;
  private static final int SHORT_LINE_WORDS = 4;

  /**
   * Words that are not names although they may be capitalized, such as months, weekdays and common
   * first words of a sentence or line.
   */
  private static final Set<String> COMMON =
      Set.of(
          ("the a an in on at by for from of to with and but or nor so if as it its he"
                  + " his she her hers they their them we our you your this that these those"
                  + " there here when where while who whom whose what which why how after before"
                  + " during since until although though because however therefore thus also both"
                  + " neither either no not none yes true false unknown found answer evidence"
                  + " source sources note explanation according based only some many most all"
                  + " each every one two three four five six seven eight nine ten first second"
                  + " third last later then now january february march april may june july august"
                  + " september october november december monday tuesday wednesday thursday"
                  + " friday saturday sunday januar februar marz mai juni juli oktober dezember"
                  + " der die das den dem des ein eine einen einer im am und oder aber nein ja"
                  + " nicht le la les un une il elle oui non el los las si mr mrs ms dr prof st")
              .split(" "));

  private static final Set<String> GERMAN =
      Set.of("der die das und ist wurde wurden nicht ein eine von im den dem war hat".split(" "));

  private final String text;
  private final List<Span> skipped;
  private final ShownTerms seen;
  private final List<Term> terms;
  private final boolean isGerman;
  private final List<UnseenTerm> unseen = new ArrayList<>();

  /**
   * @param skipped the spans to ignore, in order; these are the brackets that contain chunk ids
   */
  private UnseenTermFinder(String text, List<Span> skipped, ShownTerms seen) {
    this.text = text;
    this.skipped = skipped;
    this.seen = seen;
    this.terms = Term.all(text).stream().filter(term -> !isSkipped(term)).toList();
    this.isGerman = terms.stream().map(Term::text).filter(GERMAN::contains).distinct().count() > 1;
  }

  /**
   * Finds the figures and names in an answer that do not occur in any of the given texts. Figures
   * are compared by value: 15,140 equals 15 140, and "nineteen" equals 19. Names are compared word
   * by word, and case and accents are ignored. Brackets that contain chunk ids are skipped.
   *
   * @param answer the answer without the evidence block
   * @param shown all snippets that were shown; used to recognize chunk ids in brackets
   * @param texts the texts that were shown, and the question
   * @return the terms in the order of the answer; at most about 50
   */
  public static List<UnseenTerm> find(
      String answer, List<Snippet> shown, Collection<String> texts) {
    List<Span> skipped = AnswerParser.idBrackets(answer, shown);
    UnseenTermFinder finder = new UnseenTermFinder(answer, skipped, new ShownTerms(texts));
    finder.readAll();
    return List.copyOf(finder.unseen);
  }

  private boolean isSkipped(Term term) {
    int low = 0;
    int high = skipped.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (skipped.get(middle).end() <= term.start()) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < skipped.size() && skipped.get(low).start() < term.end();
  }

  private void readAll() {
    int i = 0;
    while (i < terms.size() && unseen.size() < MAX_TERMS) {
      Term term = terms.get(i);
      if (term.isNumber()) {
        readFigure(i);
        i++;
      } else if (term.isCapitalized()) {
        int end = runEnd(i);
        readRun(i, end);
        i = end;
      } else {
        i++;
      }
    }
  }

  private void readFigure(int i) {
    Term term = terms.get(i);
    String next = i + 1 < terms.size() ? terms.get(i + 1).text() : "";
    boolean isSeen =
        seen.hasFigure(NumericValue.of(term.text()).scaledBy(next))
            || isEndOfRange(i)
            || numbersLine(i);
    if (!isSeen) {
      unseen.add(new UnseenTerm(term.text(), Kind.FIGURE, term.start(), term.end()));
    }
  }

  /**
   * Whether a figure is the abbreviated end of a range of years, such as the 10 in 1904-10, and the
   * texts contain the full year.
   */
  private boolean isEndOfRange(int i) {
    if (i == 0 || terms.get(i).text().length() != 2) {
      return false;
    }
    Term before = terms.get(i - 1);
    boolean isRange =
        before.text().length() == 4
            && before.isNumber()
            && before.end() + 1 == terms.get(i).start()
            && "-–/".indexOf(text.charAt(before.end())) >= 0;
    return isRange && seen.hasFigure(before.text().substring(0, 2) + terms.get(i).text());
  }

  /** Whether a figure is the number of a list item, such as "1." at the start of a line. */
  private boolean numbersLine(int i) {
    Term term = terms.get(i);
    boolean isMark =
        term.text().length() <= 2
            && term.end() < text.length()
            && ".)".indexOf(text.charAt(term.end())) >= 0;
    return isMark && isLineStart(term.start());
  }

  private boolean isLineStart(int at) {
    int i = at;
    while (i > 0 && " \t*#>-_".indexOf(text.charAt(i - 1)) >= 0) {
      i--;
    }
    return i == 0 || text.charAt(i - 1) == '\n';
  }

  /** Returns the end of the run of adjacent capitalized words that starts at a term, exclusive. */
  private int runEnd(int from) {
    int end = from + 1;
    while (end < terms.size()
        && terms.get(end).isCapitalized()
        && areAdjacent(terms.get(end - 1), terms.get(end))) {
      end++;
    }
    return end;
  }

  private boolean areAdjacent(Term one, Term other) {
    return other.start() == one.end() + 1 && " -'’".indexOf(text.charAt(one.end())) >= 0;
  }

  private void readRun(int begin, int to) {
    int from = begin;
    while (from < to && isCommon(terms.get(from))) {
      from++;
    }
    boolean isRun = to - from > 1;
    for (int i = from; i < to; i++) {
      Term term = terms.get(i);
      boolean isNamed = isRun || isInShortLine(i) || !(isGerman || beginsSentence(i));
      if (isNamed && !isCommon(term) && !seen.hasWord(term)) {
        addName(term, i > from);
      }
    }
  }

  private static boolean isCommon(Term term) {
    return COMMON.contains(term.key());
  }

  /**
   * Adds a word to the unseen terms. If the preceding word is also unseen, both become one name.
   */
  private void addName(Term term, boolean mayJoin) {
    UnseenTerm last = unseen.isEmpty() ? null : unseen.get(unseen.size() - 1);
    Kind kind = term.hasDigit() ? Kind.FIGURE : Kind.NAME;
    if (mayJoin && last != null && last.kind() == kind && last.end() + 1 == term.start()) {
      unseen.remove(unseen.size() - 1);
      unseen.add(
          new UnseenTerm(text.substring(last.start(), term.end()), kind, last.start(), term.end()));
    } else {
      unseen.add(new UnseenTerm(term.text(), kind, term.start(), term.end()));
    }
  }

  private boolean isInShortLine(int i) {
    int first = i;
    while (first > 0 && i - first < SHORT_LINE_WORDS && areInOneLine(first - 1)) {
      first--;
    }
    int last = i;
    while (last + 1 < terms.size() && last - first < SHORT_LINE_WORDS && areInOneLine(last)) {
      last++;
    }
    return last - first < SHORT_LINE_WORDS;
  }

  /** Whether a term and the next term are on the same line. */
  private boolean areInOneLine(int i) {
    return !text.substring(terms.get(i).end(), terms.get(i + 1).start()).contains("\n");
  }

  /**
   * Whether a term starts a sentence. A dot after a short capitalized word is assumed to mark an
   * abbreviation, not the end of a sentence.
   */
  private boolean beginsSentence(int i) {
    if (i == 0) {
      return true;
    }
    Term before = terms.get(i - 1);
    String between = text.substring(before.end(), terms.get(i).start());
    boolean isAbbreviation =
        before.isUpperCase() && before.text().length() <= 3 && between.equals(". ");
    return !isAbbreviation && between.chars().anyMatch(c -> ".!?:;\n\"“”„«»‘*•".indexOf(c) >= 0);
  }
}
