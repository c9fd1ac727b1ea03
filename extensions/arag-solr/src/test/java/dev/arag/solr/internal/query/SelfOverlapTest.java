package dev.arag.solr.internal.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SelfOverlapTest {
  @Test
  void keywordWithoutBorderCannotOverlap() {
    assertThat(SelfOverlap.of("tarn")).isEmpty();
  }

  @Test
  void listsTheOverlaps() {
    assertThat(SelfOverlap.of("aa")).containsExactly("aaa");
    assertThat(SelfOverlap.of("aaaa")).containsExactly("aaaaa");
    assertThat(SelfOverlap.of("aba-aba")).containsExactly("aba-aba-aba", "aba-ababa-aba");
  }

  @Test
  void keywordWithManyBordersOverlapsPerhapsEverywhere() {
    String keyword = "a".repeat(50) + "b" + "a".repeat(50);
    assertThat(SelfOverlap.of(keyword)).containsExactly(keyword);
  }

  @Test
  void textWithAnOverlapContainsOneOfTheTexts() {
    Random random = new Random(1);
    int overlapping = 0;
    for (int i = 0; i < 20_000; i++) {
      String keyword = text(random, 8);
      String text = text(random, 30);
      List<String> overlaps = SelfOverlap.of(keyword);
      boolean isFound = overlaps.stream().anyMatch(text::contains);
      boolean isOverlapping = overlaps(text, keyword);
      assertThat(isFound).as("%s in %s", keyword, text).isEqualTo(isOverlapping);
      overlapping += isOverlapping ? 1 : 0;
    }
    assertThat(overlapping).isGreaterThan(1_000);
  }

  private static boolean overlaps(String text, String keyword) {
    for (int at = text.indexOf(keyword); at >= 0; ) {
      int next = text.indexOf(keyword, at + 1);
      if (next >= 0 && next < at + keyword.length()) {
        return true;
      }
      at = next;
    }
    return false;
  }

  private static String text(Random random, int most) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(most); i >= 0; i--) {
      text.append((char) ('a' + random.nextInt(2)));
    }
    return text.toString();
  }
}
