package dev.arag.index.ingest;

import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.Parser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads files whose lines are predefined chunks, such as {@code 7:The text of the chunk.}. */
public final class LineChunks implements Parser {
  @Override
  public Set<String> extensions() {
    return Set.of("chunks");
  }

  @Override
  public ParsedFile parse(String id, InputStream in) throws IOException {
    StringBuilder text = new StringBuilder();
    List<String> warnings = new ArrayList<>();
    List<Document.ChunkStart> starts = new ArrayList<>();
    for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
      int colon = line.indexOf(':');
      if (colon < 0) {
        warnings.add("the line '" + line + "' was skipped: it has no ':'");
      } else {
        starts.add(new Document.ChunkStart(text.length(), ChunkId.of(line.substring(0, colon))));
        text.append(line.substring(colon + 1));
      }
    }
    Document.Builder document = Document.builder(id, text.toString());
    starts.forEach(start -> document.chunk(start.offset(), start.id()));
    return new ParsedFile(document, warnings);
  }
}
