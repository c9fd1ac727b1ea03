package dev.arag.tools;

/** The tools a model may call, over one corpus. Immutable and safe for use by several threads. */
public final class Toolbox {
  private Toolbox() {}
}
