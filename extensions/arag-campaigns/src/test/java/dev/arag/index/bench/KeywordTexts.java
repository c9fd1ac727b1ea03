package dev.arag.index.bench;

import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Splits the UTF-8 files of a folder into chunks of 3,000 characters and provides them as an index,
 * as files for other programs, and in memory.
 */
final class KeywordTexts {
  private static final int CHARACTERS = 3_000;

  /** The file size at which a program with one thread per core searches fastest. */
  private static final int CHARACTERS_IN_FILE = 1 << 22;

  private static final int COPIES_WITH_A_WORD = 10;
  private static final int LETTERS = 7;

  private final List<Path> files;
  private final int copies;

  /**
   * @param copies the number of copies of each file; each group of ten copies has its own word
   *     appended
   */
  KeywordTexts(Path folder, int copies) throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      files = walk.filter(Files::isRegularFile).sorted().toList();
    }
    this.copies = copies;
  }

  List<String> chunks() {
    return texts().flatMap(text -> cut(text).stream()).toList();
  }

  private Stream<String> texts() {
    return files.stream().flatMap(this::copies);
  }

  private Stream<String> copies(Path file) {
    String text = read(file);
    return copies == 1
        ? Stream.of(text)
        : Stream.iterate(0, i -> i < copies, i -> i + 1).map(i -> text + " " + word(text, i));
  }

  private static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String word(String text, int copy) {
    int[] letters = text.codePoints().filter(Character::isLetter).toArray();
    return new Random(copy / COPIES_WITH_A_WORD)
        .ints(LETTERS, 0, letters.length)
        .mapToObj(i -> Character.toString(letters[i]))
        .collect(Collectors.joining());
  }

  private static List<String> cut(String text) {
    List<String> chunks = new ArrayList<>();
    int start = 0;
    while (start < text.length()) {
      int end = Math.min(text.length(), start + CHARACTERS);
      end -= Character.isHighSurrogate(text.charAt(end - 1)) && end - start > 1 ? 1 : 0;
      chunks.add(text.substring(start, end));
      start = end;
    }
    return chunks;
  }

  /** Writes an index with one document per chunk, so that the index has exactly these chunks. */
  void index(Path directory) {
    int[] count = {0};
    Stream<Document> documents =
        texts().flatMap(text -> cut(text).stream()).map(chunk -> document("d" + count[0]++, chunk));
    try (Index index = Index.builder(directory).withoutEmbeddings().openOrCreate()) {
      index.sync(Source.documents("texts", documents::iterator));
    }
  }

  private static Document document(String id, String chunk) {
    return Document.builder(id, chunk).oneChunk(ChunkId.of(id)).build();
  }

  void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    List<String> chunks = chunks();
    int file = 0;
    int next = 0;
    while (next < chunks.size()) {
      try (Writer writer = Files.newBufferedWriter(folder.resolve("texts-" + file++))) {
        int written = 0;
        while (next < chunks.size() && written < CHARACTERS_IN_FILE) {
          writer.append(chunks.get(next)).append('\n');
          written += chunks.get(next++).length();
        }
      }
    }
  }
}
