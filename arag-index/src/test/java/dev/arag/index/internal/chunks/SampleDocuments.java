package dev.arag.index.internal.chunks;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import dev.arag.core.text.TableHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Generates small random documents that use all stored properties. */
public final class SampleDocuments {
  /** Characters whose order by code point differs from their order by UTF-16 unit. */
  private static final List<String> FIRST_CHARACTERS = List.of("a", "é", "\uFFFD", "😀");

  private final Random random;
  private int count;
  private @Nullable TableHeader table;

  public SampleDocuments(long seed) {
    random = new Random(seed);
  }

  /** A document, its chunks and its origin. */
  public record Sample(Document document, List<Chunk> chunks, Origin origin) {}

  public Sample next() {
    String key = String.format("k%012d", random.nextInt(1_000_000) * 1000L + count);
    Document document = document(key);
    List<Chunk> chunks = new ArrayList<>();
    table = null;
    int size = random.nextInt(4);
    for (int ordinal = 0; ordinal < size; ordinal++) {
      chunks.add(chunk(document, key.substring(0, 8) + "." + count, ordinal, size));
    }
    List<String> warnings = random.nextInt(3) == 0 ? List.of("half of it is blank") : List.of();
    byte[] hash = new byte[32];
    random.nextBytes(hash);
    boolean isPredefined = random.nextInt(5) == 0;
    Origin origin =
        new Origin("source" + count % 3, StoredHash.of(hash), isPredefined ? "" : key, warnings);
    count++;
    return new Sample(document, chunks, origin);
  }

  private Document document(String key) {
    String first = FIRST_CHARACTERS.get(random.nextInt(FIRST_CHARACTERS.size()));
    Document.Builder document = Document.builder(first + key, "text");
    if (random.nextBoolean()) {
      document.title("Title of " + key);
    }
    if (random.nextBoolean()) {
      document.metadata("year", random.nextInt(3000)).metadata("share", random.nextDouble());
    }
    if (random.nextBoolean()) {
      document.metadata("open", random.nextBoolean()).metadata("tags", List.of("x", "", "é"));
    }
    return document.build();
  }

  private Chunk chunk(Document document, String prefix, int ordinal, int size) {
    int offset = ordinal * 100;
    List<String> heading = random.nextBoolean() ? List.of() : List.of("Über", "x" + ordinal);
    StringBuilder text = new StringBuilder();
    List<Sentence> sentences = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      String sentence = "No " + i + " is 😀 of " + random.nextInt(100) + ".";
      boolean isHeading = random.nextInt(4) == 0;
      if (random.nextInt(4) == 0) {
        boolean hasHeader = random.nextBoolean();
        table =
            random.nextBoolean()
                ? null
                : new TableHeader(offset + text.length(), hasHeader ? sentence : "");
      }
      sentences.add(new Sentence(sentence, offset + text.length(), heading, isHeading, table));
      text.append(sentence).append(" ");
    }
    int page = random.nextInt(3);
    Location location =
        Location.builder(document.id())
            .title(document.title().orElse(null))
            .metadata(document.metadata())
            .ordinal(ordinal)
            .offset(offset)
            .page(page == 0 ? null : page)
            .heading(heading)
            .build();
    return new Chunk(
        ChunkId.of(prefix + "#" + ordinal),
        location,
        text.toString(),
        sentences,
        random.nextInt(1000),
        ordinal == 0 ? null : ChunkId.of(prefix + "#" + (ordinal - 1)),
        ordinal + 1 == size ? null : ChunkId.of(prefix + "#" + (ordinal + 1)),
        pageStarts(offset, offset + text.length()));
  }

  private List<Document.Page> pageStarts(int start, int end) {
    List<Document.Page> pages = new ArrayList<>();
    for (int at = start + 1 + random.nextInt(60); at < end; at += 1 + random.nextInt(60)) {
      pages.add(new Document.Page(at, 1 + random.nextInt(300)));
    }
    return pages;
  }
}
