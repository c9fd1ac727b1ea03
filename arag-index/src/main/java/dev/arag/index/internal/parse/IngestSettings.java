package dev.arag.index.internal.parse;

import dev.arag.index.spi.FileFormat;
import dev.arag.index.spi.IngestLimits;
import java.util.ArrayList;
import java.util.List;

/**
 * The settings for reading files.
 *
 * @param formats the formats added by the caller, which take precedence over the built-in parsers
 * @param idPrefix the prefix that the caller adds to the ids of predefined chunks
 */
public record IngestSettings(List<FileFormat> formats, String idPrefix, IngestLimits limits) {
  public static final IngestSettings DEFAULTS =
      new IngestSettings(List.of(), "", IngestLimits.defaults());

  public IngestSettings with(FileFormat format) {
    List<FileFormat> more = new ArrayList<>(formats);
    more.add(format);
    return new IngestSettings(List.copyOf(more), idPrefix, limits);
  }

  public IngestSettings with(String newIdPrefix) {
    return new IngestSettings(formats, newIdPrefix, limits);
  }

  public IngestSettings with(IngestLimits newLimits) {
    return new IngestSettings(formats, idPrefix, newLimits);
  }
}
