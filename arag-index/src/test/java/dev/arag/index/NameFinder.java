package dev.arag.index;

import dev.arag.core.spi.MentionFinder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds names: words with a capital letter, a number or a letter without case at the start, runs of
 * such words, and pairs in these runs. In a sentence without names, it finds long words and pairs
 * of words.
 */
public final class NameFinder implements MentionFinder {
  /** The fingerprint of all objects of this class. */
  static final String FINGERPRINT = "names 1";

  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{M}\\p{N}]+");
  private static final Pattern NAME = Pattern.compile("[\\p{Lu}\\p{Lo}\\p{N}].*");
  private static final int LONG = 4;

  /** Returns the finder with a fingerprint, as an application does that knows this class. */
  public static Optional<MentionFinder> known(String fingerprint) {
    return fingerprint.equals(FINGERPRINT) ? Optional.of(new NameFinder()) : Optional.empty();
  }

  /** Returns a finder of the first occurrences of exactly these texts. */
  static MentionFinder of(String... texts) {
    return new MentionFinder() {
      @Override
      public List<Span> find(String sentence, List<String> heading) {
        return Stream.of(texts)
            .filter(sentence::contains)
            .map(each -> new Span(sentence.indexOf(each), sentence.indexOf(each) + each.length()))
            .toList();
      }

      @Override
      public String fingerprint() {
        return "texts";
      }
    };
  }

  @Override
  public String fingerprint() {
    return FINGERPRINT;
  }

  @Override
  public List<Span> find(String sentence, List<String> heading) {
    List<MatchResult> words = WORD.matcher(sentence).results().toList();
    boolean hasNames = words.stream().anyMatch(NameFinder::isName);
    List<Span> spans = new ArrayList<>();
    int first = 0;
    for (int i = 0; i < words.size(); i++) {
      MatchResult word = words.get(i);
      boolean isFound = !hasNames || isName(word);
      boolean follows =
          i > 0
              && sentence.substring(words.get(i - 1).end(), word.start()).equals(" ")
              && (!hasNames || isName(words.get(i - 1)));
      first = isFound && follows ? first : i;
      if (isFound && first < i) {
        spans.add(new Span(words.get(i - 1).start(), word.end()));
        boolean isEnd =
            i + 1 == words.size()
                || !isName(words.get(i + 1))
                || !sentence.substring(word.end(), words.get(i + 1).start()).equals(" ");
        if (hasNames && isEnd) {
          spans.add(new Span(words.get(first).start(), word.end()));
        }
      } else if (hasNames
          ? isFound && isAlone(i, words, sentence)
          : word.group().length() >= LONG) {
        spans.add(new Span(word.start(), word.end()));
      }
    }
    return spans;
  }

  private static boolean isName(MatchResult word) {
    return NAME.matcher(word.group()).matches();
  }

  /** Whether the next word does not continue the run that a word starts. */
  private static boolean isAlone(int word, List<MatchResult> words, String sentence) {
    return word + 1 == words.size()
        || !isName(words.get(word + 1))
        || !sentence.substring(words.get(word).end(), words.get(word + 1).start()).equals(" ");
  }
}
