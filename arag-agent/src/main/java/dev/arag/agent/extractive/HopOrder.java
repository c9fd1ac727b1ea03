package dev.arag.agent.extractive;

import dev.arag.agent.extractive.EnglishWords.Word;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The order in which the parts of a multi-hop question must be resolved. Each word has a depth, and
 * the words with the greatest depth are resolved first. For example, in "Where was the designer of
 * the Old Bridge born?" the words "designer of the Old Bridge" have a greater depth than "born".
 */
final class HopOrder {
  private static final Set<String> RELATIVE_PRONOUNS =
      Set.of("that", "who", "whom", "whose", "which", "where");
  private static final Set<String> AUXILIARIES =
      Set.of("is", "are", "was", "were", "did", "does", "do", "has", "had", "will", "can");
  private static final Set<String> ARTICLES = Set.of("the", "a", "an");

  private final String text;
  private final List<Word> words;
  private final int[] depths;
  private final Map<String, Integer> depthOfTerm = new HashMap<>();
  private final int firstContent;
  private int depth;
  private int clause;

  private HopOrder(String text) {
    this.text = text;
    this.words = EnglishWords.words(text);
    this.depths = new int[words.size()];
    this.firstContent = (int) words.stream().takeWhile(EnglishWords.Word::isStopWord).count();
  }

  static HopOrder of(String question) {
    HopOrder hops = new HopOrder(question);
    hops.readDepths();
    hops.raiseLastVerb();
    hops.collectTerms();
    return hops;
  }

  /** Whether the question has more than one hop. */
  boolean isNested() {
    return depthOfTerm.values().stream().distinct().count() > 1;
  }

  /** Whether the term belongs to the last hop. */
  boolean isOuter(String term) {
    return depthOfTerm.getOrDefault(term, -1) == shallowest();
  }

  /** Whether the term belongs to the first hop. */
  boolean isInner(String term) {
    return depthOfTerm.getOrDefault(term, -1) == deepest();
  }

  /**
   * Returns the stems of the words in the last hop. If there is only one hop, returns the stems of
   * all words.
   */
  Set<String> outer() {
    Set<String> outer = new HashSet<>(depthOfTerm.keySet());
    outer.removeIf(term -> !isOuter(term));
    return outer;
  }

  private int shallowest() {
    return depthOfTerm.values().stream().mapToInt(Integer::intValue).min().orElse(0);
  }

