package dev.arag.tools;

/** The arguments of one call, read forgivingly. */
public final class Arguments {
  private Arguments() {}
}
