package dev.arag.index.spi.split;

import dev.arag.core.text.Document;
import java.util.List;
import java.util.Random;

/**
 * Generates documents of mixed scripts, punctuation and line breaks, with sections and tables at
 * random offsets.
 */
final class RandomDocuments {
  private static final List<String> PARTS =
      List.of(
          "The tower stood. ",
          "Dr. Vane met ",
          "e.g. ",
          "in 1907. ",
          "U.S. ",
          "said she. ",
          "A. ",
          "\n",
          "\n\n",
          "\r\n",
          "\r",
          "\f",
          "\u2028",
          " \t",
          "\u00A0",
          "\u3000",
          "   ",
          "\n \n",
          "# Title\n",
          "- item\n",
          "1. first\n",
          "| a | b |\n",
          "```\n",
          "===\n",
          "{",
          ";\n",
          ". ",
          "...",
          "?!",
          "…",
          "\"",
          "”",
          "「",
          "」",
          "《",
          "》",
          "今日は晴れ。",
          "你好！",
          "สวัสดีครับ",
          "नमस्ते। ",
          "مرحبا؟ ",
          "እንደምን።",
          "e\u0301",
          "\u0301\u0301\u0301",
          "\uD83D\uDE00",
          "\uD83D\uDC69\u200D\uD83D\uDD2C",
          "\uD800",
          "\uDC00",
          "\uFEFF",
          "\u200B",
          "\u200F",
          "\u0000",
          "https://example.org/a.b?c=d ",
          "v1.2.3 ",
          "[1]",
          "wordwordword",
          "ΑΒΓ ",
          "Ж. ");

  private RandomDocuments() {}

  static Document next(Random random) {
    String text = text(random);
    Document.Builder builder = Document.builder("d" + random.nextInt(1000), text);
    int at = random.nextInt(50);
    while (at < text.length()) {
      int lineEnd = Math.min(text.length(), at + 1 + random.nextInt(20));
      builder.heading(at, List.of("Above", title(text.substring(at, lineEnd))));
      at += 1 + random.nextInt(400);
    }
    for (int i = random.nextInt(200); i < text.length(); i += random.nextInt(2_000)) {
      int body = Math.min(text.length(), i + random.nextInt(200));
      int end = Math.min(text.length(), body + 1 + random.nextInt(500));
      builder.table(new Document.Table(i, body, end));
      i = end;
    }
    if (random.nextBoolean()) {
      builder.page(0, 1);
    }
    return builder.build();
  }

  private static String title(String line) {
    return line.lines().findFirst().orElse("none");
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    int parts = 1 + random.nextInt(700);
    for (int i = 0; i < parts; i++) {
      String part = PARTS.get(random.nextInt(PARTS.size()));
      text.append(part.repeat(random.nextInt(40) == 0 ? random.nextInt(80) : 1));
    }
    return text.toString();
  }
}
