package dev.arag.cli.internal.option;

import dev.arag.cli.internal.console.Formatting;
import dev.arag.docling.DoclingParser;
import dev.arag.index.source.Source;
import dev.arag.index.spi.FileFormat;
import dev.arag.pdf.PdfParser;
import dev.arag.records.ChunksJsonParser;
import dev.arag.records.RecordFields;
import dev.arag.records.Records;
import dev.arag.tika.TikaParser;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that control how sources are read. */
public final class SourceOptions {
  @Option(
      names = "--format",
      paramLabel = "NAME",
      defaultValue = "auto",
      description = {
        "files: each file is one document; its extension selects the parser.",
        "chunks: a JSON array of \"id:text\" or {\"id\",\"text\"}.",
        "records: each JSON object in a jsonl, ndjson or json file, or each row of a csv file, is one"
            + " document.",
        "auto (default): chunks.json is read as chunks; jsonl, ndjson and csv files are read as"
            + " records; other files as files."
      })
  private Format format;

  @Option(
      names = "--name",
      paramLabel = "N",
      description =
          "Source name, the first part of document ids. Default: the file name. For"
              + " several sources, repeat the option in the order of the sources.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--id-prefix",
      paramLabel = "P",
      description = "Prefix for the ids of imported chunks.")
  private @Nullable String idPrefix;

  @Option(
      names = "--meta",
      paramLabel = "KEY=VALUE",
      description = "Add this metadata to all documents of this call. Repeatable.")
  private List<String> metadata = new ArrayList<>();

  @Option(
      names = "--readable-by",
      paramLabel = "PRINCIPAL",
      description =
          "Who may read the documents of this call, in an index with rights. Repeatable. Example:"
              + " group:hr, or \"*\" for everyone.")
  private List<String> principals = new ArrayList<>();

  @Option(
      names = "--trust-sidecars",
      description =
          "Values of sidecar files (NAME.meta.json beside NAME) count as metadata like those of"
              + " --meta. Default: their keys begin with \"doc.\".")
  private boolean trustSidecars;

  @Option(
      names = "--text-field",
      paramLabel = "F",
      description =
          "The text field of a record; a.b is the field b of the object a. Repeatable."
              + " Default: text.")
  private List<String> textFields = new ArrayList<>();

  @Option(
      names = "--title-field",
      paramLabel = "F",
      description = "The title field of a record. Default: title.")
  private @Nullable String titleField;

  @Option(
      names = "--id-field",
      paramLabel = "F",
      description = "The id field of a record. Default: id or _id, or the number of the record.")
  private @Nullable String idField;

  @Mixin private OcrOption ocr;

  /** How a source is read. */
  enum Format {
    AUTO,
    FILES,
    CHUNKS,
    RECORDS
  }

  /**
   * @throws UsageException if a source is missing or the options contradict each other
   */
  public List<Source> sources(List<Path> paths) {
    return sources(
        paths,
        path -> {
          requireExists(path);
          return Source.path(path);
        });
  }

  /**
   * @param open returns the source of an argument without options
   * @throws UsageException if a source is missing or the options contradict each other
   */
  <T> List<Source> sources(List<T> arguments, Function<T, Source> open) {
    if (!names.isEmpty() && names.size() != arguments.size()) {
      throw new UsageException(
          "--name was given "
              + Formatting.count(names.size(), "time")
              + " for "
              + Formatting.count(arguments.size(), "source")
              + "; give one name for each source, or omit the option");
    }
    return UsageException.requireValid(
        () -> {
          List<Source> opened = arguments.stream().map(open).toList();
          return IntStream.range(0, opened.size()).mapToObj(i -> source(opened.get(i), i)).toList();
        });
  }

  static void requireExists(Path path) {
    try {
      path.getFileSystem().provider().checkAccess(path);
    } catch (NoSuchFileException e) {
      throw new UsageException(
          "no such file or folder: " + Utf8Path.toText(path) + "; check the path");
    } catch (IOException e) {
      throw new UsageException("cannot access " + Utf8Path.toText(path) + ": " + reason(e));
    }
  }

  private static String reason(IOException e) {
    return e instanceof AccessDeniedException
        ? "access denied; check the permissions of its parent folders"
        : String.valueOf(e.getMessage());
  }

  boolean hasNames() {
    return !names.isEmpty();
  }

  boolean hasReaders() {
    return !principals.isEmpty();
  }

  private Source source(Source opened, int index) {
    Source source = withParsers(opened);
    if (!names.isEmpty()) {
      source = source.name(names.get(index));
    }
    source = source.readableBy(principals);
    if (trustSidecars) {
      source = source.trustSidecars();
    }
    if (idPrefix != null) {
      source = source.idPrefix(idPrefix);
    }
    for (String pair : metadata) {
      KeyValue entry = KeyValue.parse("--meta", pair);
      source = source.metadata(entry.key(), entry.value());
    }
    return source;
  }

  private Source withParsers(Source source) {
    return switch (format) {
      case AUTO -> withFiles(source.parser(ChunksJsonParser.byName()));
      case FILES -> withFiles(source);
      case CHUNKS -> source.parser(ChunksJsonParser.only());
      case RECORDS -> source.parser(Records.only().fields(fields()));
    };
  }

  private Source withFiles(Source source) {
    Source withFormats = source;
    for (FileFormat format : formats(ocr.sourceParser())) {
      withFormats = withFormats.parser(format);
    }
    return withFormats;
  }

  /** Returns the formats of uploaded files that are not built in. */
  public FileFormat[] uploadFormats() {
    return UsageException.requireValid(() -> formats(ocr.uploadParser()));
  }

  private FileFormat[] formats(PdfParser pdf) {
    return new FileFormat[] {
      pdf, new TikaParser(), new DoclingParser(), Records.byExtension().fields(fields())
    };
  }

  private RecordFields fields() {
    RecordFields fields = RecordFields.defaults();
    if (!textFields.isEmpty()) {
      String[] more = textFields.subList(1, textFields.size()).toArray(String[]::new);
      fields = fields.text(textFields.get(0), more);
    }
    if (titleField != null) {
      fields = fields.title(titleField);
    }
    return idField == null ? fields : fields.id(idField);
  }
}
