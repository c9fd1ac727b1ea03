package dev.arag.index;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Prints the bytes of an index file, one field per line, as described in docs/index-format.md.
 * Supports only small files with one block, one group and one tile.
 */
final class FileDump {
  private static final int AROUND = 64;
  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

  private final ByteBuffer file;
  private final StringBuilder out = new StringBuilder();
  private int base;

  private FileDump(byte[] bytes) {
    file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Returns all bytes of the file. */
  static String of(Path path) throws IOException {
    FileDump dump = new FileDump(Files.readAllBytes(path));
    dump.dump();
    return dump.out.toString();
  }

  /** Returns the body, and the file id, which covers the header and the table. */
  static String bodyOf(Path path) throws IOException {
    String all = of(path);
    String body = all.substring(all.indexOf("body\n"), all.indexOf("\ntable\n"));
    String id = all.substring(all.indexOf("\nfooter\n"));
    int start = id.indexOf("\n8  ") + 1;
    return body + "\nfooter\n" + id.substring(start, id.indexOf("\n24  ") + 1);
  }

  private void dump() {
    part("header");
    ascii(4, "magic");
    int kind = int32("kind");
    int32("version");
    int32("block size");
    zeros(44);
    hex32("CRC32C of the 60 bytes before");
    part("body");
    switch (kind) {
      case 1 -> manifest();
      case 2 -> chunks();
      case 3 -> keywords();
      case 4 -> vectors();
      default -> throw new IllegalArgumentException("No example of kind " + kind);
    }
    part("table");
    hex32("CRC32C of block 0 of the body");
    part("root");
    hex32("CRC32C of block 0 of the table");
    part("footer");
    int64("length of the body");
    raw(16, "file id");
    hex32("CRC32C of the root");
    zeros(28);
    ascii(4, "end magic");
    hex32("CRC32C of the 60 bytes before");
    if (file.hasRemaining()) {
      throw new IllegalStateException(file.remaining() + " bytes have no meaning");
    }
  }

  private void manifest() {
    number("generation");
    number("next file number");
    text("folding rules");
    number("chunk length, in o200k tokens");
    number("headings are embedded");
    number("has an embedder");
    text("fingerprint");
    number("dimension");
    number("sources with a place");
    number("segments");
    storedFile("chunks");
    storedFile("keywords");
    number("has a vectors file");
    storedFile("vectors");
    number("has a diagnostics file");
    number("has a deletes file");
    for (String which : List.of("stored", "live")) {
      number("documents " + which);
      number("chunks " + which);
      number("sentences " + which);
    }
  }

  private void storedFile(String kind) {
    number(kind + " file: its number");
    number("its length in bytes");
    raw(16, "its id");
  }

  private void chunks() {
    raw(32, "document 0: hash");
    text("id");
    text("source");
    text("key");
    texts("warnings");
    number("has a title");
    text("title");
    number("length of the title line");
    number("metadata entries");
    text("name of the entry");
    number("kind of the value");
    int64("value");
    text("chunk 0: id");
    number("ordinal");
    number("offset in the document");
    number("page, 0 for none");
    number("o200k tokens");
    text("text");
    number("heading paths");
    texts("path 0, the path of the chunk");
    long sentences = number("sentences");
    for (int i = 0; i < sentences; i++) {
      number("sentence " + i + ": gap");
      number("length");
      number("2 * path + heading line");
    }
    long pages = number("page starts");
    for (int i = 0; i < pages; i++) {
      number("page start " + i + ": distance");
      number("page");
    }
    int64("documents table: offset of the record");
    int32("length of the record");
    int32("first chunk");
    int32("rank");
    int64("chunks table: offset of the record");
    int64("first sentence");
    int32("length of the record");
    int32("document");
    int64("ids of documents: key");
    int32("document");
    int64("ids of chunks: key");
    int32("chunk");
    for (String count :
        List.of(
            "trailer: offset of the documents table",
            "documents",
            "chunks",
            "sentences",
            "documents with warnings",
            "retired keys")) {
      int64(count);
    }
  }

  private void keywords() {
    int ends = file.limit() - AROUND - 8 - 16 - 16 - 8;
    int text = (int) file.getLong(ends);
    print(text, "folded text of chunk 0", quoted(text));
    int table = file.limit() - AROUND - 8 - 16 - 16;
    int start = base + (int) file.getLong(table);
    int end = start + file.getInt(table + 8);
    raw(start - file.position(), "postings of the keys of group 0");
    int keys = 0;
    while (file.position() < end) {
      int length = 0;
      while (file.get(file.position() + length) != (byte) 0xff) {
        length++;
      }
      print(length + 1, "key " + keys++, quoted(length));
    }
    repeated(keys, "length of the postings of each key");
    int64("end of the record of chunk 0");
    int64("offset of the keys of group 0");
    int32("length of the keys");
    int32("length of the numbers after them");
    int64("trailer: chunks");
    int64("groups");
  }

  private void vectors() {
    int trailer = file.limit() - AROUND - 8 - 16;
    int rows = (int) file.getLong(trailer);
    int dimension = (int) file.getLong(trailer + 8);
    for (int row = 0; row < rows; row++) {
      for (int i = 0; i < dimension; i++) {
        float32("row " + row + ", float " + i);
      }
    }
    for (int i = 0; i < dimension; i++) {
      List<String> codes = new ArrayList<>();
      for (int row = 0; row < rows; row++) {
        codes.add(Byte.toString(file.get(file.position() + row)));
      }
      print(rows, "code " + i + " of each row", String.join(", ", codes));
    }
    float32("scale of tile 0");
    float32("residual of tile 0");
    for (int row = 0; row < rows; row++) {
      float32("sum of the codes of row " + row);
    }
    int64("trailer: rows");
    int64("dimension");
  }

  private void part(String name) {
    base = file.position();
    out.append(out.isEmpty() ? "" : "\n").append(name).append('\n');
  }

  private long number(String name) {
    int start = file.position();
    long value = readNumber();
    int length = file.position() - start;
    file.position(start);
    print(length, name, Long.toString(value));
    return value;
  }

  private long readNumber() {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = file.get();
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  /** Prints equal numbers of one byte each. */
  private void repeated(int count, String name) {
    byte value = file.get(file.position());
    for (int i = 0; i < count; i++) {
      if (file.get(file.position() + i) != value || value < 0) {
        throw new IllegalStateException("Not " + value + " at " + (file.position() + i));
      }
    }
    line(file.position() - base, String.format("%02x x %d", value, count), name + ": " + value);
    file.position(file.position() + count);
  }

  private void text(String name) {
    int start = file.position();
    int bytes = (int) readNumber();
    String value = quoted(bytes);
    int length = file.position() - start + bytes;
    file.position(start);
    print(length, name, value);
  }

  private void texts(String name) {
    long count = number(name + ": count");
    for (int i = 0; i < count; i++) {
      text(name + ", text " + i);
    }
  }

  private String quoted(int bytes) {
    byte[] utf8 = new byte[bytes];
    file.get(file.position(), utf8);
    String text = new String(utf8, StandardCharsets.UTF_8).replace("\n", "\\n");
    return '"' + CONTROL.matcher(text).replaceAll(each -> escaped(each.group())) + '"';
  }

  private static String escaped(String control) {
    return String.format("\\\\u%04x", (int) control.charAt(0));
  }

  private int int32(String name) {
    int value = file.getInt(file.position());
    print(4, name, Integer.toString(value));
    return value;
  }

  private void int64(String name) {
    print(8, name, Long.toString(file.getLong(file.position())));
  }

  private void float32(String name) {
    print(4, name, Float.toString(file.getFloat(file.position())));
  }

  private void hex32(String name) {
    print(4, name, String.format("%08x", file.getInt(file.position())));
  }

  private void ascii(int count, String name) {
    print(count, name, quoted(count));
  }

  private void raw(int count, String name) {
    print(count, name, "");
  }

  private void zeros(int count) {
    for (int i = 0; i < count; i++) {
      if (file.get(file.position() + i) != 0) {
        throw new IllegalStateException("Not zero at " + (file.position() + i));
      }
    }
    line(file.position() - base, "00 x " + count, "zero");
    file.position(file.position() + count);
  }

  private void print(int count, String name, String value) {
    byte[] bytes = new byte[count];
    int offset = file.position() - base;
    file.get(bytes);
    String meaning = value.isEmpty() ? name : name + ": " + value;
    line(offset, HexFormat.of().formatHex(bytes), meaning);
  }

  private void line(int offset, String bytes, String meaning) {
    out.append(offset + "  " + bytes + "  " + meaning + "\n");
  }
}
