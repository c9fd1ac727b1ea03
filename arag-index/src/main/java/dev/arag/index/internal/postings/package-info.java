/**
 * Files with one record for each chunk, and keys with postings: which chunks contain a key, and how
 * often. The keywords file stores words this way, the mentions file names.
 */
@NullMarked
package dev.arag.index.internal.postings;

import org.jspecify.annotations.NullMarked;
