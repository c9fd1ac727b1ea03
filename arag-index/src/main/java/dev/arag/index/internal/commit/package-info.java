/**
 * Commits of an index: the manifest, its segments, transactions, write access and verification.
 * Does not decide which documents change.
 */
@NullMarked
package dev.arag.index.internal.commit;

import org.jspecify.annotations.NullMarked;
