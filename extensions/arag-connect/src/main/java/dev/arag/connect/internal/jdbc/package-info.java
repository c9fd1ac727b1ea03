/** Reads the rows of database queries. */
@NullMarked
package dev.arag.connect.internal.jdbc;

import org.jspecify.annotations.NullMarked;
