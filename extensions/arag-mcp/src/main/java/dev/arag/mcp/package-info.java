/**
 * Serves the retrieval tools, and optionally an agent, to desktop assistants and other hosts of the
 * Model Context Protocol. {@code McpStdio} and {@code McpHttp} are complete servers, for the
 * versions of the protocol that begin with {@code initialize} and for the later version 2026-07-28
 * without sessions. {@code McpTools} also creates specifications for servers of the MCP SDK for
 * Java. No tool of this package changes data.
 */
@NullMarked
package dev.arag.mcp;

import org.jspecify.annotations.NullMarked;
