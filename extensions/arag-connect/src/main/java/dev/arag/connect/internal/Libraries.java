package dev.arag.connect.internal;

import dev.arag.connect.spi.Listing;
import dev.arag.index.source.RemoteSourceException;
import java.io.IOException;

/** Reports a missing optional library. */
public final class Libraries {
  private Libraries() {}

  /**
   * Opens a listing.
   *
   * @param artifacts the Maven coordinates of the libraries that the listing needs
   */
  public static Listing require(String artifacts, ConnectorEntries.Opener opener)
      throws IOException, InterruptedException {
    try {
      return opener.open();
    } catch (NoClassDefFoundError e) {
      throw new RemoteSourceException(
          "A class of this connector is missing: %s. Add %s to the class path."
              .formatted(e.getMessage(), artifacts),
          false,
          e);
    }
  }
}
