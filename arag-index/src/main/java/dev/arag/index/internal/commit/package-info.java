/**
 * Commits of an index: the manifest, its segments, transactions, write access and verification. It
 * does not decide which documents change.
 */
@NullMarked
package dev.arag.index.internal.commit;

import org.jspecify.annotations.NullMarked;
