/** Results of the {@code arag} command, as text for users and as JSON objects. */
@NullMarked
package dev.arag.cli.internal.report;

import org.jspecify.annotations.NullMarked;
