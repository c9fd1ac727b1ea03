package dev.arag.connect;

import static java.util.Objects.requireNonNull;

import dev.arag.connect.internal.jdbc.ConnectionOpener;
import dev.arag.connect.internal.jdbc.JdbcListing;
import dev.arag.connect.spi.Listing;
import java.sql.DriverManager;
import java.util.Properties;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a database query, each of which is a document. The query returns these columns, in
 * upper or lower case:
 *
 * <ul>
 *   <li>{@code id} identifies the row
 *   <li>{@code text} is the text, or the bytes of a file
 *   <li>{@code updated_at} changes whenever the row changes: a time, a version number or a hash
 *   <li>{@code file_name} selects the parser by its extension, optional. Default: plain text
 *   <li>{@code readable_by} lists who may read the row, separated by commas, optional
 *   <li>all other columns are metadata, under their name in lower case
 * </ul>
 *
 * <p>A sync reads all rows without their texts into memory first, and then the texts of new and
 * changed rows, one by one. The query is used as a subquery, so it must be a single {@code SELECT}.
 * A database user that may only read is sufficient. A time limit of 5 minutes applies to each
 * statement if the driver supports it. Immutable.
 */
public final class JdbcConnector implements Connector {
  private final String name;
  private final ConnectionOpener connections;
  private final String query;

  private JdbcConnector(String name, ConnectionOpener connections, String query) {
    if (requireNonNull(name, "name").isBlank()) {
      throw new IllegalArgumentException("The name of the source must not be blank.");
    }
    this.name = name;
    this.connections = connections;
    this.query = requireNonNull(query, "query");
  }

  /**
   * Returns a connector for a query.
   *
   * @param name the name of the source, which identifies it in an index
   */
  public static JdbcConnector of(String name, DataSource database, String query) {
    requireNonNull(database, "database");
    return new JdbcConnector(name, database::getConnection, query);
  }

  /**
   * Returns a connector for a query, with a driver of {@link DriverManager}.
   *
   * @param name the name of the source, which identifies it in an index
   * @param url the address of the database, such as {@code jdbc:postgresql://host/database}; it is
   *     never stored or shown
   * @param user null if the address contains the user or none is needed
   * @param password null if there is none
   */
  public static JdbcConnector of(
      String name, String url, @Nullable String user, @Nullable String password, String query) {
    requireNonNull(url, "url");
    Properties properties = new Properties();
    if (user != null) {
      properties.setProperty("user", user);
    }
    if (password != null) {
      properties.setProperty("password", password);
    }
    return new JdbcConnector(name, () -> DriverManager.getConnection(url, properties), query);
  }

  @Override
  public String name() {
    return name;
  }

  /** Returns null: the name identifies the source. */
  @Override
  public @Nullable String location() {
    return null;
  }

  @Override
  public Listing list() {
    return JdbcListing.open(name, connections, query);
  }

  @Override
  public String toString() {
    return "jdbc " + name;
  }
}
