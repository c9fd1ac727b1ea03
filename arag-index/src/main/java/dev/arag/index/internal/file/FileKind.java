package dev.arag.index.internal.file;

/** The kinds of files in an index. Codes and prefixes are part of the format. */
public enum FileKind {
  MANIFEST(1, "manifest"),
  CHUNKS(2, "chunks"),
  KEYWORDS(3, "keywords"),
  VECTORS(4, "vectors"),
  DELETES(5, "deletes");

  private final int code;
  private final String prefix;

  FileKind(int code, String prefix) {
    this.code = code;
    this.prefix = prefix;
  }

  int code() {
    return code;
  }

  /** The first part of the file name. */
  public String prefix() {
    return prefix;
  }
}
