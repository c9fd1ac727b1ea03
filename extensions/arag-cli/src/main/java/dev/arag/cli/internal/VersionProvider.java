package dev.arag.cli.internal;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** Reads the version from the manifest of the jar. */
final class VersionProvider implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = AragCommand.class.getPackage().getImplementationVersion();
    return new String[] {"arag " + Objects.requireNonNullElse(version, "(not packaged)")};
  }
}
