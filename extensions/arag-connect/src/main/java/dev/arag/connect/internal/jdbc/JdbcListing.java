package dev.arag.connect.internal.jdbc;

import dev.arag.connect.spi.Entry;
import dev.arag.connect.spi.Listing;
import dev.arag.index.source.RemoteSourceException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The rows of a query, without their texts. */
public final class JdbcListing implements Listing {
  private static final int TIMEOUT_SECONDS = 300;
  private static final String DEFAULT_FILE_NAME = "row.txt";

  private final Connection connection;
  private final QueryColumns columns;
  private final Deque<Row> rows = new ArrayDeque<>();
  private @Nullable Object currentId;

  /**
   * @param id the value of the column, which a statement can compare with it
   */
  private record Row(@Nullable Object id, Entry entry) {}

  private JdbcListing(Connection connection, String query) throws SQLException {
    this.connection = connection;
    this.columns = QueryColumns.of(connection, query);
    try (PreparedStatement statement = prepare(columns.listStatement());
        ResultSet result = statement.executeQuery()) {
      while (result.next()) {
        rows.add(row(result));
      }
    }
  }

  public static Listing open(String name, ConnectionOpener connections, String query) {
    Connection connection = connect(name, connections);
    try {
      return new JdbcListing(connection, query);
    } catch (SQLException e) {
      close(connection);
      throw newException(name, String.valueOf(e.getMessage()), e, true);
    } catch (RuntimeException e) {
      close(connection);
      throw e;
    }
  }

  /** Does not use messages of the driver, because some repeat the address with its password. */
  private static Connection connect(String name, ConnectionOpener connections) {
    try {
      return connections.open();
    } catch (SQLException e) {
      boolean isDenied = String.valueOf(e.getSQLState()).startsWith("28");
      String reason =
          isDenied
              ? "the database rejects the user name or password"
              : "there is no connection; check the address, and that the class path has the driver";
      throw newException(name, reason, e, !isDenied);
    }
  }

  /** The exception has no cause, for the same reason. */
  private static RemoteSourceException newException(
      String name, String reason, SQLException e, boolean isRetriable) {
    return new RemoteSourceException(
        "The rows of %s cannot be read: %s (SQL state %s, error %s)."
            .formatted(name, reason, e.getSQLState(), e.getErrorCode()),
        isRetriable,
        null);
  }

  private PreparedStatement prepare(String sql) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    statement.setQueryTimeout(TIMEOUT_SECONDS);
    return statement;
  }

  private Row row(ResultSet result) throws SQLException {
    Object id = result.getObject(QueryColumns.ID);
    String revision = result.getString(QueryColumns.UPDATED_AT);
    if (id == null) {
      return new Row(null, Entry.unreadable("", "a row has no id"));
    }
    String path = String.valueOf(result.getString(QueryColumns.ID));
    if (revision == null) {
      return new Row(id, Entry.unreadable(path, "its column updated_at is null"));
    }
    String fileName = columns.fileName(result);
    return new Row(
        id,
        new Entry(
            path,
            fileName == null ? DEFAULT_FILE_NAME : fileName,
            revision,
            metadata(result),
            principals(result),
            null));
  }

  private Map<String, Object> metadata(ResultSet result) throws SQLException {
    Map<String, Object> metadata = new LinkedHashMap<>();
    for (Map.Entry<String, String> column : columns.metadata().entrySet()) {
      Object value = result.getObject(column.getValue());
      if (value instanceof Number || value instanceof Boolean) {
        metadata.put(column.getKey(), value);
      } else if (value != null) {
        metadata.put(column.getKey(), String.valueOf(result.getString(column.getValue())));
      }
    }
    return metadata;
  }

  private Set<String> principals(ResultSet result) throws SQLException {
    String names = columns.readableBy(result);
    return names == null
        ? Set.of()
        : Stream.of(names.split(","))
            .map(String::strip)
            .filter(name -> !name.isEmpty())
            .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public Optional<Entry> next() {
    Row row = rows.poll();
    currentId = row == null ? null : row.id();
    return Optional.ofNullable(row).map(Row::entry);
  }

  @Override
  public Content read(Entry entry) throws IOException {
    try (PreparedStatement statement = prepare(columns.readStatement())) {
      statement.setObject(1, currentId);
      try (ResultSet result = statement.executeQuery()) {
        return content(entry, result);
      }
    } catch (SQLException e) {
      requireConnection(e);
      throw new IOException("the database cannot read it: " + e.getMessage());
    }
  }

  private Content content(Entry entry, ResultSet result) throws SQLException, IOException {
    if (!result.next()) {
      throw new IOException("it was deleted while it was being read");
    }
    if (!entry.revision().equals(result.getString(QueryColumns.UPDATED_AT))) {
      throw new IOException("it changed while it was being read; the next sync reads it");
    }
    byte[] bytes;
    if (columns.isBinary()) {
      bytes = result.getBytes(QueryColumns.TEXT);
    } else {
      String text = result.getString(QueryColumns.TEXT);
      bytes = text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }
    if (bytes == null) {
      throw new IOException("its column text is null");
    }
    return new Content(new ByteArrayInputStream(bytes), entry.fileName());
  }

  private void requireConnection(SQLException e) {
    boolean isValid;
    try {
      isValid = connection.isValid(5);
    } catch (SQLException failure) {
      isValid = false;
    }
    if (!isValid) {
      throw new RemoteSourceException(
          "The database closed the connection (SQL state %s). Sync again to continue."
              .formatted(e.getSQLState()),
          true,
          null);
    }
  }

  @Override
  public void close() {
    close(connection);
  }

  private static void close(@Nullable Connection connection) {
    try {
      if (connection != null) {
        connection.close();
      }
    } catch (SQLException e) {
      // The connection was only read from.
    }
  }
}
