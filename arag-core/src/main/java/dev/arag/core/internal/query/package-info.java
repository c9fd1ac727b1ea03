/** Keywords in a text that a person wrote, and the fusion of rankings. */
@NullMarked
package dev.arag.core.internal.query;

import org.jspecify.annotations.NullMarked;
