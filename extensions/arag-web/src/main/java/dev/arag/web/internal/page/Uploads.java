package dev.arag.web.internal.page;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.Slice;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.source.FileIngest;
import dev.arag.index.spi.FileFormat;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.Skip;
import dev.arag.index.spi.SourceEntries;
import dev.arag.index.spi.SourceEntry;
import dev.arag.index.sync.SyncReport;
import dev.arag.web.internal.http.HttpFailure;
import dev.arag.web.internal.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Adds uploaded files to the source {@value #SOURCE} of an index, and deletes documents of this
 * source. A file that was uploaded before under the same name is replaced.
 */
public final class Uploads {
  static final String SOURCE = "uploads";
  private static final int MAX_NAME_LENGTH = 200;
  private static final int MAX_LISTED = 50;
  private static final Pattern FORBIDDEN = Pattern.compile("[\\v\\p{Cc}\\p{Cf}\\p{Cs}/\\\\]");

  /** Some parsers need two extensions, as in {@code report.docling.json}. */
  private static final Pattern EXTENSIONS = Pattern.compile("(?:\\.[A-Za-z0-9]{1,16}){1,2}$");

  private final Index index;
  private final IngestLimits limits;
  private final List<FileFormat> parsers;
  private final Semaphore turn = new Semaphore(1, true);

  public Uploads(Index index, IngestLimits limits, List<FileFormat> parsers) {
    this.index = index;
    this.limits = limits;
    this.parsers = List.copyOf(parsers);
  }

  /**
   * What became of one file.
   *
   * @param stored whether at least one document was stored or is unchanged
   */
  record UploadView(
      String name,
      boolean stored,
      long added,
      long updated,
      long unchanged,
      List<UploadedView> documents,
      List<String> reasons,
      List<String> warnings) {}

  record UploadedView(String id, String title) {
    static UploadedView of(Document document) {
      return new UploadedView(document.id(), document.title().orElse(document.id()));
    }
  }

  public void add(ServerRequest request) throws IOException, InterruptedException {
    String name = requireName(request.parameter("name").orElse(""));
    request.requireLength(limits.fileBytes());
    Path folder = Files.createTempDirectory("arag-upload");
    // The name that the browser sent is only a part of the document id.
    Path file = folder.resolve("file" + extensions(name));
    try {
      copy(request.stream(), file);
      request.json(200, store(file, name));
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(folder);
    }
  }

  /**
   * Deletes a document that was uploaded.
   *
   * @throws HttpFailure if there is no such document, or if it is a document of another source
   */
  public void delete(String id) {
    Catalogue found = index.within(id.isBlank() ? Scope.documents() : Scope.documents(id));
    if (found.documents(Slice.first(1)).isEmpty()) {
      throw QuestionScope.unknown(id);
    }
    if (found.within(Scope.source(SOURCE)).documents(Slice.first(1)).isEmpty()) {
      throw new HttpFailure(
          403,
          "The document "
              + id
              + " was not uploaded. Delete its file and sync its folder, or use arag delete.");
    }
    index.delete(List.of(id));
  }

  private static String requireName(String sent) {
    String name = sent.strip();
    if (name.isBlank() || name.length() > MAX_NAME_LENGTH) {
      throw HttpFailure.badRequest(
          "The name of a file must have 1 to " + MAX_NAME_LENGTH + " characters.");
    }
    if (FORBIDDEN.matcher(name).find() || name.startsWith(".")) {
      throw HttpFailure.badRequest(
          "The name of a file must not contain slashes or control characters, or begin with a"
              + " dot.");
    }
    return name;
  }

  /** The file is stored under a name of ours, so that no name can reach another file. */
  private static String extensions(String name) {
    Matcher extensions = EXTENSIONS.matcher(name);
    return extensions.find() ? extensions.group() : "";
  }

  private void copy(InputStream in, Path file) throws IOException {
    long left = limits.fileBytes();
    byte[] buffer = new byte[1 << 16];
    try (var out = Files.newOutputStream(file)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        left -= read;
        if (left < 0) {
          throw new HttpFailure(
              413, "The file is longer than " + limits.fileBytes() + " bytes; split the file.");
        }
        out.write(buffer, 0, read);
      }
    }
  }

  /** One upload at a time is parsed and stored, because both need much memory. */
  private UploadView store(Path file, String name) throws IOException, InterruptedException {
    turn.acquire();
    try {
      Parsed parsed = new Parsed();
      FileIngest ingest = FileIngest.of(file, SOURCE + "/" + name).limits(limits);
      for (FileFormat parser : parsers) {
        ingest = ingest.parser(parser);
      }
      try (SourceEntries entries = ingest.open()) {
        for (Optional<SourceEntry> next = entries.next(); next.isPresent(); next = entries.next()) {
          SourceEntry entry = next.get();
          parsed.add(entry instanceof SourceEntry.Unparsed unparsed ? unparsed.parse() : entry);
        }
      }
      SyncReport report = index.put(SOURCE, parsed.documents);
      return view(name, parsed, report);
    } finally {
      turn.release();
    }
  }

  private static UploadView view(String name, Parsed parsed, SyncReport report) {
    List<String> reasons = new ArrayList<>();
    parsed.skipped.forEach(skip -> reasons.add(skip.reason()));
    report.skipped().forEach(skip -> reasons.add(skip.reason()));
    if (parsed.documents.isEmpty() && reasons.isEmpty()) {
      reasons.add("the file contains no text");
    }
    List<String> warnings = new ArrayList<>(parsed.warnings);
    warnings.addAll(report.warnings());
    return new UploadView(
        name,
        report.added() + report.updated() + report.unchanged() > 0,
        report.added(),
        report.updated(),
        report.unchanged(),
        parsed.documents.stream().map(UploadedView::of).limit(MAX_LISTED).toList(),
        reasons.stream().limit(MAX_LISTED).toList(),
        warnings.stream().limit(MAX_LISTED).toList());
  }

  private static final class Parsed {
    private final List<Document> documents = new ArrayList<>();
    private final List<Skip> skipped = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    void add(SourceEntry entry) {
      if (entry instanceof SourceEntry.Parsed parsed) {
        documents.add(parsed.document());
        warnings.addAll(parsed.warnings());
      } else if (entry instanceof SourceEntry.Unreadable unreadable) {
        skipped.add(unreadable.skip());
      }
    }
  }
}
