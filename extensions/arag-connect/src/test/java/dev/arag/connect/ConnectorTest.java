package dev.arag.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.connect.internal.ConnectorEntries;
import dev.arag.connect.spi.Entry;
import dev.arag.connect.spi.Listing;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.SmallBatches;
import dev.arag.index.source.RemoteSourceException;
import dev.arag.index.source.Source;
import dev.arag.index.source.SourceNameException;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.Parser;
import dev.arag.index.spi.SourceEntries;
import dev.arag.index.spi.SourceEntry;
import dev.arag.index.sync.PruneRefusedException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What all connectors have in common, with a list of entries in place of a store. */
class ConnectorTest {
  @TempDir Path temp;
  private final List<Entry> entries = new ArrayList<>();
  private final List<String> read = new ArrayList<>();
  private Synced index;

  @BeforeEach
  void create() {
    index = new Synced(temp.resolve("index"));
  }

  /** The text of an entry is its revision. */
  private Connector connector(String location) {
    return new Connector() {
      @Override
      public String name() {
        return "s";
      }

      @Override
      public @Nullable String location() {
        return location;
      }

      @Override
      public Listing list() {
        return listing();
      }
    };
  }

  private Listing listing() {
    Iterator<Entry> left = List.copyOf(entries).iterator();
    return new Listing() {
      @Override
      public Optional<Entry> next() {
        return left.hasNext() ? Optional.of(left.next()) : Optional.empty();
      }

      @Override
      public Content read(Entry entry) {
        read.add(entry.path());
        byte[] bytes = entry.revision().getBytes(StandardCharsets.UTF_8);
        return new Content(new ByteArrayInputStream(bytes), entry.fileName());
      }

      @Override
      public void close() {}
    };
  }

  @Test
  void doesNotReadWhatNoParserAccepts() {
    entries.add(Entry.of("a.png", "1"));
    entries.add(Entry.of("none", "1"));
    entries.add(Entry.of("b.txt", "text"));
    assertThat(Synced.skipped(index.sync(connector("x"))))
        .containsEntry("s/a.png", "no parser for .png")
        .containsEntry("s/none", "no parser for a file without an extension");
    assertThat(read).containsExactly("b.txt");
  }

  @Test
  void reportsEntriesThatAreListedTwiceOrHaveAProblem() {
    entries.add(Entry.of("a.txt", "one"));
    entries.add(Entry.of("a.txt", "two"));
    entries.add(Entry.unreadable("b.txt", "it is secret"));
    assertThat(Synced.skipped(index.sync(connector("x"))))
        .containsEntry("s/a.txt", "the store lists it more than once")
        .containsEntry("s/b.txt", "it is secret");
    assertThat(index.texts()).containsExactly(Map.entry("s/a.txt", "one"));
  }

  @Test
  void readsAgainIfMetadataOrParserChange() {
    Map<String, Object> metadata = Map.of("author", "Mira");
    entries.add(new Entry("a.txt", "a.txt", "text", metadata, Set.of(), null));
    index.sync(connector("x"));
    assertThat(index.metadata("s/a.txt")).containsEntry("author", "Mira");

    entries.set(0, new Entry("a.txt", "a.txt", "text", Map.of("author", "Jo"), Set.of(), null));
    assertThat(Synced.counts(index.sync(connector("x")))).containsExactly(0L, 1L, 0L, 0L);
    assertThat(index.metadata("s/a.txt")).containsEntry("author", "Jo");

    Source other = Source.of(connector("x")).parser(new UpperCase());
    assertThat(Synced.counts(index.sync(other))).containsExactly(0L, 1L, 0L, 0L);
    assertThat(index.texts()).containsValue("TEXT");
    assertThat(Synced.counts(index.sync(other))).containsExactly(0L, 0L, 1L, 0L);
    assertThat(read).hasSize(3);
  }

  private static final class UpperCase implements Parser {
    @Override
    public ParsedFile parse(String id, InputStream in) throws IOException {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return new ParsedFile(Document.builder(id, text.toUpperCase(Locale.ROOT)));
    }
  }

  @Test
  void limitsTheLengthOfADocument() {
    entries.add(Entry.of("a.txt", "x".repeat(101)));
    entries.add(Entry.of("b.txt", "y".repeat(100)));
    Source limited = Source.of(connector("x")).limits(new IngestLimits(100, 1_000));
    assertThat(Synced.skipped(index.sync(limited)).get("s/a.txt")).contains("100 bytes");
    assertThat(index.texts()).containsOnlyKeys("s/b.txt");
  }

  @Test
  void limitsTheTimeForReadingADocument() throws Exception {
    AtomicLong clock = new AtomicLong();
    String name = UUID.randomUUID() + ".txt";
    entries.add(Entry.of(name, "text"));
    try (SourceEntries slow =
        new ConnectorEntries(
            "s",
            this::listing,
            files -> files,
            () -> clock.addAndGet(Duration.ofMinutes(6).toNanos()))) {
      SourceEntry.Unparsed entry = (SourceEntry.Unparsed) slow.next().orElseThrow();
      assertThat(entry.parse())
          .isEqualTo(SourceEntry.Unreadable.of("s/" + name, "reading it took more than 5 minutes"));
    }
    try (Stream<Path> folders = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      assertThat(folders.map(folder -> folder.resolve(name)).filter(Files::exists)).isEmpty();
    }
  }

  @Test
  void doesNotMixTwoStoresWithTheSameName() {
    entries.add(Entry.of("a.txt", "one"));
    index.sync(connector("first"));
    assertThatThrownBy(() -> index.sync(connector("second")))
        .isInstanceOf(SourceNameException.class)
        .hasMessageContaining("first");
    index.sync(connector("first"));
    index.sync(Source.of(connector("second")).name("t"));
    assertThat(index.texts()).containsOnlyKeys("s/a.txt", "t/a.txt");
  }

  @Test
  void aFailingStoreStopsNoOtherSource() {
    entries.add(Entry.of("a.txt", "one"));
    index.sync(connector("x"));
    Connector down =
        new FaultyConnector(connector("x"), Set.of(), FaultyConnector.Fault.LISTING, 0);
    Document other = Document.builder("other", "The other text.").build();
    try (Index open = SmallBatches.open(temp.resolve("index"))) {
      List<Source> both = List.of(Source.of(down).prune(1), Source.documents("d", List.of(other)));
      assertThatThrownBy(() -> open.sync(both, progress -> {}))
          .isInstanceOf(RemoteSourceException.class)
          .hasMessageContaining("The source s cannot be listed to its end: the listing was cut");
    }
    assertThat(index.texts()).containsOnlyKeys("s/a.txt", "other");
    try (Index rebuilt = SmallBatches.builder(temp.resolve("index")).rebuild().openOrCreate()) {
      assertThatThrownBy(() -> rebuilt.sync(Source.of(down)))
          .isInstanceOf(RemoteSourceException.class);
    }
    assertThat(index.texts()).containsOnlyKeys("s/a.txt", "other");
  }

  @Test
  void doesNotDeleteEverythingByMistake() {
    entries.add(Entry.of("a.txt", "one"));
    index.sync(connector("x"));
    entries.clear();
    assertThatThrownBy(() -> index.sync(Source.of(connector("x")).prune()))
        .isInstanceOf(PruneRefusedException.class);
    assertThat(index.texts()).containsOnlyKeys("s/a.txt");
    assertThat(Synced.counts(index.sync(connector("x")))).containsExactly(0L, 0L, 0L, 1L);
  }
}
