package dev.arag.graph.internal.phrase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.internal.fold.Folding;
import dev.arag.core.spi.MentionFinder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the finder finds in sentences of several languages, and how long it takes. */
class PhraseFinderTest {
  private final PhraseFinder finder = new PhraseFinder();

  private List<String> keys(String sentence) {
    return finder.find(sentence, List.of()).stream()
        .map(span -> Folding.key(sentence.substring(span.start(), span.end())))
        .distinct()
        .toList();
  }

  @Test
  void findsNamesInASentenceWithCapitals() {
    assertThat(keys("The physicist Marie Curie moved to Paris, where she met Pierre."))
        .contains("marie curie", "paris", "pierre", "physicist")
        .doesNotContain("the", "she", "curie moved", "where");
    assertThat(keys("He studied at the University of Oxford and in St. Louis."))
        .contains("university of oxford", "st. louis");
    assertThat(keys("Ludwig van Beethoven wrote it for J. K. Rowling's U.S. Army."))
        .contains("ludwig van beethoven", "j. k. rowling", "u.s. army");
    assertThat(keys("An iPhone of O'Brien, l'Oréal and Jeanne d'Arc"))
        .contains("iphone", "o'brien", "oréal", "jeanne d'arc");
  }

  @Test
  void findsDatesAndCodesButNoNumbers() {
    assertThat(keys("On 12 March 1898, Apollo 11 and the B-52 carried GPT-4 v1.2.3 in 1898-03-12."))
        .contains("12 march 1898", "march", "apollo 11", "b-52", "gpt-4", "v1.2.3", "1898-03-12")
        .doesNotContain("12", "1898", "11");
    assertThat(keys("It was the 21st of 3,000 in 3.14 or 1,234,567.89 at 10:30, the 2nd in 1980s."))
        .isEmpty();
  }

  @Test
  void findsQuotedText() {
    assertThat(keys("she sang \"let it be\" and „grüne Heide“ «petit prince» 「吾輩は猫」"))
        .contains("let it be", "grüne heide", "petit prince", "吾輩は猫");
    assertThat(keys("\"\"\"\" an \"12\" and \"unclosed")).doesNotContain("", "12");
  }

  @Test
  void findsNamesInLowerCasedText() {
    assertThat(keys("marie curie discovered polonium at the university of paris in 1898"))
        .contains("marie curie", "polonium", "university of paris", "paris")
        .doesNotContain("the", "1898", "of", "university of", "of paris", "in 1898");
    assertThat(keys("apollo 11 landed in march 1969"))
        .contains("apollo 11", "march 1969")
        .doesNotContain("11", "1969");
  }

  @Test
  void findsPhrasesOfOtherWordsBesideNames() {
    assertThat(keys("Curie received the nobel prize for radioactive decay of heavy elements"))
        .contains("curie", "radioactive decay", "heavy elements");
  }

  @Test
  void findsPhrasesInScriptsWithoutSpaces() {
    assertThat(keys("東京都は日本の首都です。サクラが咲く。"))
        .contains("東京", "東京都", "日本", "首都", "サクラ")
        .doesNotContain("は", "都は");
    assertThat(keys("居里夫人在巴黎大学的实验室")).contains("居里夫人", "巴黎", "实验室");
    assertThat(keys("ประเทศไทย")).isNotEmpty();
    assertThat(keys("한국어 문장 서울 대학교")).contains("서울", "서울 대학교");
    assertThat(keys("Москва столица России")).contains("москва", "россии");
    assertThat(keys("مرحبا بالعالم")).contains("مرحبا");
  }

  @Test
  void treatsHeadlinesLikeLowerCasedText() {
    assertThat(keys("MARIE CURIE WINS SECOND NOBEL PRIZE FOR RADIUM RESEARCH WORK IN STOCKHOLM"))
        .contains("marie curie", "nobel prize", "radium", "stockholm");
  }

  static List<String> hostile() {
    int length = 1 << 20;
    return List.of(
        "x".repeat(length),
        "X".repeat(length),
        "X ".repeat(length / 2),
        "Xy ".repeat(length / 3),
        "xy ".repeat(length / 3),
        "\"".repeat(length),
        "“".repeat(length),
        "“a".repeat(length / 2),
        "7".repeat(length),
        "7 ".repeat(length / 2),
        "7.".repeat(length / 2),
        "a-".repeat(length / 2),
        "A.".repeat(length / 2),
        "'s".repeat(length / 2),
        "东".repeat(length),
        "ア".repeat(length),
        "ก".repeat(length),
        "e" + "\u0301".repeat(length),
        "東" + "\u0301".repeat(length),
        "of ".repeat(length / 3),
        "X of ".repeat(length / 5),
        "12 ".repeat(length / 3) + "X",
        " ".repeat(length) + "X",
        "\ud800".repeat(length),
        "😀".repeat(length / 2));
  }

  /** A quadratic algorithm would need hours. */
  @ParameterizedTest
  @MethodSource("hostile")
  void takesLinearTime(String sentence) {
    long start = System.nanoTime();
    List<MentionFinder.Span> spans = finder.find(sentence, List.of());
    assertThat(System.nanoTime() - start).isLessThan(5_000_000_000L);
    assertThat(spans).hasSizeLessThanOrEqualTo(MentionFinder.MAX_SPANS).doesNotHaveDuplicates();
    assertThat(spans)
        .allMatch(span -> span.end() <= sentence.length())
        .allMatch(span -> span.length() <= MentionFinder.Span.MAX_LENGTH);
  }
}
