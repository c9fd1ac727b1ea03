/**
 * The wire of the Model Context Protocol: JSON-RPC messages, both eras of the protocol, standard
 * input and output, and HTTP. The era before 2026-07-28 begins with {@code initialize}; the present
 * one has {@code server/discover} and repeats the version in each request. The server stores
 * nothing between requests in either era. Tools reach this package as specifications of the SDK, so
 * that a later SDK with transports for both eras can replace it.
 */
@NullMarked
package dev.arag.mcp.internal.wire;

import org.jspecify.annotations.NullMarked;
