package dev.arag.connect;

import dev.arag.connect.spi.Entry;
import dev.arag.connect.spi.Listing;
import dev.arag.index.source.RemoteSourceException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Counts what a sync reads from another connector, and fails as planned. */
final class FaultyConnector implements Connector {
  enum Fault {
    DOCUMENT,
    STORE,
    LISTING,
    KILLED
  }

  /** Ends a sync like the end of its process: what was not committed is lost. */
  static final class KilledError extends Error {}

  private final Connector connector;
  private final Set<Integer> badDocuments;
  private final @Nullable Fault fault;
  private final int faultAt;

  /** The paths that were read, and that could not be read. */
  final List<String> read = new ArrayList<>();

  final Set<String> failed = new HashSet<>();

  /**
   * @param badDocuments the numbers of the documents that cannot be read, in the order of reading
   * @param fault what ends the sync; null if nothing does
   * @param faultAt the number of documents to read or to list before
   */
  FaultyConnector(
      Connector connector, Set<Integer> badDocuments, @Nullable Fault fault, int faultAt) {
    this.connector = connector;
    this.badDocuments = badDocuments;
    this.fault = fault;
    this.faultAt = faultAt;
  }

  @Override
  public String name() {
    return connector.name();
  }

  @Override
  public @Nullable String location() {
    return connector.location();
  }

  @Override
  public Listing list() throws IOException, InterruptedException {
    Listing listing = connector.list();
    return new Listing() {
      private int listed;

      @Override
      public Optional<Entry> next() throws IOException, InterruptedException {
        if (fault == Fault.LISTING && listed++ == faultAt) {
          throw new IOException("the listing was cut");
        }
        return listing.next();
      }

      @Override
      public Content read(Entry entry) throws IOException, InterruptedException {
        if (fault == Fault.STORE && read.size() == faultAt) {
          throw new RemoteSourceException("The store is down.", true, null);
        }
        if (fault == Fault.KILLED && read.size() == faultAt) {
          throw new KilledError();
        }
        read.add(entry.path());
        if (badDocuments.contains(read.size())) {
          failed.add(entry.path());
          throw new IOException("the document is bad");
        }
        return listing.read(entry);
      }

      @Override
      public void close() {
        listing.close();
      }
    };
  }
}
