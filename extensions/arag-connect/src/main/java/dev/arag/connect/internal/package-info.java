/** Passes the documents of any connector to a sync. Knows no particular store. */
@NullMarked
package dev.arag.connect.internal;

import org.jspecify.annotations.NullMarked;
