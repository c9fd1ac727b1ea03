/** A corpus on SolrCloud, and the index that writes it. */
@NullMarked
package dev.arag.solr;

import org.jspecify.annotations.NullMarked;
