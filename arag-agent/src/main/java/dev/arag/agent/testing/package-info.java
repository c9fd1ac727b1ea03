/** A scripted chat model for tests. */
@NullMarked
package dev.arag.agent.testing;

import org.jspecify.annotations.NullMarked;
