/** The problems that an embedder has with documents, and the sentences that report them. */
@NullMarked
package dev.arag.index.internal.diagnostics;

import org.jspecify.annotations.NullMarked;
