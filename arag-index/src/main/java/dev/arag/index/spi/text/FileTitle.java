package dev.arag.index.spi.text;

import dev.arag.core.internal.fold.CharacterClass;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Recognizes titles that programs set by default. Such titles do not describe the document. */
public final class FileTitle {
  private static final List<String> NO_TITLE_STARTS =
      List.of("microsoft word -", "microsoft powerpoint -", "microsoft excel -", "untitled");

  private static final List<String> NO_TITLES =
      List.of("powerpoint presentation", "slide 1", "title", "no title", "document", "unknown");

  private static final Pattern FILE_NAME =
      Pattern.compile(
          "\\S*\\.(docx?|pptx?|xlsx?|odt|rtf|tex|dvi|ps|pdf|indd|qxp|qxd|pages|html?|txt|md)");

  private static final Pattern NUMBERED = Pattern.compile("(document|presentation|slide) ?\\d*");

  private FileTitle() {}

  /**
   * Returns the title of a document: the title property of its file if it describes the document,
   * otherwise the name of the file, without its ending and with spaces instead of underscores.
   *
   * @param property the title property, without white space at its ends; may be empty
   * @param id the id of the document, whose last part is the name of the file
   * @return null if the name does not describe the document either
   */
  public static @Nullable String of(String property, String id) {
    String name = id.substring(id.lastIndexOf('/') + 1);
    int end = name.lastIndexOf('.');
    String words = (end > 0 ? name.substring(0, end) : name).replace('_', ' ').strip();
    return isTitle(property) ? property : isTitle(words) ? words : null;
  }

  /**
   * Whether the title property of a file describes the document: it has a letter and is not a
   * default of a program.
   */
  public static boolean isTitle(String title) {
    String lower = title.toLowerCase(Locale.ROOT);
    return title.codePoints().anyMatch(CharacterClass::isLetter)
        && NO_TITLE_STARTS.stream().noneMatch(lower::startsWith)
        && !NO_TITLES.contains(lower)
        && !FILE_NAME.matcher(lower).matches()
        && !NUMBERED.matcher(lower).matches();
  }
}
