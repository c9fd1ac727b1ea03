/** The prompt of the judge, the verdict in its reply, and the file of its replies. */
@NullMarked
package dev.arag.evaluation.internal.judge;

import org.jspecify.annotations.NullMarked;
