package dev.arag.pdf.internal.text;

import dev.arag.core.internal.string.Truncation;
import dev.arag.core.text.Document;
import dev.arag.index.spi.text.DecodedText;
import dev.arag.index.spi.text.FileTitle;
import java.util.Calendar;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDDocumentInformation;
import org.jspecify.annotations.Nullable;

/** The title and metadata of a file. */
final class PdfProperties {
  private static final int MAX_LENGTH = 1000;

  private PdfProperties() {}

  static void addTo(Document.Builder document, PDDocument file, String id) {
    PDDocumentInformation facts = file.getDocumentInformation();
    document.title(FileTitle.of(clean(facts.getTitle()), id));
    add(document, "author", facts.getAuthor());
    add(document, "subject", facts.getSubject());
    add(document, "keywords", facts.getKeywords());
    add(document, "created", date(facts.getCreationDate()));
    add(document, "modified", date(facts.getModificationDate()));
    add(document, "language", file.getDocumentCatalog().getLanguage());
  }

  static void add(Document.Builder document, String key, @Nullable String value) {
    String clean = clean(value);
    if (!clean.isEmpty()) {
      document.metadata(Document.OWN_METADATA + key, clean);
    }
  }

  private static @Nullable String date(@Nullable Calendar date) {
    return date == null ? null : date.toInstant().toString();
  }

  /**
   * Returns the value on one line, truncated, with lone surrogates replaced by U+FFFD. Returns an
   * empty string for null.
   */
  static String clean(@Nullable String value) {
    if (value == null) {
      return "";
    }
    String whole = DecodedText.of(Truncation.prefix(value, MAX_LENGTH)).text();
    StringBuilder clean = new StringBuilder();
    for (int i = 0; i < whole.length(); i++) {
      char unit = whole.charAt(i);
      boolean gap = Character.isWhitespace(unit) || Character.isISOControl(unit);
      if (!gap) {
        clean.append(unit);
      } else if (!clean.isEmpty() && clean.charAt(clean.length() - 1) != ' ') {
        clean.append(' ');
      }
    }
    return clean.toString().strip();
  }
}
