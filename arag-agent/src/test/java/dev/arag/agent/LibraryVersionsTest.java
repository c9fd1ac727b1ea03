package dev.arag.agent;

import dev.arag.core.LibraryVersionsContract;

class LibraryVersionsTest extends LibraryVersionsContract {}
