package dev.arag.pdf;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.string.Truncation;
import dev.arag.core.text.Document;
import dev.arag.index.ingest.DecodedText;
import java.util.Calendar;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDDocumentInformation;
import org.jspecify.annotations.Nullable;

/** The title and metadata of a file. */
final class PdfProperties {
  private static final int MAX_LENGTH = 1000;

  /** Prefixes of titles that programs set by default. They do not describe the document. */
  private static final List<String> NO_TITLE_STARTS =
      List.of("microsoft word -", "microsoft powerpoint -", "microsoft excel -", "untitled");

  private static final List<String> NO_TITLES =
      List.of("powerpoint presentation", "slide 1", "title", "no title", "document", "unknown");

  private static final Pattern FILE_NAME =
      Pattern.compile(
          "\\S*\\.(docx?|pptx?|xlsx?|odt|rtf|tex|dvi|ps|pdf|indd|qxp|qxd|pages|html?|txt|md)");

  private static final Pattern NUMBERED = Pattern.compile("(document|presentation|slide) ?\\d*");

  private PdfProperties() {}

  static void addTo(Document.Builder document, PDDocument file) {
    PDDocumentInformation facts = file.getDocumentInformation();
    String title = clean(facts.getTitle());
    document.title(isTitle(title) ? title : null);
    add(document, "author", facts.getAuthor());
    add(document, "subject", facts.getSubject());
    add(document, "keywords", facts.getKeywords());
    add(document, "created", date(facts.getCreationDate()));
    add(document, "modified", date(facts.getModificationDate()));
    add(document, "language", file.getDocumentCatalog().getLanguage());
  }

  private static void add(Document.Builder document, String key, @Nullable String value) {
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

  static boolean isTitle(String title) {
    String lower = title.toLowerCase(Locale.ROOT);
    return title.codePoints().anyMatch(CharacterClass::isLetter)
        && NO_TITLE_STARTS.stream().noneMatch(lower::startsWith)
        && !NO_TITLES.contains(lower)
        && !FILE_NAME.matcher(lower).matches()
        && !NUMBERED.matcher(lower).matches();
  }
}
