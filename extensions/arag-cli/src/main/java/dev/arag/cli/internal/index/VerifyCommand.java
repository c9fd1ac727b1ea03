package dev.arag.cli.internal.index;

import dev.arag.cli.internal.console.CommandContext;
import dev.arag.cli.internal.console.Formatting;
import dev.arag.cli.internal.console.TextPage;
import dev.arag.cli.internal.option.IndexDirectory;
import dev.arag.index.Index;
import dev.arag.index.VerifyReport;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** {@code arag verify}: checks every byte of an index. */
@Command(
    description = "Checks every file of an index against its checksums.",
    sortOptions = false,
    footer = {"", "Example: arag verify my.arag"})
public final class VerifyCommand implements Callable<Integer> {
  @ParentCommand private CommandContext arag;

  @Mixin private IndexDirectory directory;

  @Override
  public Integer call() {
    VerifyReport report = Index.verify(directory.path());
    arag.output().result(report, out -> write(out, report));
    return report.ok() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private static void write(TextPage out, VerifyReport report) {
    out.line(
        (report.ok() ? "ok: " : "damaged: ")
            + Formatting.count(report.files(), "file")
            + " checked");
    for (VerifyReport.Problem problem : report.problems()) {
      out.line(problem.file() + " at byte " + problem.offset() + ": " + problem.what());
    }
  }
}
