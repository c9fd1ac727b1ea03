package dev.arag.examples.cli.report;

import dev.arag.index.ingest.Skip;

/** Reasons of skipped files, with the options of the command in place of API names. */
public final class SkipReason {
  private SkipReason() {}

  public static String of(Skip skip) {
    return skip.reason()
        .replace("use Source.chunks or Source.records", "use --format chunks or --format records")
        .replace("name the field with RecordFields.text", "name the field with --text-field");
  }
}
