/**
 * A web page for the documents of an index: search, questions with checked citations, and the
 * documents themselves. The server uses the HTTP server of the JDK, listens on the loopback
 * interface only, and requires a token. The page loads nothing from other servers.
 */
@NullMarked
package dev.arag.web.page;

import org.jspecify.annotations.NullMarked;
