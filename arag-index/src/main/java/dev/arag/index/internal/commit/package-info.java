/**
 * Commits of an index, including the manifest, segments, transactions, write access, and
 * verification. Other packages decide which documents are added, changed or deleted.
 */
@NullMarked
package dev.arag.index.internal.commit;

import org.jspecify.annotations.NullMarked;
