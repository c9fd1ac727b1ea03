package dev.arag.index.ingest;

import dev.arag.index.ingest.FileIngest.Format;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Selects the parser for a file by the file name. */
final class ParserChoice {
  private static final String CHUNKS_NAME = "chunks.json";
  private static final Set<String> LINES = Set.of("jsonl", "ndjson");
  private static final String ROWS = "csv";

  /** Common extensions of files that the optional Tika parser reads: office files, books, mail. */
  private static final Set<String> OFFICE =
      Set.of(
          "docx", "docm", "doc", "rtf", "odt", "epub", "eml", "msg", "pptx", "pptm", "ppsx", "ppt",
          "odp", "xlsx", "xlsm", "xlsb", "xls", "ods");

  private final Format format;
  private final List<Parser> parsers;
  private final Parser chunks;

  ParserChoice(IngestSettings settings) {
    IngestLimits limits = settings.limits();
    this.format = settings.format();
    this.chunks = new ChunksJsonParser(settings.idPrefix(), limits);
    this.parsers = new ArrayList<>(settings.parsers());
    parsers.add(new TextParser(limits));
    parsers.add(new MarkdownParser(limits));
    parsers.add(new HtmlParser(limits));
  }

  /** Returns whether the file name implies that each line is a JSON record. */
  static boolean hasLines(String fileName) {
    return LINES.contains(extension(fileName.toLowerCase(Locale.ROOT)));
  }

  /** Returns whether the file name implies that each row of a table is a record. */
  static boolean hasRows(String fileName) {
    return extension(fileName.toLowerCase(Locale.ROOT)).equals(ROWS);
  }

  /** Returns whether a file contains records and not one document. */
  boolean isRecords(String fileName, boolean isSource) {
    String extension = extension(fileName.toLowerCase(Locale.ROOT));
    if (format == Format.RECORDS) {
      return isSource || isRecords(extension) || extension.equals("json");
    }
    return format != Format.CHUNKS
        && isRecords(extension)
        && parsers.stream().noneMatch(parser -> reads(parser, extension));
  }

  private static boolean isRecords(String extension) {
    return LINES.contains(extension) || extension.equals(ROWS);
  }

  private static boolean reads(Parser parser, String extension) {
    return parser.extensions().isEmpty() || parser.extensions().contains(extension);
  }

  private static String extension(String lowerName) {
    return lowerName.substring(lowerName.lastIndexOf('.') + 1);
  }

  /**
   * Returns the parser for a file.
   *
   * @param fileName the last name of the file's path
   * @param isSource whether this file is the whole source
   * @throws UnreadableSourceException if there is no parser for this file
   */
  Parser of(String fileName, boolean isSource) {
    String lower = fileName.toLowerCase(Locale.ROOT);
    String extension = extension(lower);
    if (format == Format.CHUNKS) {
      return chunksOnly(extension, isSource);
    }
    if (format == Format.RECORDS) {
      throw new UnreadableSourceException(
          "not a .jsonl, .ndjson or .json file of records, and not a .csv file");
    }
    if (format == Format.AUTO && lower.equals(CHUNKS_NAME)) {
      return chunks;
    }
    if (lower.indexOf('.') < 0) {
      throw new UnreadableSourceException("no parser for a file without an extension");
    }
    return byExtension(extension);
  }

  private Parser chunksOnly(String extension, boolean isSource) {
    if (isSource || extension.equals("json")) {
      return chunks;
    }
    throw new UnreadableSourceException("not a .json file of chunks");
  }

  private static String hint(String extension) {
    return switch (extension) {
      case "json" -> "; if it contains chunks or records, use Source.chunks or Source.records";
      case "pdf" -> "; add one: Source.parser(new PdfParser()), and PDFBox to the class path";
      default ->
          OFFICE.contains(extension)
              ? "; add one: Source.parser(new TikaParser()), with Apache Tika's modules"
              : "";
    };
  }

  private Parser byExtension(String extension) {
    for (Parser parser : parsers) {
      if (reads(parser, extension)) {
        return parser;
      }
    }
    throw new UnreadableSourceException("no parser for ." + extension + hint(extension));
  }
}
