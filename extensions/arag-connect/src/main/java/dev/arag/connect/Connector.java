package dev.arag.connect;

import dev.arag.connect.internal.ConnectorEntries;
import dev.arag.connect.spi.Listing;
import dev.arag.index.source.FileIngest;
import dev.arag.index.source.RemoteSource;
import dev.arag.index.source.RemoteSourceException;
import dev.arag.index.spi.SourceEntries;
import java.io.IOException;
import java.util.function.UnaryOperator;

/**
 * A store whose documents a sync reads one by one, if their revision has changed. The revision is
 * stored with each document, so an interrupted sync does not read again what it has committed. A
 * document that cannot be read is reported as skipped, with its reason; the index keeps its last
 * version, and the next sync reads it again.
 *
 * <p>Each document is read with the first parser of the {@link dev.arag.index.source.Source} that
 * accepts its file name. Record formats, which create several documents from a file, are not
 * supported. Reading a document may take 5 minutes, in addition to {@link
 * dev.arag.index.spi.IngestLimits#parseTime}. Its content is kept in a temporary file meanwhile.
 */
public interface Connector extends RemoteSource {
  /**
   * Starts to list the documents of the store, in any order.
   *
   * @throws RemoteSourceException if the store cannot be reached, or rejects the credentials
   * @throws IOException if the store cannot be listed for another reason
   */
  Listing list() throws IOException, InterruptedException;

  @Override
  default SourceEntries open(String name, UnaryOperator<FileIngest> options) {
    return new ConnectorEntries(name, this::list, options, System::nanoTime);
  }
}
