package dev.arag.spring;

import dev.arag.core.LibraryVersionsContract;

class LibraryVersionsTest extends LibraryVersionsContract {}
