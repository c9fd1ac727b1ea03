package dev.arag.index;

import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Generates documents in many scripts from a small set of words, so that many words and scores are
 * equal.
 */
final class RandomTexts {
  private static final List<String> WORDS =
      List.of(
          "river",
          "River",
          "RIVER",
          "bridge",
          "Bridges",
          "old",
          "the",
          "of",
          "in",
          "at",
          "1881",
          "18",
          "Straße",
          "STRASSE",
          "café",
          "cafe",
          "CAFÉ",
          "naïve",
          "İstanbul",
          "istanbul",
          "Ærø",
          "Москва",
          "москве",
          "ΣΊΣΥΦΟΣ",
          "σίσυφος",
          "東京",
          "京都",
          "東京都",
          "サクラ",
          "ประเทศไทย",
          "مرحبا",
          "नमस्ते",
          "한국어",
          "“quoted”",
          "don’t",
          "don't",
          "1871–1893",
          "co\u00adop",
          "zero\u200bwidth",
          "e\u0301te\u0301",
          "été",
          "𝔘𝔫𝔦",
          "😀",
          "a.b",
          "x_y",
          "C++");

  private final Random random;

  RandomTexts(long seed) {
    random = new Random(seed);
  }

  Random random() {
    return random;
  }

  String word() {
    return WORDS.get(random.nextInt(WORDS.size()));
  }

  String words(int most) {
    StringBuilder out = new StringBuilder(word());
    for (int i = random.nextInt(most); i > 0; i--) {
      out.append(random.nextInt(8) == 0 ? "\n" : " ").append(word());
    }
    return out.toString();
  }

  private String text(int sentences) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < sentences; i++) {
      out.append(words(9)).append(random.nextInt(9) == 0 ? ".\n\n" : ". ");
    }
    return out.toString();
  }

  /**
   * Returns documents in no particular order of ids. The index splits some of them into chunks;
   * others have predefined chunks.
   */
  List<Document> documents(int count) {
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String id =
          "é😀a#zZ\uffee".substring(random.nextInt(4) == 1 ? 3 : 0, 4) + "-" + (i * 37) % count;
      documents.add(document(id));
    }
    return documents;
  }

  /** Returns documents that consist of short sections with heading lines. */
  List<Document> documentsWithHeadings(int count) {
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      documents.add(documentWithHeadings("headed " + (i * 37) % count));
    }
    return documents;
  }

  private Document documentWithHeadings(String id) {
    StringBuilder text = new StringBuilder();
    List<Document.Heading> sections = new ArrayList<>();
    for (int i = 1 + random.nextInt(6); i > 0; i--) {
      String title = word() + " " + word();
      sections.add(new Document.Heading(text.length(), List.of(title)));
      text.append(title).append("\n").append(text(random.nextInt(4))).append("\n\n");
    }
    Document.Builder builder =
        Document.builder(id, text.toString()).metadata("tenant", random.nextInt(3));
    sections.forEach(section -> builder.heading(section.offset(), section.path()));
    return random.nextBoolean() ? builder.build() : builder.oneChunk(ChunkId.of(id)).build();
  }

  /** Returns a document with many sentences, most of which have one of the given words. */
  Document longDocument(String id, String word) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 500; i++) {
      text.append(word).append(random.nextInt(3) == 0 ? " " + word() : "").append(". ");
    }
    return Document.of(id, text.toString());
  }

  private Document document(String id) {
    String text = text(random.nextInt(40));
    Document.Builder builder =
        Document.builder(id, text)
            .title(random.nextBoolean() ? null : words(3))
            .metadata("tenant", random.nextInt(3))
            .metadata("year", 1870 + random.nextInt(20))
            .metadata("tags", List.of(word(), word()));
    if (random.nextInt(3) == 0) {
      builder.metadata("draft", random.nextBoolean()).metadata("weight", random.nextDouble());
    }
    if (random.nextInt(3) == 0) {
      builder.heading(0, List.of(words(2), words(2)));
    }
    if (random.nextInt(3) == 0) {
      builder.page(0, 1 + random.nextInt(9));
      if (text.length() > 20) {
        builder.page(text.length() / 2, 20).page(text.length() - 3, 21);
      }
    }
    if (random.nextInt(3) == 0) {
      builder.oneChunk(ChunkId.of("own " + id));
    }
    return builder.build();
  }
}
