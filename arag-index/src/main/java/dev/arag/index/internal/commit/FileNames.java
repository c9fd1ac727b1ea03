package dev.arag.index.internal.commit;

import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.store.FileStore;

/** The names of an index's files. Whatever has another name is not ours and is never touched. */
public final class FileNames {
  /** The file that says what the index holds. */
  public static final String MANIFEST = "manifest" + FileStore.SUFFIX;

  private static final String PERMIT_START = "manifest.";
  private static final int PERMIT_DIGITS = 16;
  private static final int MAX_DIGITS = 18;

  private FileNames() {}

  static String of(FileKind kind, long number) {
    return kind.prefix() + "-" + number + FileStore.SUFFIX;
  }

  /**
   * A manifest that is not published yet.
   *
   * @param token tells it from all others there will ever be
   */
  static String permit(long token) {
    return String.format("%s%016x%s", PERMIT_START, token, FileStore.SUFFIX);
  }

  static boolean isPermit(String name) {
    return isBetween(name, PERMIT_START)
        && middle(name, PERMIT_START).length() == PERMIT_DIGITS
        && middle(name, PERMIT_START).chars().allMatch(FileNames::isHexDigit);
  }

  /** Whether a file of this name was written by an index. */
  public static boolean isOurs(String name) {
    return name.equals(MANIFEST) || isPermit(name) || number(name) >= 0;
  }

  /** The number in the name of a file that a manifest may list; -1 for all others. */
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
