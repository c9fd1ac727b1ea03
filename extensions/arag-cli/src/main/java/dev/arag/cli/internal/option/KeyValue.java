package dev.arag.cli.internal.option;

/** An argument of the form {@code key=value}. */
record KeyValue(String key, String value) {
  /** Parses {@code key=value}; the value may contain equals signs. */
  static KeyValue parse(String option, String text) {
    int equals = text.indexOf('=');
    if (equals < 1) {
      throw new UsageException(
          option + " must be key=value, such as tenant=acme; was \"" + text + "\"");
    }
    return new KeyValue(text.substring(0, equals), text.substring(equals + 1));
  }
}
