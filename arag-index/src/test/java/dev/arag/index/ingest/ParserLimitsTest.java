package dev.arag.index.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.text.Document;
import dev.arag.index.source.FileIngest;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.Parser;
import dev.arag.index.spi.Skip;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that a parser that does not end, or that exhausts a resource, affects only its own
 * document.
 */
@Timeout(300)
class ParserLimitsTest {
  /** The time limit in tests whose parsers never end on their own. */
  private static final IngestLimits SHORT =
      IngestLimits.defaults().withParseTime(Duration.ofMillis(100));

  /**
   * The time limit in tests with other parsers. It is longer than they need, even on a busy
   * machine.
   */
  private static final IngestLimits AMPLE =
      IngestLimits.defaults().withParseTime(Duration.ofSeconds(3));

  @TempDir Path folder;
  private final Map<String, String> texts = new TreeMap<>();
  private final Map<String, String> reasons = new TreeMap<>();
  private final CountDownLatch release = new CountDownLatch(1);

  private final IngestSink sink =
      new IngestSink() {
        @Override
        public void document(Document document, String contentHash) {
          texts.put(document.id(), document.text());
        }

        @Override
        public void skipped(Skip skip) {
          reasons.put(skip.source(), skip.reason());
        }
      };

  @AfterEach
  void releaseStuckParsers() {
    release.countDown();
  }

  /** A parser whose behavior the test defines. */
  private record MisbehavingParser(Behaviour behaviour) implements Parser {
    interface Behaviour {
      String text(String id, InputStream in) throws IOException;
    }

    @Override
    public Set<String> extensions() {
      return Set.of("odd");
    }

    @Override
    public ParsedFile parse(String id, InputStream in) throws IOException {
      return new ParsedFile(Document.builder(id, behaviour.text(id, in)));
    }
  }

  private void read(IngestLimits limits, MisbehavingParser.Behaviour behaviour) throws Exception {
    IngestSink.read(
        FileIngest.of(folder, "s").parser(new MisbehavingParser(behaviour)).limits(limits), sink);
  }

  private void write(String name, String content) throws IOException {
    Files.writeString(folder.resolve(name), content);
  }

  @Test
  void interruptsASlowParserAndReusesItsThread() throws Exception {
    write("a.odd", "a");
    write("b.odd", "b");
    List<Thread> threads = new ArrayList<>();
    read(
        AMPLE,
        (id, in) -> {
          threads.add(Thread.currentThread());
          return id.endsWith("a.odd") ? sleepForEver() : text(in);
        });
    assertThat(reasons.get("s/a.odd")).startsWith("its parser did not end within 3.0 seconds");
    assertThat(texts).containsExactly(Map.entry("s/b.odd", "b"));
    assertThat(threads.get(0)).isSameAs(threads.get(1)).isNotSameAs(Thread.currentThread());
  }

  @Test
  void aParserCanNeedMoreTimeThanOthers() throws Exception {
    write("a.odd", "a");
    Parser slow =
        new Parser() {
          @Override
          public Set<String> extensions() {
            return Set.of("odd");
          }

          @Override
          public Duration parseTime(Duration ofSource) {
            return ofSource.multipliedBy(100);
          }

          @Override
          public ParsedFile parse(String id, InputStream in) throws IOException {
            try {
              Thread.sleep(300);
            } catch (InterruptedException e) {
              throw new InterruptedIOException();
            }
            return new ParsedFile(Document.builder(id, text(in)));
          }
        };
    IngestSink.read(FileIngest.of(folder, "s").parser(slow).limits(SHORT), sink);
    assertThat(reasons).isEmpty();
    assertThat(texts).containsExactly(Map.entry("s/a.odd", "a"));
  }

  private static String sleepForEver() throws IOException {
    try {
      Thread.sleep(Long.MAX_VALUE);
      return "never";
    } catch (InterruptedException e) {
      throw new InterruptedIOException();
    }
  }

  @Test
  void abandonsAParserThatIgnoresInterruptsTogetherWithItsBuffer() throws Exception {
    write("a.odd", "of its own");
    write("b.txt", "another's bytes, and more of them");
    BlockingQueue<String> later = new ArrayBlockingQueue<>(1);
    read(
        AMPLE,
        (id, in) -> {
          waitForRelease();
          later.add(text(in));
          return "too late";
        });
    assertThat(reasons.get("s/a.odd")).contains("did not end within");
    assertThat(texts).containsOnlyKeys("s/b.txt");
    release.countDown();
    assertThat(later.poll(30, TimeUnit.SECONDS)).isEqualTo("of its own");
    assertThat(texts).containsOnlyKeys("s/b.txt");
  }

  @Test
  void runsNoParserAfterFourHaveBeenAbandoned() throws Exception {
    for (int i = 0; i < 6; i++) {
      write(i + ".odd", "x");
    }
    read(
        SHORT,
        (id, in) -> {
          waitForRelease();
          return "too late";
        });
    assertThat(reasons).hasSize(6);
    assertThat(reasons.values().stream().filter(r -> r.contains("did not end within"))).hasSize(4);
    assertThat(reasons.get("s/5.odd")).contains("not read").contains("4 other files");
  }

  @Test
  void reportsExhaustedMemoryAndStack() throws Exception {
    write("deep.odd", "x");
    write("large.odd", "x");
    write("other.txt", "fine");
    read(
        IngestLimits.defaults(),
        (id, in) ->
            id.endsWith("deep.odd") ? deeper(0) + "" : "" + new long[Integer.MAX_VALUE].length);
    assertThat(reasons.get("s/deep.odd")).startsWith("it is nested too deeply for its parser");
    assertThat(reasons.get("s/large.odd"))
        .startsWith("its parser needs more memory than is available");
    assertThat(texts).containsOnlyKeys("s/other.txt");
  }

  private static int deeper(int depth) {
    return depth == Integer.MAX_VALUE ? depth : 1 + deeper(depth + 1);
  }

  @Test
  void interruptsTheParserIfTheSyncIsInterrupted() throws Exception {
    write("a.odd", "a");
    Thread sync = Thread.currentThread();
    BlockingQueue<String> ended = new ArrayBlockingQueue<>(1);
    MisbehavingParser odd =
        new MisbehavingParser(
            (id, in) -> {
              sync.interrupt();
              try {
                return sleepForEver();
              } finally {
                ended.add("ended");
              }
            });
    assertThatThrownBy(() -> IngestSink.read(FileIngest.of(folder, "s").parser(odd), sink))
        .isInstanceOf(InterruptedException.class);
    assertThat(ended.poll(30, TimeUnit.SECONDS)).isEqualTo("ended");
    assertThat(texts).isEmpty();
    assertThat(reasons).isEmpty();
  }

  @Test
  void leavesNoThreadAfterARead() throws Exception {
    write("a.odd", "a");
    List<Thread> threads = new ArrayList<>();
    read(
        IngestLimits.defaults(),
        (id, in) -> {
          threads.add(Thread.currentThread());
          return text(in);
        });
    threads.get(0).join(30_000);
    assertThat(threads.get(0).isAlive()).isFalse();
    assertThat(threads.get(0).isDaemon()).isTrue();
  }

  private static String text(InputStream in) throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }

  /** Waits until the test releases the parser, and ignores interrupts. */
  private void waitForRelease() {
    boolean isDone = false;
    while (!isDone) {
      try {
        release.await();
        isDone = true;
      } catch (InterruptedException e) {
        // The loop waits again, because this parser simulates one that ignores interrupts.
      }
    }
  }
}
