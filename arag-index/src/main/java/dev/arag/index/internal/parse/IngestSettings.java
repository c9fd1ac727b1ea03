package dev.arag.index.internal.parse;

import dev.arag.index.spi.FileFormat;
import dev.arag.index.spi.IngestLimits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The settings for reading files.
 *
 * @param formats the formats added by the caller, which take precedence over the built-in parsers
 * @param idPrefix the prefix that the caller adds to the ids of predefined chunks
 * @param metadata returns the metadata that code sets for a file, by the path below the root
 * @param trustsSidecars whether the values of sidecar files count as set in code
 */
public record IngestSettings(
    List<FileFormat> formats,
    String idPrefix,
    IngestLimits limits,
    Function<Path, Map<String, ?>> metadata,
    boolean trustsSidecars) {
  public static final IngestSettings DEFAULTS =
      new IngestSettings(List.of(), "", IngestLimits.defaults(), path -> Map.of(), false);

  public IngestSettings with(FileFormat format) {
    List<FileFormat> more = new ArrayList<>(formats);
    more.add(format);
    return new IngestSettings(List.copyOf(more), idPrefix, limits, metadata, trustsSidecars);
  }

  public IngestSettings with(String newIdPrefix) {
    return new IngestSettings(formats, newIdPrefix, limits, metadata, trustsSidecars);
  }

  public IngestSettings with(IngestLimits newLimits) {
    return new IngestSettings(formats, idPrefix, newLimits, metadata, trustsSidecars);
  }

  public IngestSettings with(Function<Path, Map<String, ?>> newMetadata) {
    return new IngestSettings(formats, idPrefix, limits, newMetadata, trustsSidecars);
  }

  public IngestSettings withTrustedSidecars() {
    return new IngestSettings(formats, idPrefix, limits, metadata, true);
  }
}
