package dev.arag.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageLayoutTest {
  /** "The old bridge" on one line, "fell" on the next; then a row with the cells "a" and "b". */
  private static PageLayout.Builder sample() {
    return PageLayout.builder(3, 612, 792)
        .line(72, 84)
        .word(0, 3, 72, 90)
        .word(4, 7, 93.3, 110)
        .word(8, 14, 113, 150.27)
        .line(86, 98)
        .word(15, 19, 72, 95)
        .line(100, 112)
        .word(20, 21, 72, 80)
        .word(24, 25, 300, 308);
  }

  private static Region region(double x, double y, double width, double height) {
    return new Region(3, x, y, width, height, 612, 792);
  }

  @Test
  void returnsARectangleForEachLineFromTheFirstToTheLastWord() {
    PageLayout layout = sample().build();
    assertThat(layout.regions(4, 19))
        .containsExactly(region(93.3, 72, 57, 12), region(72, 86, 23, 12));
    assertThat(layout.regions(5, 6)).containsExactly(region(93.3, 72, 16.7, 12));
    assertThat(layout.regions(20, 25)).containsExactly(region(72, 100, 236, 12));
    assertThat(layout.regions(24, 25)).containsExactly(region(300, 100, 8, 12));
    assertThat(layout.regions(21, 24)).isEmpty();
    assertThat(layout.regions(3, 4)).isEmpty();
    assertThat(layout.regions(5, 5)).isEmpty();
    assertThat(layout.regions(9, 4)).isEmpty();
    assertThat(layout.regions(Integer.MIN_VALUE, Integer.MAX_VALUE)).hasSize(3);
    assertThat(layout.offset()).isZero();
    assertThat(layout.end()).isEqualTo(25);
  }

  @Test
  void measuresWordsFromRightToLeft() {
    PageLayout layout =
        PageLayout.builder(1, 600, 800)
            .line(10, 20)
            .word(7, 10, 500, 530)
            .word(11, 15, 450, 495)
            .word(16, 18, 400, 445)
            .build();
    assertThat(layout.regions(11, 18)).containsExactly(new Region(1, 400, 10, 95, 10, 600, 800));
    assertThat(layout.regions(7, 12)).containsExactly(new Region(1, 450, 10, 80, 10, 600, 800));
  }

  /** A word that is divided at the end of a line has two parts without a gap in the text. */
  @Test
  void marksBothPartsOfADividedWord() {
    PageLayout layout =
        PageLayout.builder(1, 600, 800)
            .line(10, 20)
            .word(0, 5, 500, 530)
            .line(22, 32)
            .word(5, 11, 72, 100)
            .build();
    assertThat(layout.regions(0, 11)).hasSize(2);
    assertThat(layout.regions(0, 5)).hasSize(1);
  }

  @Test
  void leavesOutALineWithoutWords() {
    int[] expected = PageLayout.builder(1, 9, 9).line(5, 6).word(0, 1, 0, 1).build().values();
    int[] values =
        PageLayout.builder(1, 9, 9)
            .line(1, 2)
            .line(5, 6)
            .word(0, 1, 0, 1)
            .line(7, 8)
            .build()
            .values();
    assertThat(values).isEqualTo(expected);
    PageLayout empty = PageLayout.builder(1, 9, 9).line(1, 2).build();
    assertThat(empty.regions(0, 9)).isEmpty();
    assertThat(PageLayout.of(empty.values()).end()).isZero();
    assertThat(Document.builder("a", "").layout(empty).build().layouts()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void isRestoredFromItsValues(long seed) {
    Random random = new Random(seed);
    PageLayout.Builder builder = PageLayout.builder(1 + random.nextInt(9), 600, 800);
    List<Region> words = new ArrayList<>();
    List<int[]> spans = new ArrayList<>();
    int end = random.nextInt(1_000_000);
    for (int line = 0; line < 50; line++) {
      double top = random.nextInt(20_000) / 20.0 - 100;
      builder.line(top, top + random.nextInt(400) / 20.0);
      for (int word = random.nextInt(15); word >= 0; word--) {
        int start = end + random.nextInt(4);
        end = start + 1 + random.nextInt(20);
        double left = random.nextInt(20_000) / 20.0 - 100;
        builder.word(start, end, left, left + random.nextInt(2_000) / 20.0);
        spans.add(new int[] {start, end});
      }
    }
    PageLayout layout = builder.build();
    PageLayout restored = PageLayout.of(layout.values());
    assertThat(restored.values()).isEqualTo(layout.values());
    assertThat(restored.end()).isEqualTo(end);
    for (int[] span : spans) {
      words.addAll(layout.regions(span[0], span[1]));
      assertThat(restored.regions(span[0], span[1])).isEqualTo(layout.regions(span[0], span[1]));
    }
    assertThat(words).hasSameSizeAs(spans);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void changedValuesAreRejectedOrALayout(long seed) {
    Random random = new Random(seed);
    int[] values = sample().build().values();
    int rejected = 0;
    for (int i = 0; i < 2_000; i++) {
      int[] changed =
          Arrays.copyOf(
              values, random.nextInt(4) == 0 ? random.nextInt(values.length) : values.length);
      for (int change = random.nextInt(3); change >= 0 && changed.length > 0; change--) {
        changed[random.nextInt(changed.length)] =
            random.nextBoolean() ? random.nextInt() : random.nextInt(40) - 20;
      }
      try {
        PageLayout layout = PageLayout.of(changed);
        assertThat(layout.regions(0, Integer.MAX_VALUE))
            .allMatch(each -> each.width() >= 0 && each.height() >= 0);
        assertThat(layout.end()).isGreaterThanOrEqualTo(layout.offset());
      } catch (IllegalArgumentException e) {
        rejected++;
      }
    }
    assertThat(rejected).isGreaterThan(1_000);
  }

  @Test
  void rejectsWhatIsNoLayout() {
    PageLayout.Builder page = PageLayout.builder(1, 600, 800);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> page.word(0, 1, 0, 1))
        .withMessageContaining("on a line");
    assertThatIllegalArgumentException().isThrownBy(() -> page.line(2, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> page.line(Double.NaN, 1))
        .withMessageContaining("top");
    page.line(1, 2).word(4, 6, 1, 2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> page.word(5, 7, 1, 2))
        .withMessageContaining("6");
    assertThatIllegalArgumentException().isThrownBy(() -> page.word(7, 7, 1, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> page.word(7, 8, 2, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> page.word(7, 8, 2, 1e9));
    assertThatIllegalArgumentException().isThrownBy(() -> PageLayout.builder(0, 600, 800));
    assertThatIllegalArgumentException().isThrownBy(() -> PageLayout.builder(1, -600, 800));
    assertThat(page.build().end()).isEqualTo(6);
  }

  @Test
  void aDocumentHasLayoutsInTheOrderOfItsText() {
    Document.Builder document = Document.builder("a", "The old bridge fell a | b again.");
    PageLayout sample = sample().build();
    document.layout(sample);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> document.layout(sample))
        .withMessageContaining("layout of a");
    PageLayout beyond = PageLayout.builder(4, 9, 9).line(1, 2).word(26, 99, 1, 2).build();
    assertThatIllegalArgumentException().isThrownBy(() -> document.layout(beyond));
    PageLayout next = PageLayout.builder(4, 9, 9).line(1, 2).word(26, 32, 1, 2).build();
    Document built = document.layout(next).build();
    assertThat(built.layouts()).containsExactly(sample, next);
    assertThat(built.toBuilder().build().layouts()).containsExactly(sample, next);
  }
}
