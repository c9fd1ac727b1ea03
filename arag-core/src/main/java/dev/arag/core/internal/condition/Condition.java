package dev.arag.core.internal.condition;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.fold.Folding;
import dev.arag.core.internal.fold.WordEdges;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A condition on the folded text of a sentence. Immutable. */
public sealed interface Condition {
  int MAX_CONDITIONS = 10;
  int MAX_LENGTH = 500;
  int MAX_WITHIN = 50;

  /**
   * A text that occurs in the chunk of each match.
   *
   * @param isWord whether the text is one word, which occurs as a whole word
   */
  record Literal(String text, boolean isWord) {}

  /** Returns the start of the first match in the folded text of a sentence, or -1. */
  int find(String folded);

  List<Literal> literals();

  /** Whether the condition may hold in a sentence of a chunk, whose text is folded. */
  default boolean isPossibleIn(String chunk) {
    return true;
  }

  /** Folds a word or phrase. */
  private static String key(String word) {
    String folded = Folding.key(word);
    if (folded.isEmpty() || word.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "A word must have 1 to " + MAX_LENGTH + " visible characters.");
    }
    return folded;
  }

  /** Returns the first occurrence as a whole word from an offset on, or -1. */
  static int wholeAt(String folded, String word, int from) {
    int at = folded.indexOf(word, from);
    while (at >= 0 && !WordEdges.isWhole(folded, at, at + word.length())) {
      at = folded.indexOf(word, at + 1);
    }
    return at;
  }

  private static Literal literal(String folded) {
    return new Literal(
        folded,
        folded
            .codePoints()
            .allMatch(it -> CharacterClass.isWordPart(it) && !CharacterClass.isUnspacedScript(it)));
  }

  /** A word or phrase that occurs as a whole word. */
  record Words(String word) implements Condition {
    public Words {
      word = key(word);
    }

    @Override
    public int find(String folded) {
      return wholeAt(folded, word, 0);
    }

    @Override
    public List<Literal> literals() {
      return List.of(literal(word));
    }
  }

  /** Words that occur near each other. */
  record Near(List<String> words, int within) implements Condition {
    public Near {
      words = words.stream().map(Condition::key).distinct().toList();
      if (words.size() < 2 || words.size() > MAX_CONDITIONS) {
        throw new IllegalArgumentException(
            "Near words must be 2 to %d different words, was %d."
                .formatted(MAX_CONDITIONS, words.size()));
      }
      if (within < 0 || within > MAX_WITHIN) {
        throw new IllegalArgumentException(
            "Near words must be within 0 to " + MAX_WITHIN + " words, was " + within);
      }
    }

    private record Occurrence(int word, int start, int end) {}

    @Override
    public int find(String folded) {
      List<Occurrence> occurrences = new ArrayList<>();
      for (int i = 0; i < words.size(); i++) {
        int length = words.get(i).length();
        int at = wholeAt(folded, words.get(i), 0);
        if (at < 0) {
          return -1;
        }
        for (; at >= 0; at = wholeAt(folded, words.get(i), at + 1)) {
          occurrences.add(new Occurrence(i, at, at + length));
        }
      }
      occurrences.sort(Comparator.comparingInt(Occurrence::start));
      int found = 0;
      int start = 0;
      int end = 0;
      for (Occurrence each : occurrences) {
        if (found == 0 || wordsBetween(folded, end, each.start()) > within) {
          found = 0;
          start = each.start();
        }
        found |= 1 << each.word();
        end = Math.max(end, each.end());
        if (found == (1 << words.size()) - 1) {
          return start;
        }
      }
      return -1;
    }

    /** Counts the words that begin in a range, until there are more than allowed. */
    private int wordsBetween(String folded, int from, int to) {
      int count = 0;
      for (int at = from; at < to && count <= within; at = folded.offsetByCodePoints(at, 1)) {
        boolean isStart =
            CharacterClass.isWordPart(folded.codePointAt(at)) && WordEdges.startIsFree(folded, at);
        count += isStart ? 1 : 0;
      }
      return count;
    }

    @Override
    public List<Literal> literals() {
      return words.stream().map(Condition::literal).toList();
    }
  }

  /** A regular expression. */
  record Regex(Pattern pattern, List<Literal> literals) implements Condition {
    private static final Pattern ASSERTION = Pattern.compile("[$^]|\\\\[AzbB]");

    private static final String REMEDY =
        " Write special characters with a backslash; look-around and back references do not exist.";

    public Regex(String pattern) {
      this(compile(pattern), PatternScan.of(pattern).literals());
    }

    private static Pattern compile(String pattern) {
      if (pattern.length() > MAX_LENGTH) {
        throw new IllegalArgumentException(
            "A pattern may have %d characters, was %d: shorten it."
                .formatted(MAX_LENGTH, pattern.length()));
      }
      if (PatternScan.of(pattern).size() > PatternScan.MAX_SIZE) {
        throw new IllegalArgumentException(
            "The pattern repeats too much: use smaller numbers in {}, or * and +.");
      }
      try {
        Pattern compiled = Pattern.compile(PatternScan.fold(pattern), Pattern.CASE_INSENSITIVE);
        if (compiled.matcher("").find()) {
          throw new IllegalArgumentException(
              "The pattern matches an empty text, so every sentence: require a character.");
        }
        return compiled;
      } catch (PatternSyntaxException e) {
        int at = pattern.indexOf(e.getPattern());
        throw new IllegalArgumentException(
            "The pattern is invalid at character %d (%s).%s"
                .formatted(Math.max(0, at) + 1, e.getDescription(), REMEDY),
            e);
      }
    }

    @Override
    public int find(String folded) {
      Matcher matcher = pattern.matcher(folded);
      return matcher.find() ? matcher.start() : -1;
    }

    /** An expression without assertions about the edges of a sentence matches a part of it. */
    @Override
    public boolean isPossibleIn(String chunk) {
      return ASSERTION.matcher(pattern.pattern()).find() || find(chunk) >= 0;
    }
  }
}
