package dev.arag.examples.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A command that is planned: it says so, whatever it is given. */
@Command(description = "Not yet available.")
final class NotYetCommand implements Callable<Integer> {
  private final String instead;

  @Spec private CommandSpec spec;

  @Parameters(hidden = true)
  private List<String> ignored = new ArrayList<>();

  NotYetCommand(String instead) {
    this.instead = instead;
  }

  @Override
  public Integer call() {
    throw new UsageException(spec.name() + " is not yet available; " + instead);
  }
}
