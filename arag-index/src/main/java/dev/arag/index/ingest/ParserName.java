package dev.arag.index.ingest;

/** The name of a parser's class, the same on every run. */
final class ParserName {
  private ParserName() {}

  /** What follows the slash in the name of a hidden class differs from run to run. */
  static String of(Class<?> parser) {
    String name = parser.getName();
    int slash = name.indexOf('/');
    return slash < 0 ? name : name.substring(0, slash);
  }
}
