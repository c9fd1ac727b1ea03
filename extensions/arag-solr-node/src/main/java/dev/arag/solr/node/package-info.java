/** Solr and ZooKeeper as child processes on this machine, for tests and trials. */
@NullMarked
package dev.arag.solr.node;

import org.jspecify.annotations.NullMarked;
