/**
 * The configuration set that collections need, and the comparison of its schema with that of an
 * existing collection. This package sends no requests.
 */
@NullMarked
package dev.arag.solr.internal.setup;

import org.jspecify.annotations.NullMarked;
