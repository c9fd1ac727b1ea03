/**
 * The rules for servers that deviate from OpenAI's API, as one table. The packages that send
 * requests to servers look them up.
 */
@NullMarked
package dev.arag.agent.internal.server;

import org.jspecify.annotations.NullMarked;
