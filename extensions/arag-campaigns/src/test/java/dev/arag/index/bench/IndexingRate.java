package dev.arag.index.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.OperatingSystemMXBean;
import dev.arag.core.internal.fold.Folding;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.CharacterCountedIndex;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.index.spi.split.Splitter;
import dev.arag.index.sync.SyncReport;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Measures how fast text is indexed without an embedder: {@code IndexingRate TEXTS FOLDER
 * [ROUNDS]}. The first argument is either a folder of UTF-8 files, each of which becomes a
 * document, or a JSON file with an array of strings. In the second case, sixteen strings form a
 * document, and strings are repeated until there are at least 8 MB. The second argument must be an
 * empty folder. Each round indexes all documents from memory and from files, with estimated and
 * with real token counts. It also measures some parts of the work separately on one thread. To
 * measure a single core, set {@code -XX:ActiveProcessorCount=1}.
 */
final class IndexingRate {
  private static final TokenCounter UNCOUNTED = text -> (text.length() + 3) / 4;

  private static final int JOINED = 16;
  private static final long REPEATED_LENGTH = 8_000_000;

  private final Path texts;
  private final Path folder;
  private final List<Document> documents;
  private final long bytes;
  private int indexes;

  private IndexingRate(Path texts, Path folder) throws IOException {
    this.folder = folder;
    this.documents = Files.isDirectory(texts) ? documents(texts) : paragraphs(texts);
    this.texts = write(folder.resolve("texts"), documents);
    this.bytes = documents.stream().mapToLong(IndexingRate::bytes).sum();
  }

  /** The duration of a measurement and the mean number of busy cores. */
  private record Measurement(double seconds, double cores) {}

  private interface IndexingWork {
    void run() throws IOException;
  }

  public static void main(String[] arguments) throws IOException {
    IndexingRate rate = new IndexingRate(Path.of(arguments[0]), Path.of(arguments[1]));
    int rounds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 7;
    System.out.printf(
        Locale.ROOT,
        "%d documents, %.1f MB of UTF-8, %d processors%n",
        rate.documents.size(),
        rate.bytes / 1e6,
        Runtime.getRuntime().availableProcessors());
    List<List<Measurement>> taken = new ArrayList<>();
    String[] names = {
      "sync from code, not counted",
      "sync from code, o200k counts",
      "sync of files, not counted",
      "sync of files, o200k counts",
      "part: splitting, not counted",
      "part: splitting, o200k counts",
      "part: folding"
    };
    for (int round = 0; round < rounds; round++) {
      taken.add(rate.round());
    }
    for (int i = 0; i < names.length; i++) {
      int part = i;
      rate.print(names[i], taken.stream().skip(rounds / 3).map(each -> each.get(part)).toList());
    }
  }

  private static List<Document> documents(Path path) throws IOException {
    List<Document> documents = new ArrayList<>();
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        String id = path.relativize(file).toString();
        documents.add(Document.of(id, Files.readString(file, StandardCharsets.UTF_8)));
      }
    }
    return documents;
  }

  private static List<Document> paragraphs(Path file) throws IOException {
    List<String> all = new ArrayList<>();
    new ObjectMapper().readTree(file.toFile()).forEach(each -> all.add(each.asText()));
    List<Document> documents = new ArrayList<>();
    for (long length = 0; length < REPEATED_LENGTH; ) {
      int start = documents.size() * JOINED % (all.size() - JOINED);
      String text = String.join("\n\n", all.subList(start, start + JOINED));
      documents.add(Document.of("text-" + documents.size(), text + documents.size()));
      length += bytes(documents.get(documents.size() - 1));
    }
    return documents;
  }

  private static Path write(Path folder, List<Document> documents) throws IOException {
    Files.createDirectory(folder);
    for (int i = 0; i < documents.size(); i++) {
      String name = String.format(Locale.ROOT, "%06d.txt", i);
      Files.writeString(folder.resolve(name), documents.get(i).text());
    }
    return folder;
  }

  private static long bytes(Document document) {
    return document.text().getBytes(StandardCharsets.UTF_8).length;
  }

  private List<Measurement> round() throws IOException {
    Source code = Source.documents("texts", documents);
    Source files = Source.path(texts).name("texts");
    return List.of(
        time(() -> sync(code, CharacterCountedIndex::builder)),
        time(() -> sync(code, Index::builder)),
        time(() -> sync(files, CharacterCountedIndex::builder)),
        time(() -> sync(files, Index::builder)),
        time(() -> split(UNCOUNTED)),
        time(() -> split(TokenCounter.o200k())),
        time(this::fold));
  }

  private interface Builders {
    Index.Builder of(Path directory);
  }

  private void sync(Source source, Builders builders) throws IOException {
    Path directory = folder.resolve("index" + indexes++);
    try (Index index = builders.of(directory).withoutEmbeddings().openOrCreate()) {
      SyncReport report = index.sync(source);
      require(report.added() > 0 && index.stats().sentences() > 0, report::toString);
    }
  }

  private static void require(boolean isTrue, Supplier<String> otherwise) {
    if (!isTrue) {
      throw new IllegalStateException(otherwise.get());
    }
  }

  private void split(TokenCounter counter) {
    Splitter splitter = new Splitter(Splitter.DEFAULT_CHUNK_TOKENS, counter);
    long sentences = 0;
    for (Document document : documents) {
      for (Chunk chunk : splitter.split(document)) {
        sentences += chunk.sentences().size();
      }
    }
    require(sentences > 0, () -> "no sentences");
  }

  private void fold() {
    long length = 0;
    for (Document document : documents) {
      length += Folding.fold(document.text()).text().length();
    }
    require(length > 0, () -> "no text");
  }

  private Measurement time(IndexingWork work) throws IOException {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long processor = system.getProcessCpuTime();
    long start = System.nanoTime();
    work.run();
    double nanos = System.nanoTime() - start;
    return new Measurement(nanos / 1e9, (system.getProcessCpuTime() - processor) / nanos);
  }

  private void print(String what, List<Measurement> all) {
    List<Measurement> sorted =
        all.stream().sorted(Comparator.comparing(Measurement::seconds)).toList();
    Measurement median = sorted.get(sorted.size() / 2);
    System.out.printf(
        Locale.ROOT,
        "%-30s %5.1f MB/s (%.1f to %.1f), %.2f cores busy, %.1f MB per second of CPU time%n",
        what,
        bytes / 1e6 / median.seconds(),
        bytes / 1e6 / sorted.get(sorted.size() - 1).seconds(),
        bytes / 1e6 / sorted.get(0).seconds(),
        median.cores(),
        bytes / 1e6 / median.seconds() / median.cores());
  }
}
