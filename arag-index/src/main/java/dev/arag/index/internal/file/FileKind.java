package dev.arag.index.internal.file;

/**
 * The kinds of files in an index. The codes and prefixes are part of the file format and must not
 * change.
 */
public enum FileKind {
  MANIFEST(1, "manifest"),
  CHUNKS(2, "chunks"),
  KEYWORDS(3, "keywords"),
  VECTORS(4, "vectors"),
  DELETES(5, "deletes"),
  MENTIONS(6, "mentions"),
  DIAGNOSTICS(7, "diagnostics");

  private final int code;
  private final String prefix;

  FileKind(int code, String prefix) {
    this.code = code;
    this.prefix = prefix;
  }

  int code() {
    return code;
  }

  /** Returns the first part of the names of files of this kind. */
  public String prefix() {
    return prefix;
  }
}
