/** Reads the pages of a web site that its sitemaps list. */
@NullMarked
package dev.arag.connect.internal.site;

import org.jspecify.annotations.NullMarked;
