package dev.arag.index;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.source.Source;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Creates the checked-in index that later versions must be able to read. It has three segments,
 * deleted and replaced documents, retired keys, warnings, diagnostics, all kinds of metadata,
 * documents from files and from memory, and predefined chunks. The main method takes the target
 * folder as its argument. It also writes the search results of the index to a file next to that
 * folder.
 */
final class GoldenIndex {
  static final Embedder EMBEDDER = new LimitedEmbedder();

  private static final int CHUNK_TOKENS = 64;
  private static final int CHRONICLE = 22;
  private static final List<String> PLACES =
      List.of("Harbour", "Old Mill", "Bridge of Straße", "Café Éole", "Lighthouse", "Kanal");
  private static final List<String> EVENTS =
      List.of(
          "was painted by Sisyphos after the flood of 1881",
          "burned down, and the town built it again in stone",
          "got a clock that was never right",
          "closed its doors for the co\u00adoperative's winter market",
          "saw the first steamer, the naïve Amélie, come in");

  private GoldenIndex() {}

  /** An embedder that does not know Thai and that accepts only short sentences. */
  private static final class LimitedEmbedder implements Embedder {
    private static final int LONGEST = 160;

    private final HashEmbedder words = new HashEmbedder(16);

    @Override
    public int dimension() {
      return words.dimension();
    }

    @Override
    public String fingerprint() {
      return "golden/" + words.fingerprint();
    }

    @Override
    public List<Embedding> embedSentences(List<String> sentences) {
      return words.embedSentences(sentences);
    }

    @Override
    public Embedding embedQuery(String query) {
      return words.embedQuery(query);
    }

    @Override
    public OptionalDouble unknownShare(String text) {
      long thai = text.chars().filter(GoldenIndex::isThai).count();
      return OptionalDouble.of(text.isEmpty() ? 0 : (double) thai / text.length());
    }

    @Override
    public boolean fits(String text) {
      return text.length() <= LONGEST;
    }
  }

  private static boolean isThai(int unit) {
    return unit >= 0x0e00 && unit <= 0x0e7f;
  }

  public static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments[0]);
    make(directory);
    Files.delete(directory.resolve("lock.arag"));
    try (Index index = open(Index.builder(directory))) {
      Files.writeString(answers(directory), GoldenAnswers.of(index));
    }
  }

  /** Returns the file with the search results of a golden index. */
  static Path answers(Path directory) {
    return directory.resolveSibling(directory.getFileName() + "-answers.txt");
  }

  static Index open(Index.Builder builder) {
    return builder.embedder(EMBEDDER).open();
  }

  static void make(Path directory) throws IOException {
    try (Index index =
            Index.builder(directory).embedder(EMBEDDER).chunkTokens(CHUNK_TOKENS).openOrCreate();
        FileSystem files = files()) {
      Source folder = Source.path(files.getPath("/town")).metadata("kind", "file");
      index.sync(List.of(folder, documents(chronicle())), progress -> {});
      index.sync(documents(Stream.of(letter(1, "first"), letter(2, "first"))));
      // Half of the segment is now deleted, so the next sync rewrites it and keeps only the key of
      // the letter.
      index.delete(List.of("letter-1"));
      index.sync(documents(Stream.concat(predefined(), documentsWithWarnings())));
      index.sync(documents(Stream.of(letter(1, "second"), letter(3, "first"))));
      index.sync(documents(Stream.of(chronicle(4, "an abbey that nobody remembers"))));
      index.delete(List.of("chronicle/07", "chronicle/08", "ready-2"));
    }
  }

  private static Source documents(Stream<Document> documents) {
    return Source.documents("desk", documents.toList());
  }

  /** Creates files in a zip file system, so that they have the same paths on every machine. */
  private static FileSystem files() throws IOException {
    Path disk = Files.createTempDirectory("golden").resolve("disk.zip");
    FileSystem files = FileSystems.newFileSystem(disk, Map.of("create", "true"));
    Path town = Files.createDirectories(files.getPath("/town", "people"));
    Files.writeString(
        town.resolve("smith.md"),
        "# Ada Smith\n\nShe keeps the lighthouse. Her lamp is seen in Ærø.\n\n"
            + "## Letters\n\nShe wrote to 東京都 and to Москва in 1881.\n");
    Files.writeString(
        town.resolveSibling("market.html"),
        "<title>Market</title><h1>Market</h1><p>Fish on Friday. <b>Bread</b> every day.</p>");
    Files.write(
        town.resolveSibling("latin.txt"),
        "Le café de l'été était fermé à midi.\n".getBytes(StandardCharsets.ISO_8859_1));
    return files;
  }

  static Stream<Document> chronicle() {
    return IntStream.range(0, CHRONICLE).mapToObj(i -> chronicle(i, "the council"));
  }

  private static Document chronicle(int number, String who) {
    List<String> sentences = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      String place = PLACES.get((number + i) % PLACES.size());
      String event = EVENTS.get((number * 3 + i) % EVENTS.size());
      sentences.add("In " + (1871 + number) + " the " + place + " of " + who + " " + event + ".");
    }
    String text = String.join(" ", sentences.subList(0, 2)) + "\n\n";
    return Document.builder(
            "chronicle/" + (number < 10 ? "0" : "") + number,
            text + String.join(" ", sentences.subList(2, 5)))
        .title("Chronicle, year " + (number + 1))
        .metadata("tenant", number % 3)
        .metadata("year", 1871 + number)
        .metadata("weight", number / 4.0)
        .metadata("draft", number % 2 == 0)
        .metadata("clerk", number % 2 == 0 ? "Åse" : "Zoë")
        .metadata("places", List.of(PLACES.get(number % 6), PLACES.get((number + 1) % 6)))
        .heading(text.length(), List.of("Chronicle", "Second part"))
        .page(0, 1)
        .page(sentences.get(0).length() + 1, 2)
        .build();
  }

  private static Document letter(int number, String version) {
    return Document.builder(
            "letter-" + number,
            "This is the "
                + version
                + " version of letter "
                + number
                + ". The bridge still stands.")
        .metadata("tenant", 1)
        .build();
  }

  private static Stream<Document> predefined() {
    return IntStream.range(0, 3)
        .mapToObj(
            i ->
                Document.builder("ready-" + i, "Chunk one of deed " + i + ".\nChunk two: a mill.\n")
                    .chunk(0, ChunkId.of("deed " + i + " a"))
                    .chunk(
                        ("Chunk one of deed " + i + ".\n").length(), ChunkId.of("deed " + i + " b"))
                    .metadata("tenant", 2)
                    .build());
  }

  /** Returns documents that cause warnings. */
  private static Stream<Document> documentsWithWarnings() {
    return Stream.of(
        Document.of("half", "Half of a character stands here: \ud83d. The rest is whole: 😀."),
        Document.of("thai", "ประเทศไทย. ภาษาไทย."),
        Document.of("long", "It " + "goes on and on and ".repeat(12) + "ends."),
        Document.of("empty", ""));
  }
}
