package dev.arag.tika.internal.zip;

import dev.arag.core.internal.string.Truncation;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.UnreadableSourceException;
import dev.arag.tika.internal.text.ParseFailures;
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
 * A zip archive in memory. The sizes that its directory declares are not trusted, so opening the
 * archive decompresses every part once to check the real size. Code that reads the parts later does
 * not have to check sizes again.
 */
final class Archive implements Closeable {
  private static final int MAX_PARTS = 10_000;

  /** The maximum length of a part name in a message, in UTF-16 units. */
  private static final int MAX_SHOWN_NAME = 100;

  /**
   * The maximum number of occurrences of the four-byte signature of a directory entry. The
   * signature may also occur in compressed data by chance, but not this often.
   */
  private static final int MAX_MARKS = 2 * MAX_PARTS;

  /** Up to this decompressed size in bytes, any compression ratio is allowed. */
  private static final long FREE_BYTES = 1_000_000;

  private static final int MAX_RATIO = 100;

  /**
   * The maximum size of a part that is parsed into a tree. The tree needs several times the size of
   * the part.
   */
  private static final long MAX_TREE_BYTES = 8_000_000;

  /** The names of markup parts that are parsed as a stream, so that they may be large. */
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
   * @throws UnreadableSourceException if the archive is corrupt, unsafe or too large
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
          "its content is damaged: it is truncated or not a zip archive", e);
    }
  }

  /** Returns the maximum decompressed size of an archive, in bytes. */
  static long maxUnpacked(IngestLimits limits) {
    return Math.max(FREE_BYTES, 10L * limits.textLength());
  }

  private static long ratioBound(long packed) {
    return Math.max(FREE_BYTES, MAX_RATIO * packed);
  }

  /**
   * Counts the directory entries before the directory is parsed, because the parsed objects need a
   * hundred times its size in memory.
   */
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
    return new UnreadableSourceException(
        "it has more than " + MAX_PARTS + " parts; split the file");
  }

  private static void checkNames(ZipFile zip) {
    Set<String> names = new HashSet<>();
    for (ZipArchiveEntry entry : Collections.list(zip.getEntries())) {
      String name = entry.getName();
      if (UNSAFE.matcher(name).matches()) {
        throw new UnreadableSourceException(
            "it contains an entry whose path is outside of the archive: " + shorten(name));
      }
      if (!names.add(name)) {
        throw new UnreadableSourceException(
            "two of its entries have the same name: " + shorten(name));
      }
    }
    if (names.size() > MAX_PARTS) {
      throw tooManyParts();
    }
  }

  private static String shorten(String name) {
    return Truncation.prefix(name.replaceAll("[\\v\\p{Cc}]", "?"), MAX_SHOWN_NAME);
  }

  private static void checkSizes(ZipFile zip, long allowed) throws IOException {
    byte[] buffer = new byte[64 * 1024];
    long left = allowed;
    for (ZipArchiveEntry entry : Collections.list(zip.getEntries())) {
      if (!zip.canReadEntryData(entry)) {
        throw entry.getGeneralPurposeBit().usesEncryption()
            ? ParseFailures.protectedByPassword()
            : new UnreadableSourceException(
                "its compression method is not supported; save it again");
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
              "the decompressed size of its entry "
                  + shorten(entry.getName())
                  + " exceeds the limit of "
                  + bound
                  + " bytes; it may be a zip bomb");
        }
        sum.update(buffer, 0, read);
      }
    }
    // Also if only an image is damaged: incomplete text without a warning would be worse.
    if (entry.getCrc() >= 0 && entry.getCrc() != sum.getValue()) {
      throw new UnreadableSourceException(
          "its content is damaged: wrong checksum of " + shorten(entry.getName()));
    }
    return length;
  }

  /** Returns the open archive. Each part can be read any number of times. */
  ZipFile zip() {
    return zip;
  }

  boolean has(String name) {
    return zip.getEntry(name) != null;
  }

  /**
   * Returns the bytes of one part, or null if the archive has no part with this name.
   *
   * @param limits a part longer than the file limit is rejected
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
