/** Requests to a collection, and the exceptions of failed ones. */
@NullMarked
package dev.arag.solr.internal.client;

import org.jspecify.annotations.NullMarked;
