/**
 * Reads the formats that are zip archives: Office files since 2007, OpenDocument and EPUB. This
 * package never trusts the sizes that an archive declares.
 */
@NullMarked
package dev.arag.tika.internal.zip;

import org.jspecify.annotations.NullMarked;
