package dev.arag.graph.internal.rank;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.fold.Folding;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Finds the entities that a text names, and similar names. */
final class EntityFinder {
  /** The maximum length of a name in words, or in characters of a script without spaces. */
  private static final int MAX_WORDS = 12;

  /** The part of a text that is searched, in words. */
  private static final int MAX_TEXT_WORDS = 500;

  /** A word is rare if at most this many names contain it. */
  static final int RARE = 10;

  private static final int MIN_RARE_LENGTH = 3;

  /** Names that share less than this with another name are not similar. */
  private static final double MIN_OVERLAP = 0.5;

  private final EntityMentions mentions;

  EntityFinder(EntityMentions mentions) {
    this.mentions = mentions;
  }

  /** Words of a text that are a name. */
  private record Match(int firstWord, int endWord, String key) {
    int words() {
      return endWord - firstWord;
    }
  }

  private record Word(int start, int end) {}

  /** Returns the keys of the entities that a text names, in text order, the longest if too many. */
  List<String> find(String text, int limit) {
    return matches(Folding.fold(text).text()).stream()
        .limit(limit)
        .sorted(Comparator.comparingInt(Match::firstWord))
        .map(Match::key)
        .distinct()
        .toList();
  }

  /** Returns the names in a text that do not overlap, longest first. */
  private List<Match> matches(String folded) {
    List<Word> words = words(folded);
    List<Match> all = new ArrayList<>();
    for (int first = 0; first < words.size(); first++) {
      int most = Math.min(words.size(), first + MAX_WORDS);
      for (int end = first + 1; end <= most; end++) {
        addMatches(folded, words, first, end, all);
      }
    }
    all.sort(Comparator.comparingInt(Match::words).reversed());
    BitSet covered = new BitSet();
    List<Match> chosen = new ArrayList<>();
    for (Match match : all) {
      int next = covered.nextSetBit(match.firstWord());
      if (next < 0 || next >= match.endWord()) {
        covered.set(match.firstWord(), match.endWord());
        chosen.add(match);
      }
    }
    return chosen;
  }

  /** Also tries the mark after the last word, which belongs to names such as "C++" or "Inc.". */
  private void addMatches(
      String folded, List<Word> words, int first, int end, List<Match> matches) {
    int from = words.get(first).start();
    int to = words.get(end - 1).end();
    int limit = end < words.size() ? words.get(end).start() : folded.length();
    int afterMark = Math.min(limit, to + 2);
    for (int each = afterMark; each >= to; each--) {
      String key = folded.substring(from, each);
      if (!key.endsWith(" ") && mentions.exists(key)) {
        matches.add(new Match(first, end, key));
        return;
      }
    }
  }

  private static List<Word> words(String folded) {
    List<Word> words = new ArrayList<>();
    int at = 0;
    while (at < folded.length() && words.size() < MAX_TEXT_WORDS) {
      int start = at;
      int first = folded.codePointAt(at);
      at += Character.charCount(first);
      if (CharacterClass.isWordPart(first)) {
        while (at < folded.length() && continues(first, folded.codePointAt(at))) {
          at += Character.charCount(folded.codePointAt(at));
        }
        words.add(new Word(start, at));
      }
    }
    return words;
  }

  private static boolean continues(int first, int next) {
    return CharacterClass.isMark(next)
        || (CharacterClass.isWordPart(next)
            && !CharacterClass.isUnspacedScript(first)
            && !CharacterClass.isUnspacedScript(next));
  }

  /**
   * Returns the entities with a name: the one with exactly this name, otherwise those that the name
   * contains, otherwise those with similar names.
   */
  List<String> resolve(String name) {
    String key = Folding.key(name);
    if (mentions.exists(key)) {
      return List.of(key);
    }
    List<String> contained = find(name, RARE);
    return contained.isEmpty() ? similar(key) : contained;
  }

  /**
   * Returns the keys that share a rare word with a name, those with the most common words first.
   */
  private List<String> similar(String key) {
    Set<String> own = wordSet(key);
    Set<String> candidates = new LinkedHashSet<>();
    // Each word costs a search in the names of the corpus.
    for (String word : own.size() > MAX_WORDS ? Set.<String>of() : own) {
      if (word.codePointCount(0, word.length()) >= MIN_RARE_LENGTH) {
        List<String> with = mentions.source().keysWith(word, RARE + 1);
        candidates.addAll(with.size() > RARE ? List.of() : with);
      }
    }
    return candidates.stream()
        .filter(each -> overlap(own, wordSet(each)) >= MIN_OVERLAP)
        .sorted(
            Comparator.comparingDouble((String each) -> overlap(own, wordSet(each)))
                .reversed()
                .thenComparing(Comparator.naturalOrder()))
        .limit(RARE)
        .toList();
  }

  private static Set<String> wordSet(String key) {
    Set<String> words = new LinkedHashSet<>();
    words(key).forEach(word -> words.add(key.substring(word.start(), word.end())));
    return words;
  }

  /** Returns the number of common words, divided by the geometric mean of the numbers of words. */
  private static double overlap(Set<String> left, Set<String> right) {
    long common = left.stream().filter(right::contains).count();
    return common == 0 ? 0 : common / Math.sqrt((double) left.size() * right.size());
  }
}
