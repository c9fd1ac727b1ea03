package dev.arag.connect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;

/** A table of a database in memory. */
final class JdbcStore implements TestStore {
  private final JdbcDataSource database = new JdbcDataSource();
  private final Connection connection;
  private int changes;

  JdbcStore() throws SQLException {
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID());
    connection = database.getConnection();
    connection
        .createStatement()
        .execute("create table article (path varchar primary key, body clob, version int)");
  }

  @Override
  public void put(String path, String text) throws SQLException {
    execute("merge into article key (path) values (?, ?, ?)", path, text, ++changes);
  }

  @Override
  public void delete(String path) throws SQLException {
    execute("delete from article where path = ?", path);
  }

  void execute(String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      statement.execute();
    }
  }

  @Override
  public JdbcConnector connector() {
    return connector("select path as id, body as text, version as updated_at from article;");
  }

  JdbcConnector connector(String query) {
    return JdbcConnector.of("articles", database, query);
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
