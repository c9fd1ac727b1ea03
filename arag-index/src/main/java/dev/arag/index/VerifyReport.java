package dev.arag.index;

import dev.arag.index.internal.commit.Verification;
import java.util.List;

/**
 * What a check of every byte found.
 *
 * @param ok whether nothing is damaged
 * @param files how many files were read
 * @param problems each damaged place; of one file's contents no more than some hundred
 */
public record VerifyReport(boolean ok, int files, List<Problem> problems) {
  public VerifyReport {
    problems = List.copyOf(problems);
  }

  static VerifyReport of(Verification verification) {
    List<Problem> problems =
        verification.problems().stream()
            .map(each -> new Problem(each.file(), each.offset(), each.what()))
            .toList();
    return new VerifyReport(problems.isEmpty(), verification.files(), problems);
  }

  /**
   * A damaged place.
   *
   * @param file its name in the index's directory
   * @param offset where in the file, in bytes; 0 where the whole file is meant
   */
  public record Problem(String file, long offset, String what) {}
}
