/**
 * The one seam to the disk: names, bytes, durability. It knows nothing of what the bytes mean, and
 * nothing else in the index touches a file of its directory.
 */
@NullMarked
package dev.arag.index.internal.store;

import org.jspecify.annotations.NullMarked;
