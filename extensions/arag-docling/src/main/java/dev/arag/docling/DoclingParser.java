package dev.arag.docling;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.arag.docling.internal.DoclingFile;
import dev.arag.docling.internal.DoclingText;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.Parser;
import dev.arag.index.spi.UnreadableSourceException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Set;

/**
 * Reads files with a {@code DoclingDocument} of version 1, whose names end with {@code
 * .docling.json}. {@code docling --to json} writes such a file; it must be renamed.
 *
 * <p>The text follows the tree of items below {@code body}. Section headers become headings with
 * their levels, and the title becomes the title of the document. A table has one line for each row;
 * rows of column headers and the caption are its header. Lists keep their markers, formulas and
 * code their text, and pages their numbers. Text within pictures is left out, except for captions
 * and footnotes, and so is each item whose content layer is not {@code body} or {@code notes}, such
 * as page headers.
 *
 * <p>Each item is read once, so that references may be cyclic. A reference to an item that does not
 * exist is a warning. Thread-safe.
 */
public final class DoclingParser implements Parser {
  private static final String SUFFIX = ".docling.json";

  private final IngestLimits limits;

  /** Creates a parser with {@link IngestLimits#defaults()}. */
  public DoclingParser() {
    this(IngestLimits.defaults());
  }

  /**
   * @param limits limits on the sizes of the file and its text; the number of items and of cells is
   *     limited to 1,000,000 in all
   */
  public DoclingParser(IngestLimits limits) {
    this.limits = requireNonNull(limits, "limits");
  }

  /** Returns {@code json}; only files with the whole suffix are read. */
  @Override
  public Set<String> extensions() {
    return Set.of("json");
  }

  @Override
  public boolean reads(String fileName, boolean isSource) {
    return fileName.toLowerCase(Locale.ROOT).endsWith(SUFFIX);
  }

  @Override
  public String fingerprint() {
    return "docling 1";
  }

  @Override
  public ParsedFile parse(String id, InputStream in) throws IOException {
    try {
      return new DoclingText(DoclingFile.read(limits.read(in), limits), limits).document(id);
    } catch (StreamConstraintsException e) {
      throw new UnreadableSourceException(
          "the JSON is nested too deeply, or one of its strings is too long; split the file", e);
    } catch (JsonProcessingException e) {
      String line = e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")";
      String problem =
          e instanceof JsonEOFException ? "it ends within an object" : e.getOriginalMessage();
      throw new UnreadableSourceException("it is not valid JSON: " + problem + line, e);
    }
  }
}
