package dev.arag.index.ingest;

/** The name of a parser's class, the same on every run. */
final class ParserName {
  private ParserName() {}

  /** The JDK numbers hidden classes and lambdas per run: the name ends before that number. */
  static String of(Class<?> parser) {
    String name = parser.getName();
    int lambda = name.indexOf("$$Lambda");
    int end = lambda < 0 ? name.indexOf('/') : lambda;
    return end < 0 ? name : name.substring(0, end);
  }
}
