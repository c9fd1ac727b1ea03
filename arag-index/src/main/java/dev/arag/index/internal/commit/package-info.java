/**
 * What an index holds: the manifest, the segments it lists, how a new state is published, and what
 * is left behind and may go. It decides nothing about documents.
 */
@NullMarked
package dev.arag.index.internal.commit;

import org.jspecify.annotations.NullMarked;
