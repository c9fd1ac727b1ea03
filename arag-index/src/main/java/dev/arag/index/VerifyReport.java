package dev.arag.index;

import static java.util.Objects.requireNonNull;

import dev.arag.index.internal.commit.Verification;
import dev.arag.index.internal.derived.StoredDerivedRecords;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The result of {@link Index#verify}.
 *
 * @param ok whether the index is intact
 * @param files the number of files read
 * @param problems the damage found; at most a few hundred per file
 */
public record VerifyReport(boolean ok, int files, List<Problem> problems) {
  public VerifyReport {
    requireNonNull(problems, "problems");
    problems = List.copyOf(problems);
  }

  static VerifyReport of(Verification verification) {
    List<Problem> problems =
        verification.problems().stream()
            .map(each -> new Problem(each.file(), each.offset(), each.description()))
            .toList();
    return new VerifyReport(problems.isEmpty(), verification.files(), problems);
  }

  /** Returns a report that also contains the file of derived texts, if there is one. */
  VerifyReport withDerived(Path directory) {
    Optional<String> file = StoredDerivedRecords.fileIn(directory);
    if (file.isEmpty()) {
      return this;
    }
    List<Problem> all = new ArrayList<>(problems);
    for (long offset : StoredDerivedRecords.damaged(directory)) {
      all.add(new Problem(file.get(), offset, "a checksum does not match"));
    }
    return new VerifyReport(all.isEmpty(), files + 1, all);
  }

  /**
   * A damaged part of a file.
   *
   * @param file the name of the file in the index directory
   * @param offset the position at which the damage begins, in bytes; the damage of a whole file
   *     begins at 0
   * @param what a description of the damage
   */
  public record Problem(String file, long offset, String what) {
    public Problem {
      requireNonNull(file, "file");
      requireNonNull(what, "what");
    }
  }
}
