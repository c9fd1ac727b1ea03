package dev.arag.opentelemetry;

import dev.arag.core.LibraryVersionsContract;

class LibraryVersionsTest extends LibraryVersionsContract {}
