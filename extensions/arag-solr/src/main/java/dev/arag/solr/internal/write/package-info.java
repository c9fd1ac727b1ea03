/**
 * Writes a collection: leases, change detection, batches, publishing and purging. This package does
 * not define the layout of the collection.
 */
@NullMarked
package dev.arag.solr.internal.write;

import org.jspecify.annotations.NullMarked;
