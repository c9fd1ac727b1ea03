package dev.arag.solr.internal.query;

/**
 * A query that can be an operand of another query.
 *
 * @param text the query, in the syntax of the Lucene query parser
 * @param leaves the number of queries in it that Lucene counts towards its limit
 */
record FilterClause(String text, int leaves) {
  /** Returns a query without operands. */
  static FilterClause leaf(String text) {
    return new FilterClause(text, 1);
  }
}
