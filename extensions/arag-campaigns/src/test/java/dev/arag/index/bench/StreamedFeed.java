package dev.arag.index.bench;

import com.sun.management.GarbageCollectionNotificationInfo;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.index.Index;
import dev.arag.index.IndexStats;
import dev.arag.index.NameFinder;
import dev.arag.index.embed.OnnxEmbedder;
import dev.arag.index.source.Source;
import dev.arag.index.sync.SyncReport;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/**
 * Indexes generated texts and prints the time and the memory used: {@code StreamedFeed FOLDER
 * MEGABYTES documents|files none|hash|bge [graph]}. Run this program with a small heap. The folder
 * must be empty. The program writes the index to this folder and, for {@code files}, also the
 * texts.
 */
final class StreamedFeed {
  private static final long SEED = 1;
  private static final int FILES_IN_FOLDER = 1_000;
  private static final double MEGA = 1_000_000;

  private StreamedFeed() {}

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    int count = (int) (Long.parseLong(arguments[1]) * 1_000_000 / GeneratedTexts.LENGTH);
    Source source =
        arguments[2].equals("files")
            ? Source.path(write(folder.resolve("texts"), count)).name("texts")
            : Source.documents("texts", GeneratedTexts.documents(SEED, count));
    long written = bytesWritten();
    AtomicLong live = watchLiveHeap();
    Index.Builder builder = builder(folder.resolve("index"), arguments[3]);
    try (Index index =
        (arguments.length > 4 ? builder.mentions(new NameFinder()) : builder).openOrCreate()) {
      SyncReport report = index.sync(source);
      print(report, index.stats(), bytesWritten() - written, live.get());
    }
  }

  private static Index.Builder builder(Path directory, String embedder) {
    Index.Builder builder = Index.builder(directory);
    return embedder.equals("none") ? builder.withoutEmbeddings() : builder.embedder(of(embedder));
  }

  private static Embedder of(String name) {
    return name.equals("bge") ? OnnxEmbedder.bgeSmallEnglish() : new HashEmbedder();
  }

  static Path write(Path folder, int count) throws IOException {
    GeneratedTexts texts = new GeneratedTexts(SEED);
    for (int i = 0; i < count; i++) {
      Path inner = folder.resolve(String.format(Locale.ROOT, "%03d", i / FILES_IN_FOLDER));
      if (i % FILES_IN_FOLDER == 0) {
        Files.createDirectories(inner);
      }
      Files.writeString(inner.resolve("text-" + i + ".txt"), texts.next());
    }
    return folder;
  }

  private static void print(SyncReport report, IndexStats stats, long written, long live) {
    System.out.printf(
        Locale.ROOT,
        "%d documents, %d sentences, %d embedded, %d skipped: %.1f s;"
            + " peak heap %.0f MB live after a garbage collection, %.0f MB including garbage;"
            + " %d segments, %d generations, index %.0f MB, written %.0f MB%n",
        report.documents(),
        report.sentences(),
        report.embedded(),
        report.skipped().size(),
        report.seconds(),
        live / MEGA,
        peakHeap() / MEGA,
        stats.segments().size(),
        stats.generation(),
        stats.bytes() / MEGA,
        written / MEGA);
  }

  /** Returns the sum of the peak sizes of all heap pools. */
  private static long peakHeap() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .mapToLong(pool -> pool.getPeakUsage().getUsed())
        .sum();
  }

  /**
   * Returns a value that is updated to the largest heap size after any garbage collection from now
   * on.
   */
  private static AtomicLong watchLiveHeap() {
    AtomicLong most = new AtomicLong();
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      ((NotificationEmitter) collector)
          .addNotificationListener(
              (notice, handback) ->
                  most.accumulateAndGet(left((CompositeData) notice.getUserData()), Math::max),
              null,
              null);
    }
    return most;
  }

  private static long left(CompositeData notice) {
    return GarbageCollectionNotificationInfo.from(notice)
        .getGcInfo()
        .getMemoryUsageAfterGc()
        .entrySet()
        .stream()
        .filter(pool -> isHeap(pool.getKey()))
        .map(Map.Entry::getValue)
        .mapToLong(MemoryUsage::getUsed)
        .sum();
  }

  private static boolean isHeap(String pool) {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .anyMatch(each -> each.getType() == MemoryType.HEAP && each.getName().equals(pool));
  }

  /**
   * Returns the number of bytes this process has written so far, or 0 if the operating system does
   * not report it.
   */
  private static long bytesWritten() throws IOException {
    Path counters = Path.of("/proc/self/io");
    List<String> lines = Files.isReadable(counters) ? Files.readAllLines(counters) : List.of();
    return lines.stream()
        .filter(line -> line.startsWith("wchar: "))
        .mapToLong(line -> Long.parseLong(line.substring("wchar: ".length())))
        .findFirst()
        .orElse(0);
  }
}
