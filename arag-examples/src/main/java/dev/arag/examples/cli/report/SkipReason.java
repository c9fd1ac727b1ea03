package dev.arag.examples.cli.report;

import dev.arag.index.ingest.Skip;

/** Formats the reason why a file was skipped, with options of the command instead of API names. */
public final class SkipReason {
  private SkipReason() {}

  public static String of(Skip skip) {
    return skip.reason()
        .replace("use Source.chunks or Source.records", "use --format chunks or --format records")
        .replace("name the field with RecordFields.text", "name the field with --text-field");
  }
}
