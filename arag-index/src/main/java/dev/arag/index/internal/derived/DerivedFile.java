package dev.arag.index.internal.derived;

import dev.arag.core.text.ChunkId;
import dev.arag.index.internal.store.FileStore;
import dev.arag.index.internal.store.Output;
import dev.arag.index.spi.derived.DerivedRecord;
import dev.arag.index.spi.derived.DerivedRecord.Source;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code derived/records.txt}, version 1, in UTF-8. The first line is {@code arag-derived
 * 1 ID}, with a new id each time the file is rewritten. Each further line is a record: {@code CRC
 * SOURCES CONTENT}. CRC is the CRC32C of the rest of the line as 8 hexadecimal digits. SOURCES are
 * separated by commas; each is the id of a chunk, a colon, the hash, a colon and the id of the
 * document, which is empty if it is that of the source before. Ids are encoded as in a URL. A last
 * line without a line break is incomplete; the next append removes it. Only the holder of the write
 * lock may change the file.
 */
final class DerivedFile {
  static final String DIRECTORY = "derived";
  static final String NAME = "records.txt";
  private static final String NEW = "records.new";
  private static final String MAGIC = "arag-derived 1 ";
  private static final int CRC_DIGITS = 8;

  private final FileStore store;
  private final Path file;

  /** Receives the lines after the first one. */
  interface LineVisitor {
    /**
     * @param record null if the line is damaged
     */
    void visit(long offset, @Nullable DerivedRecord record) throws IOException;
  }

  /**
   * @param index the directory of the index
   */
  DerivedFile(Path index) {
    Path directory = index.resolve(DIRECTORY);
    store = new FileStore(directory);
    file = directory.resolve(NAME);
  }

  boolean exists() {
    return Files.isRegularFile(file);
  }

  /** Returns the first line; empty if there is no file, or if it is of another format. */
  String id() throws IOException {
    try (InputStream in = open(0)) {
      String first = new String(line(in).orElse(new byte[0]), StandardCharsets.UTF_8);
      return first.matches(MAGIC + "[0-9a-f-]{36}") ? first : "";
    }
  }

  Optional<DerivedRecord> read(long offset) throws IOException {
    try (InputStream in = open(offset)) {
      return line(in).flatMap(line -> Optional.ofNullable(parse(line)));
    }
  }

  /** Visits the complete lines from an offset. Returns the end of the last one. */
  long forEach(long from, LineVisitor visitor) throws IOException {
    long offset = from;
    try (InputStream in = open(from)) {
      for (Optional<byte[]> line = line(in); line.isPresent(); line = line(in)) {
        if (offset > 0) {
          visitor.visit(offset, parse(line.get()));
        }
        offset += line.get().length + 1;
      }
    }
    return offset;
  }

  /**
   * Whether the file ends with a whole record whose line break is damaged. An append that was
   * interrupted does not leave that.
   *
   * @param end the end of the last complete line
   */
  boolean isEndDamaged(long end) throws IOException {
    try (InputStream in = open(end)) {
      byte[] rest = in.readAllBytes();
      return rest.length > 0 && parse(Arrays.copyOf(rest, rest.length - 1)) != null;
    }
  }

  private InputStream open(long offset) throws IOException {
    if (!exists() || offset > Files.size(file)) {
      return InputStream.nullInputStream();
    }
    InputStream in = new BufferedInputStream(Files.newInputStream(file));
    in.skipNBytes(offset);
    return in;
  }

