/**
 * Searches: translates queries and scopes, and computes exact hits from what the server returns.
 */
@NullMarked
package dev.arag.solr.internal.query;

import org.jspecify.annotations.NullMarked;
