/**
 * The configuration set of a collection and the comparison of its schema with that of a collection.
 * This package sends no requests.
 */
@NullMarked
package dev.arag.solr.internal.setup;

import org.jspecify.annotations.NullMarked;
