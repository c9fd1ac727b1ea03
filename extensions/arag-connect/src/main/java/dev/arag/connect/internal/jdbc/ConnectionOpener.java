package dev.arag.connect.internal.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** Opens a connection to a database. */
@FunctionalInterface
public interface ConnectionOpener {
  Connection open() throws SQLException;
}
