/** Tool calls that a model wrote as text because its server did not parse them. */
@NullMarked
package dev.arag.agent.internal.toolcall;

import org.jspecify.annotations.NullMarked;
