package dev.arag.index.internal.split;

import dev.arag.core.internal.fold.CharacterClass;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Detects the languages of a text from a sample. The detector first determines the script. Frequent
 * words and characteristic letters then determine the language within the script. The detector uses
 * only integer arithmetic, so that the result is the same on every machine and JDK.
 */
final class LanguageDetector {
  /** The length of each of the evenly spaced parts of the sample, in UTF-16 units. */
  private static final int SAMPLE_LENGTH = 1_500;

  private static final int SAMPLES = 4;
  private static final int MAX_WORD = 16;

  /** The points of a frequent word. If several languages use it, they share these points. */
  private static final int WORD_POINTS = 60;

  private static final int LETTER_POINTS = 12;

  /** The minimum number of points for a language to be detected. */
  private static final int MIN_POINTS = 40;

  /** The minimum number of points for a confident detection, equal to the points of four words. */
  private static final int SURE_POINTS = 240;

  /** The minimum number of letters for a confident detection in scripts with one language. */
  private static final int SURE_LETTERS = 12;

  private static final Evidence WORDS = Evidence.ofWords();
  private static final Evidence LETTERS = Evidence.ofLetters();

  private final Map<Script, Integer> letters = new EnumMap<>(Script.class);
  private final int[] points = new int[Languages.ALL.size()];

  private LanguageDetector() {}

  static DocumentLanguages detect(String text) {
    LanguageDetector detector = new LanguageDetector();
    detector.sample(text);
    return detector.result();
  }

  private void sample(String text) {
    if (text.length() <= SAMPLE_LENGTH * SAMPLES) {
      scan(text, 0, text.length());
      return;
    }
    for (int i = 0; i < SAMPLES; i++) {
      int start = (int) ((long) (text.length() - SAMPLE_LENGTH) * i / (SAMPLES - 1));
      scan(text, start, start + SAMPLE_LENGTH);
    }
  }

  private void scan(String text, int from, int to) {
    for (int i = from; i < to; ) {
      Script script = Script.of(text.charAt(i));
      if (script == Script.OTHER) {
        i++;
        continue;
      }
      int end = wordEnd(text, i, to);
      letters.merge(script, end - i, Integer::sum);
      if (hasLists(script) && end - i <= MAX_WORD) {
        score(CharacterClass.toLowerCase(text.substring(i, end)));
      }
      i = end;
    }
  }

  private static int wordEnd(String text, int from, int to) {
    int end = from + 1;
    while (end < to && isWordPart(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isWordPart(char unit) {
    return Script.of(unit) != Script.OTHER || CharacterClass.isMark(unit);
  }

  /** Returns whether several languages with word lists use the script. */
  private static boolean hasLists(Script script) {
    return switch (script) {
      case LATIN, CYRILLIC, ARABIC, DEVANAGARI -> true;
      default -> false;
    };
  }

  private void score(String word) {
    WORDS.add(word, WORD_POINTS, points);
    for (int i = 0; i < word.length(); i++) {
      if (word.charAt(i) > 0x7F) {
        LETTERS.add(word.substring(i, i + 1), LETTER_POINTS, points);
      }
    }
  }

  private DocumentLanguages result() {
    Map<Script, Language> byScript = new EnumMap<>(Script.class);
    for (Script script : Script.values()) {
      byScript.put(script, best(script));
    }
    Script main = main();
    return new DocumentLanguages(byScript, main, "", isSure(main));
  }

  /**
   * Returns whether the detection is confident. The best language of the script must have enough
   * points, and at least twice as many points as any other language.
   */
  private boolean isSure(Script script) {
    if (!hasLists(script)) {
      return letters(script) >= SURE_LETTERS;
    }
    int most = 0;
    int second = 0;
    for (int i = 0; i < points.length; i++) {
      if (Languages.ALL.get(i).script() == script) {
        second = Math.max(second, Math.min(most, points[i]));
        most = Math.max(most, points[i]);
      }
    }
    return most >= SURE_POINTS && most >= 2 * second;
  }

  /**
   * Returns the script with the most letters. A letter in Han, Kana or Hangul counts twice, because
   * words in these scripts have fewer letters.
   */
  private Script main() {
    Script main = Script.OTHER;
    int most = 0;
    for (Script script : Script.values()) {
      boolean dense = script == Script.HAN || script == Script.KANA || script == Script.HANGUL;
      int count = letters(script) * (dense ? 2 : 1);
      if (count > most) {
        main = script;
        most = count;
      }
    }
    return isJapanese(main) ? Script.KANA : main;
  }

  private boolean isJapanese(Script main) {
    return main == Script.HAN && letters(Script.KANA) * 10 > letters(Script.HAN);
  }

  private int letters(Script script) {
    return letters.getOrDefault(script, 0);
  }

  private Language best(Script script) {
    Language best = null;
    int most = MIN_POINTS - 1;
    for (int i = 0; i < points.length; i++) {
      Language language = Languages.ALL.get(i);
      boolean alone = !hasLists(script);
      if (language.script() == script && (points[i] > most || alone)) {
        best = language;
        most = points[i];
      }
    }
    return best == null ? Languages.plain(script) : best;
  }

  /** The indexes of the languages that use each word or letter. */
  private record Evidence(Map<String, int[]> languages) {
    static Evidence ofWords() {
      return of(language -> language.list("words"));
    }

    static Evidence ofLetters() {
      return of(language -> language.list("letters"));
    }

    private static Evidence of(Function<Language, Set<String>> list) {
      Map<String, List<Integer>> found = new HashMap<>();
      for (int i = 0; i < Languages.ALL.size(); i++) {
        for (String word : list.apply(Languages.ALL.get(i))) {
          found.computeIfAbsent(word, key -> new ArrayList<>()).add(i);
        }
      }
      Map<String, int[]> languages = new HashMap<>();
      found.forEach((k, v) -> languages.put(k, v.stream().mapToInt(Integer::intValue).toArray()));
      return new Evidence(Map.copyOf(languages));
    }

    void add(String key, int weight, int[] points) {
      int[] indexes = languages.get(key);
      if (indexes == null) {
        return;
      }
      for (int language : indexes) {
        points[language] += weight / indexes.length;
      }
    }
  }
}
