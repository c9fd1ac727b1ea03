/**
 * The profile, the tools, the sentence rules and the ablations of the A-RAG paper, in the form of
 * its reference implementation. The resources are the prompts and the definitions of the tools.
 * This package never changes an agent with another profile.
 */
@NullMarked
package dev.arag.paper.internal;

import org.jspecify.annotations.NullMarked;
