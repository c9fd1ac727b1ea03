package dev.arag.index.internal.file;

/** The kinds of files an index is made of. Codes and names are part of the format. */
public enum FileKind {
  MANIFEST(1, "manifest"),
  CHUNKS(2, "chunks"),
  KEYWORDS(3, "keywords"),
  VECTORS(4, "vectors"),
  DELETES(5, "deletes");

  private final int code;
  private final String word;

  FileKind(int code, String word) {
    this.code = code;
    this.word = word;
  }

  int code() {
    return code;
  }

  /** The word that file names begin with. */
  public String word() {
    return word;
  }
}
