/** The documents of a collection: fields, keys and stored forms. */
@NullMarked
package dev.arag.solr.internal.layout;

import org.jspecify.annotations.NullMarked;
