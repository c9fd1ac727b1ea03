/**
 * Text to vectors: the port every encoder implements and the vector it returns. No model lives
 * here, only a hashing stand-in for tests.
 */
@NullMarked
package dev.arag.core.embed;

import org.jspecify.annotations.NullMarked;
