package dev.arag.connect.internal.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The columns of a query, and the statements that read parts of it. */
final class QueryColumns {
  static final String ID = "id";
  static final String TEXT = "text";
  static final String UPDATED_AT = "updated_at";
  private static final String FILE_NAME = "file_name";
  private static final String READABLE_BY = "readable_by";

  private static final Set<Integer> BINARY =
      Set.of(Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB);

  /** The columns as the database writes them, by their names in lower case. */
  private final Map<String, String> labels = new LinkedHashMap<>();

  private final Map<String, String> metadata = new LinkedHashMap<>();
  private final String from;
  private final String quote;
  private boolean isBinary;

  private QueryColumns(String query, String quote) {
    // Oracle does not allow AS before the name of a subquery.
    this.from = " from (" + query.strip().replaceAll(";$", "") + ") arag_rows";
    this.quote = quote.isBlank() ? "" : quote;
  }

  /**
   * Asks the database for the columns of a query, without its rows.
   *
   * @throws IllegalArgumentException if a column is missing
   */
  static QueryColumns of(Connection connection, String query) throws SQLException {
    QueryColumns columns =
        new QueryColumns(query, connection.getMetaData().getIdentifierQuoteString());
    try (PreparedStatement statement =
            connection.prepareStatement("select *" + columns.from + " where 1 = 0");
        ResultSet result = statement.executeQuery()) {
      columns.read(result.getMetaData());
    }
    return columns;
  }

  private void read(ResultSetMetaData row) throws SQLException {
    for (int i = 1; i <= row.getColumnCount(); i++) {
      String label = row.getColumnLabel(i);
      String name = label.toLowerCase(Locale.ROOT);
      labels.put(name, label);
      isBinary |= name.equals(TEXT) && BINARY.contains(row.getColumnType(i));
    }
    for (String required : new String[] {ID, TEXT, UPDATED_AT}) {
      if (!labels.containsKey(required)) {
        throw new IllegalArgumentException(
            "The query returns no column %s, only %s. Rename a column with AS."
                .formatted(required, String.join(", ", labels.keySet())));
      }
    }
    metadata.putAll(labels);
    metadata.keySet().removeAll(Set.of(ID, TEXT, UPDATED_AT, FILE_NAME, READABLE_BY));
  }

  String listStatement() {
    return labels.keySet().stream()
        .filter(name -> !name.equals(TEXT))
        .map(this::quoted)
        .collect(Collectors.joining(", ", "select ", from));
  }

  String readStatement() {
    return Stream.of(UPDATED_AT, TEXT)
            .map(this::quoted)
            .collect(Collectors.joining(", ", "select ", from))
        + " where "
        + quoted(ID)
        + " = ?";
  }

  private String quoted(String name) {
    String label = labels.getOrDefault(name, name);
    return quote + label.replace(quote, quote + quote) + quote;
  }

  /** The labels of the columns that are metadata, by their keys. */
  Map<String, String> metadata() {
    return metadata;
  }

  boolean isBinary() {
    return isBinary;
  }

  @Nullable String fileName(ResultSet row) throws SQLException {
    return labels.containsKey(FILE_NAME) ? row.getString(FILE_NAME) : null;
  }

  @Nullable String readableBy(ResultSet row) throws SQLException {
    return labels.containsKey(READABLE_BY) ? row.getString(READABLE_BY) : null;
  }
}
