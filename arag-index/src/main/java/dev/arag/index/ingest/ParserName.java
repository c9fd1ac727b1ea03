package dev.arag.index.ingest;

/** The name of a parser's class without the parts that differ between runs. */
final class ParserName {
  private ParserName() {}

  /**
   * Returns the class name without the number that the JDK adds to hidden classes and lambdas. That
   * number can differ between runs.
   */
  static String of(Class<?> parser) {
    String name = parser.getName();
    int lambda = name.indexOf("$$Lambda");
    int end = lambda < 0 ? name.indexOf('/') : lambda;
    return end < 0 ? name : name.substring(0, end);
  }
}
