package dev.arag.micrometer;

import dev.arag.core.LibraryVersionsContract;

class LibraryVersionsTest extends LibraryVersionsContract {}
