/**
 * Connectors index documents of stores that are not folders: Git repositories, S3 buckets, database
 * queries and web sites. Pass them to {@link dev.arag.index.source.Source#of}. A sync reads only
 * documents whose revision has changed.
 */
@NullMarked
package dev.arag.connect;

import org.jspecify.annotations.NullMarked;
