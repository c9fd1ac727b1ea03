package dev.arag.index.internal.commit;

import dev.arag.index.internal.file.FileKind;

/** The names of an index's files. Whatever has another name is not ours and is never touched. */
public final class FileNames {
  /** The file that says what the index holds. */
  public static final String MANIFEST = "manifest.arag";

  /** Taken by whoever writes; a writer that was killed leaves it behind. */
  private static final String LOCK = "lock.arag";

  static final String NEW_MANIFEST = "manifest.new.arag";

  private static final String SUFFIX = ".arag";
  private static final int MAX_DIGITS = 18;

  private FileNames() {}

  static String of(FileKind kind, long number) {
    return kind.word() + "-" + number + SUFFIX;
  }

  /** Whether a file of this name was written by an index. */
  public static boolean isOurs(String name) {
    return name.equals(MANIFEST) || name.equals(LOCK) || isReplaceable(name);
  }

  /** Whether it is ours and may go once no manifest lists it. */
  static boolean isReplaceable(String name) {
    if (name.equals(NEW_MANIFEST)) {
      return true;
    }
    for (FileKind kind : FileKind.values()) {
      if (name.startsWith(kind.word() + "-") && name.endsWith(SUFFIX)) {
        return isNumber(name, kind.word().length() + 1, name.length() - SUFFIX.length());
      }
    }
    return false;
  }

  private static boolean isNumber(String name, int start, int end) {
    return start < end
        && end - start <= MAX_DIGITS
        && name.substring(start, end).chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
