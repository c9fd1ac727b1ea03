package dev.arag.tika.internal.zip;

import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.UnreadableSourceException;
import dev.arag.tika.internal.text.ParseFailures;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.poi.openxml4j.util.ZipFileZipEntrySource;

/**
 * The parts of an archive. Reading stops when the thread is interrupted. Every read counts against
 * a limit, because a hundred thousand sheets may refer to the same part.
 */
final class OfficeParts extends ZipFileZipEntrySource {
  /** The number of bytes that opening a part counts as. */
  private static final long OPENING = 100_000;

  private final Archive archive;
  private long left;

  OfficeParts(Archive archive, IngestLimits limits) {
    super(archive.zip());
    this.archive = archive;
    this.left = 3 * Archive.maxUnpacked(limits);
  }

  @Override
  public InputStream getInputStream(ZipArchiveEntry entry) throws IOException {
    spend(OPENING);
    return new FilterInputStream(archive.zip().getInputStream(entry)) {
      @Override
      public int read() throws IOException {
        spend(1);
        return super.read();
      }

      @Override
      public int read(byte[] bytes, int from, int length) throws IOException {
        ParseFailures.stopIfInterrupted();
        int read = super.read(bytes, from, length);
        spend(Math.max(0, read));
        return read;
      }
    };
  }

  private void spend(long bytes) {
    left -= bytes;
    if (left < 0) {
      throw new UnreadableSourceException(
          "it contains too many references between its parts; split the file");
    }
  }
}
