/** The JSON schema of a record type, and parsing of a reply into a record. Calls no model. */
@NullMarked
package dev.arag.agent.internal.typed;

import org.jspecify.annotations.NullMarked;
