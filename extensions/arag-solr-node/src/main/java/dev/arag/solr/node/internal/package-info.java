/** The main classes of the child processes. This package never starts a process. */
@NullMarked
package dev.arag.solr.node.internal;

import org.jspecify.annotations.NullMarked;
