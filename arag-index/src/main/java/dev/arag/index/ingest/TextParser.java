package dev.arag.index.ingest;

import static java.util.Objects.requireNonNull;

import dev.arag.core.text.Document;
import dev.arag.index.internal.ingest.PlainHeadings;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.Parser;
import dev.arag.index.spi.text.DecodedText;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads plain text and keeps the text unchanged. Headings are guessed: the first line of a
 * paragraph is a heading if it is short, does not end with punctuation, and is followed by text. If
 * such a line is a paragraph by itself, it is a heading if the next paragraph is much longer. A
 * section ends at the next heading. {@link #forExtensions} and {@link #withoutHeadings} adapt it to
 * other text formats, such as source code. Immutable.
 */
public final class TextParser implements Parser {
  private final IngestLimits limits;
  private final Set<String> extensions;
  private final boolean findsHeadings;

  public TextParser() {
    this(IngestLimits.defaults());
  }

  public TextParser(IngestLimits limits) {
    this(limits, Set.of("txt"), true);
  }

  private TextParser(IngestLimits limits, Set<String> extensions, boolean findsHeadings) {
    this.limits = requireNonNull(limits, "limits");
    this.extensions = extensions;
    this.findsHeadings = findsHeadings;
  }

  /**
   * Returns a parser for text files with the given file name extensions, such as {@code .adoc} or
   * {@code .java}. Pass it to {@link dev.arag.index.source.Source#parser}. It reads the files as
   * plain text: markup stays in the text.
   *
   * @param endings extensions with or without a leading dot, in any case; at least one
   * @throws IllegalArgumentException if there is no extension, or an extension is blank or contains
   *     another dot
   */
  public static TextParser forExtensions(String... endings) {
    requireNonNull(endings, "endings");
    if (endings.length == 0) {
      throw new IllegalArgumentException("endings must not be empty");
    }
    Set<String> extensions =
        Arrays.stream(endings).map(TextParser::extension).collect(Collectors.toUnmodifiableSet());
    return new TextParser(IngestLimits.defaults(), extensions, true);
  }

  private static String extension(String ending) {
    String name = requireNonNull(ending, "ending").startsWith(".") ? ending.substring(1) : ending;
    if (name.isBlank() || name.indexOf('.') >= 0) {
      throw new IllegalArgumentException(
          "A file name extension must be like \".adoc\", without another dot, was \""
              + ending
              + "\"");
    }
    return name.toLowerCase(Locale.ROOT);
  }

  /**
   * Returns a parser that treats no line as a heading, for texts without headings, such as source
   * code.
   */
  public TextParser withoutHeadings() {
    return new TextParser(limits, extensions, false);
  }

  @Override
  public Set<String> extensions() {
    return extensions;
  }

  @Override
  public String fingerprint() {
    // Without the extensions, which do not change how a file is read.
    return findsHeadings ? "text 2" : "text 1 without headings";
  }

  @Override
  public ParsedFile parse(String id, InputStream in) throws IOException {
    DecodedText decoded = DecodedText.of(limits.read(in));
    limits.checkText(decoded.text().length());
    Document.Builder document = Document.builder(id, decoded.text());
    if (findsHeadings) {
      PlainHeadings.find(decoded.text(), 0, decoded.text().length())
          .forEach(heading -> heading.title().ifPresent(title -> heading.markIn(document, title)));
    }
    return new ParsedFile(document, decoded.warnings());
  }
}
