/**
 * An HTTP server on the loopback interface for the page and for MCP: the checks of Host and Origin,
 * and the limits of requests and of slow clients. It does not know what is served.
 */
@NullMarked
package dev.arag.web.internal.http;

import org.jspecify.annotations.NullMarked;
