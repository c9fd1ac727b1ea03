/** Tables and hidden elements of web pages. This package never writes text. */
@NullMarked
package dev.arag.index.internal.html;

import org.jspecify.annotations.NullMarked;
