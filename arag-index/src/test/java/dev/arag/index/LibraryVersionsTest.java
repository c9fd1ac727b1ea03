package dev.arag.index;

import dev.arag.core.LibraryVersionsContract;

class LibraryVersionsTest extends LibraryVersionsContract {}