  /** Reads a line without its line break; empty if there is no complete line. */
  private static Optional<byte[]> line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0; next = in.read()) {
      if (next == '\n') {
        return Optional.of(line.toByteArray());
      }
      line.write(next);
    }
    return Optional.empty();
  }

  /** Appends records and forces them to disk. */
  void append(List<DerivedRecord> records) throws IOException {
    if (id().isEmpty()) {
      store.createDirectory();
      rewrite(Optional::of);
    }
    try (FileChannel out =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      long end = endOfLastLine(out);
      out.truncate(end).position(end);
      for (DerivedRecord each : records) {
        ByteBuffer line = ByteBuffer.wrap(format(each));
        while (line.hasRemaining()) {
          out.write(line);
        }
      }
      out.force(true);
    }
  }

  private static long endOfLastLine(FileChannel in) throws IOException {
    ByteBuffer last = ByteBuffer.allocate(1);
    long end = in.size();
    while (end > 0 && (in.read(last.clear(), end - 1) < 1 || last.get(0) != '\n')) {
      end--;
    }
    return end;
  }

  /**
   * Rewrites the file if a line is damaged or a record changes. Deletes what an interrupted rewrite
   * left.
   *
   * @param change returns the same record, the one that replaces it, or empty to remove it
   */
  void update(Function<DerivedRecord, Optional<DerivedRecord>> change) throws IOException {
    if (!store.exists()) {
      return;
    }
    boolean[] isChanged = {store.delete(NEW)};
    long end =
        forEach(
            0,
            (at, each) ->
                isChanged[0] |= each == null || !change.apply(each).equals(Optional.of(each)));
    if (isChanged[0] || (exists() && end < Files.size(file))) {
      rewrite(change);
    }
  }

  private void rewrite(Function<DerivedRecord, Optional<DerivedRecord>> change) throws IOException {
    boolean unused = store.delete(NEW);
    try (Output out = store.create(NEW)) {
      write((MAGIC + UUID.randomUUID() + "\n").getBytes(StandardCharsets.UTF_8), out);
      long unusedEnd =
          forEach(
              0,
              (at, each) -> {
                Optional<DerivedRecord> changed = Optional.ofNullable(each).flatMap(change);
                if (changed.isPresent()) {
                  write(format(changed.get()), out);
                }
              });
      out.force();
    }
    store.rename(NEW, NAME);
    store.syncDirectory();
  }

  private static void write(byte[] bytes, Output out) throws IOException {
    out.write(bytes, 0, bytes.length);
  }

  private static byte[] format(DerivedRecord record) {
    StringBuilder text = new StringBuilder();
    String document = "";
    for (Source each : record.sources()) {
      text.append(text.isEmpty() ? "" : ",").append(encode(each.chunk().value()));
      text.append(':').append(each.hash()).append(':');
      text.append(each.document().equals(document) ? "" : encode(each.document()));
      document = each.document();
    }
    text.append(' ').append(record.content());
    byte[] checked = text.toString().getBytes(StandardCharsets.UTF_8);
    return (crc(checked) + " " + text + "\n").getBytes(StandardCharsets.UTF_8);
  }

  private static String encode(String id) {
    return URLEncoder.encode(id, StandardCharsets.UTF_8);
  }

  private static String crc(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return String.format("%08x", crc.getValue());
  }

  private static @Nullable DerivedRecord parse(byte[] line) {
    if (line.length <= CRC_DIGITS || line[CRC_DIGITS] != ' ') {
      return null;
    }
    byte[] checked = Arrays.copyOfRange(line, CRC_DIGITS + 1, line.length);
    String crc = new String(line, 0, CRC_DIGITS, StandardCharsets.US_ASCII);
    String[] parts = new String(checked, StandardCharsets.UTF_8).split(" ", 2);
    return crc.equals(crc(checked)) && parts.length == 2
        ? new DerivedRecord(sources(parts[0]), parts[1])
        : null;
  }

  private static List<Source> sources(String text) {
    List<Source> sources = new ArrayList<>();
    String document = "";
    for (String each : text.split(",")) {
      String[] parts = each.split(":", 3);
      document =
          parts[2].isEmpty() ? document : URLDecoder.decode(parts[2], StandardCharsets.UTF_8);
      ChunkId chunk = ChunkId.of(URLDecoder.decode(parts[0], StandardCharsets.UTF_8));
      sources.add(new Source(chunk, document, parts[1]));
    }
    return sources;
  }
}
