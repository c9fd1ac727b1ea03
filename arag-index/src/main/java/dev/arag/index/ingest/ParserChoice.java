package dev.arag.index.ingest;

import dev.arag.index.ingest.FileIngest.Format;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Picks the parser for a file by its name. */
final class ParserChoice {
  private static final String CHUNKS_NAME = "chunks.json";

  /** What the optional parser for office files, books and mail reads, by its usual endings. */
  private static final Set<String> OFFICE =
      Set.of(
          "docx", "docm", "doc", "rtf", "odt", "epub", "eml", "msg", "pptx", "pptm", "ppsx", "ppt",
          "odp", "xlsx", "xlsm", "xlsb", "xls", "ods");

  private final Format format;
  private final List<Parser> parsers;
  private final Parser chunks;

  ParserChoice(Format format, List<Parser> own, String idPrefix, IngestLimits limits) {
    this.format = format;
    this.chunks = new ChunksJsonParser(idPrefix, limits);
    this.parsers = new ArrayList<>(own);
    parsers.add(new TextParser(limits));
    parsers.add(new MarkdownParser(limits));
    parsers.add(new HtmlParser(limits));
  }

  /**
   * @param fileName the last name of the file's path
   * @param isSource whether the file is the whole source
   * @throws UnreadableSourceException if there is none
   */
  Parser of(String fileName, boolean isSource) {
    String lower = fileName.toLowerCase(Locale.ROOT);
    String extension = lower.substring(lower.lastIndexOf('.') + 1);
    if (format == Format.CHUNKS) {
      return chunksOnly(extension, isSource);
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
      case "json" -> "; if it holds chunks, say so: --format chunks, Source.chunks";
      case "pdf" -> "; add one: Source.parser(new PdfParser()), and PDFBox to the class path";
      default ->
          OFFICE.contains(extension)
              ? "; add one: Source.parser(new TikaParser()), with Apache Tika's modules"
              : "";
    };
  }

  private Parser byExtension(String extension) {
    for (Parser parser : parsers) {
      if (parser.extensions().contains(extension)) {
        return parser;
      }
    }
    throw new UnreadableSourceException("no parser for ." + extension + hint(extension));
  }
}
