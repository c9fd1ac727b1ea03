/**
 * The tools of the server: their arguments and the text of their results. This package depends on
 * neither the protocol nor the SDK.
 */
@NullMarked
package dev.arag.mcp.internal.tool;

import org.jspecify.annotations.NullMarked;
