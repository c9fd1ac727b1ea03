/** The file of derived texts in the directory of an index. */
@NullMarked
package dev.arag.index.internal.derived;

import org.jspecify.annotations.NullMarked;
