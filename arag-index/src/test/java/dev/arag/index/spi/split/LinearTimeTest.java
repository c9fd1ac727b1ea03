package dev.arag.index.spi.split;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.text.Document;
import dev.arag.core.token.TokenCounter;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that the work grows linearly with the length of any text, including hostile texts. */
class LinearTimeTest {
  private static final double MOST_PER_DOUBLING = 2.5;

  /** Returns parts that a test repeats up to the requested length. */
  static List<String> hostileParts() {
    return List.of(
        "a",
        ".",
        ". ",
        "Mr. ",
        "Xy. Zw ",
        "U.S. A. B. ",
        "a.B.c.D",
        "end.Then ",
        "\"'\"' ",
        "“„«» a. ",
        "“Ah. B. ",
        "‘Ah.’ b ",
        "「。」『！",
        "[1].[2] [",
        "1) a 2) b ",
        "• a. • b ",
        "a@b.C/",
        "สวัสดีครับ ",
        "է: և ",
        "e\u0301\u200D",
        "\uD83D\uDE00",
        "\u202A.\u202C ",
        "|---|\n",
        "| a |\n",
        "```\n",
        "x\n\n",
        "x" + " ".repeat(300) + ". ",
        "( . . . . ) ");
  }

  @ParameterizedTest
  @MethodSource("hostileParts")
  void countsTokensInLinearTime(String part) {
    long before = countedCharacters(part, 20_000);
    long after = countedCharacters(part, 40_000);
    assertThat(after).isLessThanOrEqualTo((long) (before * MOST_PER_DOUBLING) + 1_000);
  }

  private static long countedCharacters(String part, int length) {
    AtomicLong counted = new AtomicLong();
    TokenCounter counter =
        text -> {
          counted.addAndGet(text.length());
          return (text.length() + 3) / 4;
        };
    new Splitter(1_000, counter).split(document(part, length));
    return counted.get();
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource("hostileParts")
  void splitsInLinearTime(String part) {
    long[] nanos = new long[4];
    for (int i = 0; i < nanos.length; i++) {
      nanos[i] = cpuNanos(part, 250_000 << i);
    }
    double perDoubling = Math.cbrt((double) nanos[3] / nanos[0]);
    System.out.printf(
        Locale.ROOT,
        "splitting %s: %.2f times the time per doubling, 2 million characters in %d ms%n",
        part.length() > 20 ? "x and spaces" : part.replace("\n", "\\n"),
        perDoubling,
        nanos[3] / 1_000_000);
    assertThat(perDoubling).isLessThanOrEqualTo(MOST_PER_DOUBLING);
  }

  /** Returns the minimum CPU time of several runs. */
  private static long cpuNanos(String part, int length) {
    Splitter splitter = new Splitter(1_000, text -> (text.length() + 3) / 4);
    Document document = document(part, length);
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      splitter.split(document);
      long end = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      least = Math.min(least, end - start);
    }
    return Math.max(1, least);
  }

  private static Document document(String part, int length) {
    return Document.of("hostile", part.repeat(length / part.length() + 1).substring(0, length));
  }
}
