package dev.arag.tika;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.function.Predicate;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Writes zip archives. It can also write invalid ones, such as archives with false sizes or
 * duplicate names.
 */
public final class RawZip {
  /**
   * The compressed form of an empty part. Creating a compressor takes much longer than using it.
   */
  private static final byte[] NOTHING = {3, 0};

  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private final ByteArrayOutputStream directory = new ByteArrayOutputStream();
  private int count;

  public RawZip add(String name, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    byte[] packed = bytes.length == 0 ? NOTHING : deflate(bytes, Deflater.NO_FLUSH);
    return add(name, packed, crc(bytes), bytes.length);
  }

  /**
   * Adds a part with random text after its markup, so that the compression ratio stays below the
   * limit.
   */
  RawZip addNoisy(String name, String markup) {
    Random random = new Random(name.length());
    StringBuilder noise = new StringBuilder("<!--");
    for (int i = markup.length() / 40; i >= 0; i--) {
      noise.append((char) ('A' + random.nextInt(26)));
    }
    return add(name, markup + noise + "-->");
  }

  /**
   * Adds a part that repeats a text. It is compressed block by block, so that the whole text is
   * never in memory.
   */
  RawZip addRepeated(String name, String start, String part, int times, String end) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    packed.writeBytes(deflate(start.getBytes(StandardCharsets.UTF_8), Deflater.FULL_FLUSH));
    byte[] block = deflate(part.getBytes(StandardCharsets.UTF_8), Deflater.FULL_FLUSH);
    for (int i = 0; i < times; i++) {
      packed.writeBytes(block);
    }
    packed.writeBytes(deflate(end.getBytes(StandardCharsets.UTF_8), Deflater.NO_FLUSH));
    return add(name, packed.toByteArray(), 0, 1000);
  }

  RawZip add(String name, byte[] packed, long crc, long size) {
    byte[] path = name.getBytes(StandardCharsets.UTF_8);
    int at = body.size();
    body.writeBytes(header(0x04034B50, 30, false, path.length, packed.length, crc, size, 0));
    body.writeBytes(path);
    body.writeBytes(packed);
    directory.writeBytes(header(0x02014B50, 46, true, path.length, packed.length, crc, size, at));
    directory.writeBytes(path);
    count++;
    return this;
  }

  /**
   * Copies an archive and changes some of its markup parts: they get the declarations and a
   * reference to the entity {@code e}.
   *
   * @param which selects the parts to change by name
   */
  static byte[] prefixed(byte[] good, String declarations, Predicate<String> which)
      throws IOException {
    RawZip copy = new RawZip();
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(good))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        String text = new String(zip.readAllBytes(), StandardCharsets.UTF_8);
        boolean isPrefixed = text.startsWith("<") && which.test(entry.getName());
        copy.add(entry.getName(), isPrefixed ? prefixed(text, declarations) : text);
      }
    }
    return copy.bytes();
  }

  private static String prefixed(String markup, String declarations) {
    int start = markup.startsWith("<?xml") ? markup.indexOf("?>") + 2 : 0;
    String root = markup.substring(start).replaceFirst("</", "&e;</");
    return "<?xml version=\"1.0\"?>" + declarations + root;
  }

  private static byte[] header(
      int mark, int length, boolean central, int path, int packed, long crc, long size, int at) {
    ByteBuffer header = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    header.putInt(mark);
    if (central) {
      header.putShort((short) 20);
    }
    header.putShort((short) 20).putShort((short) 0x800).putShort((short) 8).putInt(0);
    header.putInt((int) crc).putInt(packed).putInt((int) size).putShort((short) path);
    if (central) {
      header.putInt(42, at);
    }
    return header.array();
  }

  public byte[] bytes() {
    ByteBuffer end = ByteBuffer.allocate(22).order(ByteOrder.LITTLE_ENDIAN);
    end.putInt(0x06054B50).putInt(0).putShort((short) count).putShort((short) count);
    end.putInt(directory.size()).putInt(body.size());
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(body.toByteArray());
    all.writeBytes(directory.toByteArray());
    all.writeBytes(end.array());
    return all.toByteArray();
  }

  private static long crc(byte[] bytes) {
    CRC32 sum = new CRC32();
    sum.update(bytes);
    return sum.getValue();
  }

  private static byte[] deflate(byte[] bytes, int flush) {
    Deflater deflater = new Deflater(9, true);
    try {
      deflater.setInput(bytes);
      if (flush == Deflater.NO_FLUSH) {
        deflater.finish();
      }
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] buffer = new byte[64 * 1024];
      for (int n = deflater.deflate(buffer, 0, buffer.length, flush);
          n > 0;
          n = deflater.deflate(buffer, 0, buffer.length, flush)) {
        out.write(buffer, 0, n);
      }
      return out.toByteArray();
    } finally {
      deflater.end();
    }
  }
}
