package dev.arag.index.internal.parse;

import dev.arag.index.ingest.HtmlParser;
import dev.arag.index.ingest.MarkdownParser;
import dev.arag.index.ingest.TextParser;
import dev.arag.index.spi.FileFormat;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.UnreadableSourceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Selects the format of a file by the file name. */
public final class ParserChoice {
  /** Common extensions of files that the optional Tika parser reads: office files, books, mail. */
  private static final Set<String> OFFICE =
      Set.of(
          "docx", "docm", "doc", "rtf", "odt", "epub", "eml", "msg", "pptx", "pptm", "ppsx", "ppt",
          "odp", "xlsx", "xlsm", "xlsb", "xls", "ods");

  private final List<FileFormat> formats;

  public ParserChoice(IngestSettings settings) {
    IngestLimits limits = settings.limits();
    this.formats = new ArrayList<>(settings.formats());
    formats.add(new TextParser(limits));
    formats.add(new MarkdownParser(limits));
    formats.add(new HtmlParser(limits));
  }

  /**
   * Returns the format of a file.
   *
   * @param fileName the last name of the file's path
   * @param isSource whether this file is the whole source
   * @throws UnreadableSourceException if no format reads this file
   */
  public FileFormat of(String fileName, boolean isSource) {
    for (FileFormat format : formats) {
      if (format.reads(fileName, isSource)) {
        return format;
      }
    }
    int dot = fileName.lastIndexOf('.');
    if (dot < 0) {
      throw new UnreadableSourceException("no parser for a file without an extension");
    }
    String extension = fileName.substring(dot + 1).toLowerCase(Locale.ROOT);
    throw new UnreadableSourceException("no parser for ." + extension + hint(extension));
  }

  private static String hint(String extension) {
    return switch (extension) {
      case "json" ->
          "; if it contains chunks or records, use ChunksJsonParser.only or Records.only";
      case "csv", "jsonl", "ndjson" ->
          "; add one: Source.parser(Records.byExtension()), of arag-records";
      case "pdf" -> "; add one: Source.parser(new PdfParser()), and PDFBox to the class path";
      default ->
          OFFICE.contains(extension)
              ? "; add one: Source.parser(new TikaParser()), with Apache Tika's modules"
              : "";
    };
  }
}
