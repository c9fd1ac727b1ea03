package dev.arag.examples.cli;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The version, as the jar's manifest has it. */
final class VersionProvider implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = Arag.class.getPackage().getImplementationVersion();
    return new String[] {"arag " + Objects.requireNonNullElse(version, "(not packaged)")};
  }
}
