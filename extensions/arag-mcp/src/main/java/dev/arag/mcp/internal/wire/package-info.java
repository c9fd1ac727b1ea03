/**
 * The transports of the Model Context Protocol: JSON-RPC messages over standard input and output,
 * and HTTP. Versions of the protocol before 2026-07-28 begin with {@code initialize}; the present
 * one has {@code server/discover} and repeats the version in each request. The server supports both
 * and stores nothing between requests. Tools reach this package as specifications of the SDK, so
 * that a later SDK with transports for both can replace it.
 */
@NullMarked
package dev.arag.mcp.internal.wire;

import org.jspecify.annotations.NullMarked;
