/**
 * Code shared by the tools and their LangChain4j adapters: sanitizing and fencing of text from
 * documents. No compatibility is promised for this package.
 */
@NullMarked
package dev.arag.tools.internal;

import org.jspecify.annotations.NullMarked;
