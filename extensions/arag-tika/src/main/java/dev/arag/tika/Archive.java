package dev.arag.tika;

import dev.arag.core.internal.string.Truncation;
import dev.arag.index.ingest.IngestLimits;
import dev.arag.index.ingest.UnreadableSourceException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.commons.compress.utils.SeekableInMemoryByteChannel;
import org.jspecify.annotations.Nullable;

/**
 * A zip archive in memory that has been unpacked once, into nothing, before anybody reads it: what
 * its directory says of sizes is not believed. So whatever reads it later can do so without limits
 * of its own.
 */
final class Archive implements Closeable {
  private static final int MAX_PARTS = 10_000;

  /** The longest name in a message, in UTF-16 units. */
  private static final int MAX_SHOWN_NAME = 100;

  /** By chance the four bytes that mark a part also stand in packed data, but not this often. */
  private static final int MAX_MARKS = 2 * MAX_PARTS;

  /** Small archives may hold white space or zeros at any ratio. */
  private static final long FREE_BYTES = 1_000_000;

  private static final int MAX_RATIO = 100;

  /** Parts that become trees in memory, several times their size. */
  private static final long MAX_TREE_BYTES = 8_000_000;

  /** Large parts of markup that are read as a stream. */
  private static final Pattern STREAMED =
      Pattern.compile(
          "word/[a-z]*document\\d*\\.xml|xl/sharedStrings\\.xml|xl/worksheets/[^/]*"
              + "|ppt/(slides|notesSlides)/[^/]*|content\\.xml|.*\\.x?html?",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern UNSAFE =
      Pattern.compile("/.*|[A-Za-z]:.*|(.*[/\\\\])?\\.\\.([/\\\\].*)?|.*\u0000.*", Pattern.DOTALL);

  private final ZipFile zip;

  private Archive(ZipFile zip) {
    this.zip = zip;
  }

  /**
   * @throws UnreadableSourceException if it is damaged, unsafe or too much
   */
  static Archive open(byte[] bytes, IngestLimits limits) throws IOException {
    requireFewMarks(bytes);
    ZipFile zip = directory(bytes);
    try {
      checkNames(zip);
      checkSizes(zip, Math.min(maxUnpacked(limits), ratioBound(bytes.length)));
      return new Archive(zip);
    } catch (IOException | RuntimeException e) {
      zip.close();
      throw e;
    }
  }

  private static ZipFile directory(byte[] bytes) {
    try {
      return ZipFile.builder()
          .setSeekableByteChannel(new SeekableInMemoryByteChannel(bytes))
          .setCharset(StandardCharsets.UTF_8)
          .get();
    } catch (IOException e) {
      throw new UnreadableSourceException(
          "its content is damaged: it is cut off, or no zip archive", e);
    }
  }

  /** How much an archive may unpack to, in bytes. */
  static long maxUnpacked(IngestLimits limits) {
    return Math.max(FREE_BYTES, 10L * limits.textLength());
  }

  private static long ratioBound(long packed) {
    return Math.max(FREE_BYTES, MAX_RATIO * packed);
  }

  /** Before its directory becomes objects, a hundred times its size. */
  private static void requireFewMarks(byte[] bytes) {
    int marks = 0;
    for (int i = 0; i + 3 < bytes.length; i++) {
      boolean isMark =
          bytes[i] == 'P' && bytes[i + 1] == 'K' && bytes[i + 2] == 1 && bytes[i + 3] == 2;
      marks += isMark ? 1 : 0;
    }
    if (marks > MAX_MARKS) {
      throw tooManyParts();
    }
  }

  private static UnreadableSourceException tooManyParts() {
    return new UnreadableSourceException("it has more than " + MAX_PARTS + " parts; split it");
  }

  private static void checkNames(ZipFile zip) {
    Set<String> names = new HashSet<>();
    for (ZipArchiveEntry entry : Collections.list(zip.getEntries())) {
      String name = entry.getName();
      if (UNSAFE.matcher(name).matches()) {
        throw new UnreadableSourceException("the name of a part leads out of it: " + shown(name));
      }
      if (!names.add(name)) {
        throw new UnreadableSourceException("two of its parts have one name: " + shown(name));
      }
    }
    if (names.size() > MAX_PARTS) {
      throw tooManyParts();
    }
  }

  private static String shown(String name) {
    return Truncation.prefix(name.replaceAll("\\p{Cntrl}", "?"), MAX_SHOWN_NAME);
  }

  private static void checkSizes(ZipFile zip, long allowed) throws IOException {
    byte[] buffer = new byte[64 * 1024];
    long left = allowed;
    for (ZipArchiveEntry entry : Collections.list(zip.getEntries())) {
      if (!zip.canReadEntryData(entry)) {
        throw entry.getGeneralPurposeBit().usesEncryption()
            ? ParseFailures.protectedByPassword()
            : new UnreadableSourceException("it is packed in a way that is not read here");
      }
      left -= unpack(zip, entry, Math.min(left, bound(entry)), buffer);
    }
  }

  private static long bound(ZipArchiveEntry entry) {
    String name = entry.getName();
    boolean isTree =
        (name.endsWith(".xml") || name.endsWith(".rels")) && !STREAMED.matcher(name).matches();
    long byRatio = ratioBound(Math.max(0, entry.getCompressedSize()));
    return isTree ? Math.min(MAX_TREE_BYTES, byRatio) : byRatio;
  }

  private static long unpack(ZipFile zip, ZipArchiveEntry entry, long bound, byte[] buffer)
      throws IOException {
    CRC32 sum = new CRC32();
    long length = 0;
    try (InputStream in = zip.getInputStream(entry)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        ParseFailures.stopIfInterrupted();
        length += read;
        if (length > bound) {
          throw new UnreadableSourceException(
              "it unpacks to too much (" + shown(entry.getName()) + "); it may be a zip bomb");
        }
        sum.update(buffer, 0, read);
      }
    }
    if (entry.getCrc() >= 0 && entry.getCrc() != sum.getValue()) {
      throw new UnreadableSourceException(
          "its content is damaged: wrong checksum of " + shown(entry.getName()));
    }
    return length;
  }

  /** Each part can be read as often as wanted. */
  ZipFile zip() {
    return zip;
  }

  boolean has(String name) {
    return zip.getEntry(name) != null;
  }

  /**
   * The bytes of one part, null if there is none.
   *
   * @param limits what is longer than a file may be is refused
   */
  byte @Nullable [] part(String name, IngestLimits limits) throws IOException {
    ZipArchiveEntry entry = zip.getEntry(name);
    if (entry == null) {
      return null;
    }
    try (InputStream in = zip.getInputStream(entry)) {
      return limits.read(in);
    }
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }
}