  private int deepest() {
    return depthOfTerm.values().stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  private void readDepths() {
    for (int at = 0; at < words.size(); at++) {
      leaveClause(at);
      if (startsClause(at)) {
        enterClause(at);
      }
      depths[at] = depth;
      if (isPossessive(at)) {
        deepenPossessive(at);
        at += 2;
      }
    }
  }

  /**
   * Updates the depth at the end of a clause. A comma before a lower-case word ends all dependent
   * clauses. An auxiliary verb resets the depth to the depth of its clause.
   */
  private void leaveClause(int at) {
    if (at > 0 && between(at).startsWith(",") && !words.get(at).isCapitalized()) {
      clause = 0;
      depth = 0;
    } else if (AUXILIARIES.contains(folded(at))) {
      depth = clause;
    }
  }

  private boolean startsClause(int at) {
    if (at <= firstContent) {
      return false;
    }
    return RELATIVE_PRONOUNS.contains(folded(at))
        || (folded(at).equals("of") && startsNounPhrase(at + 1))
        || isParticiple(at);
  }

  /**
   * Whether a word is a participle that starts a clause, as in "containing Hoora" or "written by
   * ...".
   */
  private boolean isParticiple(int at) {
    String word = folded(at);
    boolean isVerb = !words.get(at).isCapitalized() && word.length() > 4;
    return isVerb
        && ((word.endsWith("ing") && startsNounPhrase(at + 1))
            || (at + 1 < words.size() && folded(at + 1).equals("by") && !isAuxiliary(at - 1)));
  }

  /**
   * Whether a noun phrase starts at a word: the word is an article, a name, or a noun before a
   * name. The noun in "of birth" starts none, because "date of birth" is one term.
   */
  private boolean startsNounPhrase(int at) {
    return at < words.size()
        && (ARTICLES.contains(folded(at)) || isNameAt(at) || (isNameAt(at + 1) && !isStop(at)));
  }

  /**
   * Starts a clause at a word such as "of" or "that". The noun phrase before the word gets the same
   * depth as the words after it.
   */
  private void enterClause(int at) {
    int head = at - 1;
    while (head > 0 && isStop(head) && !ARTICLES.contains(folded(head))) {
      head--;
    }
    int first = head;
    while (first > 0 && isInNounPhrase(first)) {
      first--;
    }
    boolean isOf = folded(at).equals("of");
    if (isOf || !isQuestionWord(first)) {
      depth++;
      clause = isOf ? clause : depth;
    }
    deepen(isQuestionWord(first) ? at : first, head);
  }

  private void deepen(int first, int last) {
    for (int i = first; i <= last; i++) {
      depths[i] = Math.max(depths[i], depth);
    }
  }

  private boolean isInNounPhrase(int at) {
    return !isStop(at) || (folded(at).equals("of") && !startsNounPhrase(at + 1));
  }

  private boolean isQuestionWord(int at) {
    return Set.of("what", "which", "many", "much").contains(folded(at));
  }

  private boolean isPossessive(int at) {
    return at + 2 < words.size()
        && folded(at + 1).equals("s")
        && !between(at + 1).equals(" ")
        && !isNameAt(at + 2);
  }

  /**
   * Increases the depth of a possessive. In "Orla Venn's father" both the name and the noun are one
   * level deeper than the words around them.
   */
  private void deepenPossessive(int at) {
    int first = at;
    while (first > 0 && isNameAt(first - 1) && between(first).equals(" ")) {
      first--;
    }
    for (int i = first; i <= at + 2; i++) {
      depths[i] = depth + 1;
    }
  }

  /**
   * Moves the last verb of an inverted question to the last hop. In "When was the owner of the mill
   * born?" the verb "born" belongs to the last hop.
   */
  private void raiseLastVerb() {
    int last = words.size() - 1;
    while (last > 0 && isStop(last)) {
      last--;
    }
    boolean isVerb = last > 1 && !isNameAt(last) && !isAuxiliary(last - 1);
    if (isVerb && depths[last] > 0 && isInverted() && !hasOuterVerb(last)) {
      depths[last] = 0;
    }
  }

  private boolean isInverted() {
    return words.stream().limit(5).anyMatch(word -> AUXILIARIES.contains(word.folded()))
        && Set.of("when", "where", "how", "what", "which", "in").contains(folded(0))
        && !folded(1).equals("is");
  }

  private boolean hasOuterVerb(int before) {
    int from = 0;
    while (from < before && !isAuxiliary(from)) {
      from++;
    }
    for (int i = from; i < before; i++) {
      if (depths[i] == 0 && !isStop(i)) {
        return true;
      }
    }
    return false;
  }

  private void collectTerms() {
    for (int i = 0; i < words.size(); i++) {
      if (!isStop(i)) {
        depthOfTerm.merge(EnglishWords.stem(words.get(i)), depths[i], Math::max);
      }
    }
  }

  private boolean isNameAt(int at) {
    return at < words.size() && (words.get(at).isCapitalized() || words.get(at).isNumber());
  }

  private boolean isStop(int at) {
    return words.get(at).isStopWord();
  }

  private boolean isAuxiliary(int at) {
    return AUXILIARIES.contains(folded(at));
  }

  private String folded(int at) {
    return words.get(at).folded();
  }

  /** Returns the text between a word and the preceding word. */
  private String between(int at) {
    return text.substring(words.get(at - 1).end(), words.get(at).start());
  }
}
