package dev.arag.agent.extractive;

import dev.arag.agent.extractive.EnglishWords.Word;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which words of a question have to be settled before which. In "Where was the designer of the Old
 * Bridge born?" the designer of the Old Bridge stands deeper than born, so it is looked for first.
 */
final class Hops {
  private static final Set<String> RELATIVE =
      Set.of("that", "who", "whom", "whose", "which", "where");
  private static final Set<String> AUXILIARY =
      Set.of("is", "are", "was", "were", "did", "does", "do", "has", "had", "will", "can");
  private static final Set<String> ARTICLES = Set.of("the", "a", "an");

  private final String text;
  private final List<Word> words;
  private final int[] depths;
  private final Map<String, Integer> depthOfTerm = new HashMap<>();
  private int depth;
  private int clause;

  private Hops(String text) {
    this.text = text;
    this.words = EnglishWords.words(text);
    this.depths = new int[words.size()];
  }

  static Hops of(String question) {
    Hops hops = new Hops(question);
    hops.readDepths();
    hops.raiseLastVerb();
    hops.collect();
    return hops;
  }

  /** Whether one thing has to be settled before another at all. */
  boolean isNested() {
    return depthOfTerm.values().stream().distinct().count() > 1;
  }

  /** Whether the term belongs to what is asked of the last thing found. */
  boolean isOuter(String term) {
    return depthOfTerm.getOrDefault(term, -1) == shallowest();
  }

  /** Whether the term belongs to what has to be found first. */
  boolean isInner(String term) {
    return depthOfTerm.getOrDefault(term, -1) == deepest();
  }

  /** Stems of what is asked of the last thing found; of all words if there is one thing only. */
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
      closeAt(at);
      if (opensAt(at)) {
        open(at);
      }
      depths[at] = depth;
      if (isOwner(at)) {
        deepenOwner(at);
        at += 2;
      }
    }
  }

  /** A comma ends what hangs on a noun; a helping verb goes back to the clause it stands in. */
  private void closeAt(int at) {
    if (at > 0 && between(at).startsWith(",") && !words.get(at).isCapital()) {
      clause = 0;
      depth = 0;
    } else if (AUXILIARY.contains(folded(at))) {
      depth = clause;
    }
  }

  private boolean opensAt(int at) {
    if (at == 0 || !hasContentBefore(at)) {
      return false;
    }
    return RELATIVE.contains(folded(at))
        || (folded(at).equals("of") && startsThing(at + 1))
        || opensByVerb(at);
  }

  /** "containing Hoora", "written by ..." */
  private boolean opensByVerb(int at) {
    String word = folded(at);
    boolean isVerb = !words.get(at).isCapital() && word.length() > 4;
    return isVerb
        && ((word.endsWith("ing") && startsThing(at + 1))
            || (at + 1 < words.size() && folded(at + 1).equals("by") && !isAuxiliary(at - 1)));
  }

  private boolean hasContentBefore(int at) {
    return words.subList(0, at).stream().anyMatch(word -> !word.isStop());
  }

  /** Unlike "of birth": an article, a name, or a noun before a name. */
  private boolean startsThing(int at) {
    return at < words.size()
        && (ARTICLES.contains(folded(at)) || isNameAt(at) || (isNameAt(at + 1) && !isStop(at)));
  }

  /** What stands before "of", "that" ... hangs together with what follows. */
  private void open(int at) {
    int head = at - 1;
    while (head > 0 && isStop(head) && !ARTICLES.contains(folded(head))) {
      head--;
    }
    int first = head;
    while (first > 0 && isInHead(first)) {
      first--;
    }
    boolean isOf = folded(at).equals("of");
    if (isOf || !asks(first)) {
      depth++;
      clause = isOf ? clause : depth;
    }
    deepen(asks(first) ? at : first, head);
  }

  private void deepen(int first, int last) {
    for (int i = first; i <= last; i++) {
      depths[i] = Math.max(depths[i], depth);
    }
  }

  private boolean isInHead(int at) {
    return !isStop(at) || (folded(at).equals("of") && !startsThing(at + 1));
  }

  private boolean asks(int at) {
    return Set.of("what", "which", "many", "much").contains(folded(at));
  }

  private boolean isOwner(int at) {
    return at + 2 < words.size()
        && folded(at + 1).equals("s")
        && !between(at + 1).equals(" ")
        && !isNameAt(at + 2);
  }

  /** "Orla Venn's father": both stand one step deeper than what follows. */
  private void deepenOwner(int at) {
    int first = at;
    while (first > 0 && isNameAt(first - 1) && between(first).equals(" ")) {
      first--;
    }
    for (int i = first; i <= at + 2; i++) {
      depths[i] = depth + 1;
    }
  }

  /** In "When was the owner of the mill born?" the last word is what is asked of the owner. */
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
    return words.stream().limit(5).anyMatch(word -> AUXILIARY.contains(word.folded()))
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

  private void collect() {
    for (int i = 0; i < words.size(); i++) {
      if (!isStop(i)) {
        depthOfTerm.merge(EnglishWords.stem(words.get(i)), depths[i], Math::max);
      }
    }
  }

  private boolean isNameAt(int at) {
    return at < words.size() && (words.get(at).isCapital() || words.get(at).isNumber());
  }

  private boolean isStop(int at) {
    return words.get(at).isStop();
  }

  private boolean isAuxiliary(int at) {
    return AUXILIARY.contains(folded(at));
  }

  private String folded(int at) {
    return words.get(at).folded();
  }

  /** What stands between a word and the one before. */
  private String between(int at) {
    return text.substring(words.get(at - 1).end(), words.get(at).start());
  }
}
