/** Reads Git repositories with JGit. */
@NullMarked
package dev.arag.connect.internal.git;

import org.jspecify.annotations.NullMarked;
