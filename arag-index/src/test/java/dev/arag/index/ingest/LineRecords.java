package dev.arag.index.ingest;

import dev.arag.core.text.Document;
import dev.arag.index.internal.ingest.ContentHash;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.RecordFormat;
import dev.arag.index.spi.Skip;
import dev.arag.index.spi.SourceEntries;
import dev.arag.index.spi.SourceEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads files whose lines are documents, such as {@code id:The text of the document.}. */
public final class LineRecords implements RecordFormat {
  @Override
  public Set<String> extensions() {
    return Set.of("lines");
  }

  @Override
  public SourceEntries open(String fileId, String fileName, Path file, IngestLimits limits)
      throws IOException {
    Deque<SourceEntry> entries = new ArrayDeque<>();
    List<String> lines = Files.readAllLines(file);
    entries.add(new SourceEntry.Expected(lines.size()));
    lines.forEach(line -> entries.add(entry(fileId, line)));
    return new Entries(entries);
  }

  private static SourceEntry entry(String fileId, String line) {
    int colon = line.indexOf(':');
    if (colon < 0) {
      return new SourceEntry.Unreadable(fileId, new Skip(fileId + " " + line, "it has no ':'"));
    }
    Document document =
        Document.of(fileId + "/" + line.substring(0, colon), line.substring(colon + 1));
    return new SourceEntry.Unparsed(
        document.id(),
        new ContentHash("line records").add(line).finish(),
        () -> new SourceEntry.Parsed(document, List.of()));
  }

  private record Entries(Deque<SourceEntry> left) implements SourceEntries {
    /** Fails if a document has the text {@code fail}, as a parser with a defect. */
    @Override
    public Optional<SourceEntry> next() throws InterruptedException {
      SourceEntry next = left.poll();
      if (next instanceof SourceEntry.Unparsed unparsed
          && unparsed.parse() instanceof SourceEntry.Parsed parsed
          && parsed.document().text().equals("fail")) {
        throw new IllegalStateException("a defect");
      }
      return Optional.ofNullable(next);
    }

    @Override
    public void close() {
      left.clear();
    }
  }
}
