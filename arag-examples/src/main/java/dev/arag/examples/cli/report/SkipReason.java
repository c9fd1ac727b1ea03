package dev.arag.examples.cli.report;

/** Formats the reason why a file was skipped, with options of the command instead of API names. */
public final class SkipReason {
  private SkipReason() {}

  public static String of(String reason) {
    return reason
        .replace("use Source.chunks or Source.records", "use --format chunks or --format records")
        .replace("name the field with RecordFields.text", "name the field with --text-field");
  }
}
