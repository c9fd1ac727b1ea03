/**
 * What the toolbox does with custom tools: results as untrusted text, and replaced descriptions.
 */
@NullMarked
package dev.arag.tools.internal.custom;

import org.jspecify.annotations.NullMarked;
