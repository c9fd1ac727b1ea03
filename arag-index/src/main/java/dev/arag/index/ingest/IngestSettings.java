package dev.arag.index.ingest;

import dev.arag.index.ingest.FileIngest.Format;
import java.util.ArrayList;
import java.util.List;

/**
 * The settings for reading files.
 *
 * @param parsers the parsers added by the caller, which take precedence over the built-in parsers
 * @param fields the fields of records
 * @param idPrefix the prefix to add to the ids of predefined chunks
 */
record IngestSettings(
    Format format,
    List<Parser> parsers,
    RecordFields fields,
    String idPrefix,
    IngestLimits limits) {
  static final IngestSettings DEFAULTS =
      new IngestSettings(
          Format.AUTO, List.of(), RecordFields.defaults(), "", IngestLimits.defaults());

  IngestSettings with(Format newFormat) {
    return new IngestSettings(newFormat, parsers, fields, idPrefix, limits);
  }

  IngestSettings with(Parser parser) {
    List<Parser> more = new ArrayList<>(parsers);
    more.add(parser);
    return new IngestSettings(format, List.copyOf(more), fields, idPrefix, limits);
  }

  IngestSettings with(RecordFields newFields) {
    return new IngestSettings(format, parsers, newFields, idPrefix, limits);
  }

  IngestSettings with(String newIdPrefix) {
    return new IngestSettings(format, parsers, fields, newIdPrefix, limits);
  }

  IngestSettings with(IngestLimits newLimits) {
    return new IngestSettings(format, parsers, fields, idPrefix, newLimits);
  }
}
