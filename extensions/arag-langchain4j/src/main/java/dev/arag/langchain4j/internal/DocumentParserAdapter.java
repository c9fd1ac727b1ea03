package dev.arag.langchain4j.internal;

import dev.arag.core.text.Document;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.Parser;
import dev.arag.index.spi.UnreadableSourceException;
import dev.langchain4j.data.document.BlankDocumentException;
import dev.langchain4j.data.document.DocumentParser;
import java.io.InputStream;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Adapts a LangChain4j document parser to {@link Parser}. */
public final class DocumentParserAdapter implements Parser {
  private final DocumentParser parser;
  private final Set<String> extensions;

  public DocumentParserAdapter(DocumentParser parser, Set<String> extensions) {
    this.parser = parser;
    this.extensions =
        extensions.stream()
            .map(DocumentParserAdapter::requireExtension)
            .collect(Collectors.toUnmodifiableSet());
    if (extensions.isEmpty()) {
      throw new IllegalArgumentException("A parser needs at least one file name extension.");
    }
  }

  private static String requireExtension(String extension) {
    if (extension.isBlank() || extension.startsWith(".")) {
      throw new IllegalArgumentException(
          "A file name extension must not be blank or begin with a dot, was '" + extension + "'.");
    }
    return extension.toLowerCase(Locale.ROOT);
  }

  @Override
  public Set<String> extensions() {
    return extensions;
  }

  /** The class name. The suffix of a lambda class is removed, because it differs between runs. */
  @Override
  public String fingerprint() {
    String name = parser.getClass().getName();
    int lambda = name.indexOf("$$Lambda");
    return "langchain4j " + (lambda < 0 ? name : name.substring(0, lambda));
  }

  @Override
  public ParsedFile parse(String id, InputStream in) {
    return new ParsedFile(DocumentConverter.builder(parseDocument(in), id, Document.OWN_METADATA));
  }

  private dev.langchain4j.data.document.Document parseDocument(InputStream in) {
    try {
      return parser.parse(in);
    } catch (BlankDocumentException e) {
      throw new UnreadableSourceException("it contains no text", e);
    } catch (RuntimeException e) {
      throw new UnreadableSourceException(
          parser.getClass().getSimpleName() + " cannot read it: " + e.getMessage(), e);
    }
  }
}
