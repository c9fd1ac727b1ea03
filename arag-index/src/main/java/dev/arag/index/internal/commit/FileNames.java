package dev.arag.index.internal.commit;

import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.store.FileStore;

/** Defines the names of index files. Files with other names are never changed or deleted. */
public final class FileNames {
  /** The name of the manifest, which lists the files of the index. */
  public static final String MANIFEST = "manifest" + FileStore.SUFFIX;

  private static final String TOKEN_PREFIX = "manifest.";
  private static final String COMPUTED_PREFIX = "computed-";
  private static final int TOKEN_DIGITS = 16;
  private static final int MAX_DIGITS = 18;

  private FileNames() {}

  static String of(FileKind kind, long number) {
    return kind.prefix() + "-" + number + FileStore.SUFFIX;
  }

  /**
   * Returns the name of a fencing-token file. The next commit renames this file to the manifest.
   *
   * @param token a unique number
   */
  static String fencingToken(long token) {
    return String.format("%s%016x%s", TOKEN_PREFIX, token, FileStore.SUFFIX);
  }

  static boolean isFencingToken(String name) {
    return isBetween(name, TOKEN_PREFIX)
        && middle(name, TOKEN_PREFIX).length() == TOKEN_DIGITS
        && middle(name, TOKEN_PREFIX).chars().allMatch(FileNames::isHexDigit);
  }

  /** Returns whether a name is the name of an index file. */
  public static boolean isOurs(String name) {
    return name.equals(MANIFEST)
        || isFencingToken(name)
        || number(name) >= 0
        || computedNumber(name) >= 0;
  }

  /** Returns the name of a file of computed vectors, which no manifest lists. */
  public static String computed(long number) {
    return COMPUTED_PREFIX + number + FileStore.SUFFIX;
  }

  /** Returns the number in the name of a file of computed vectors; -1 for other names. */
  public static long computedNumber(String name) {
    return isBetween(name, COMPUTED_PREFIX) ? parse(middle(name, COMPUTED_PREFIX)) : -1;
  }

  /** Returns the number in the name of a segment file; -1 for other names. */
  static long number(String name) {
    for (FileKind kind : FileKind.values()) {
      String start = kind.prefix() + "-";
      if (kind != FileKind.MANIFEST && isBetween(name, start)) {
        return parse(middle(name, start));
      }
    }
    return -1;
  }

  private static long parse(String digits) {
    boolean isNumber =
        !digits.isEmpty()
            && digits.length() <= MAX_DIGITS
            && digits.chars().allMatch(c -> c >= '0' && c <= '9');
    return isNumber ? Long.parseLong(digits) : -1;
  }

  private static boolean isBetween(String name, String start) {
    return name.startsWith(start)
        && name.endsWith(FileStore.SUFFIX)
        && name.length() >= start.length() + FileStore.SUFFIX.length();
  }

  private static String middle(String name, String start) {
    return name.substring(start.length(), name.length() - FileStore.SUFFIX.length());
  }

  private static boolean isHexDigit(int c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
  }
}
