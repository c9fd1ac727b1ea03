package dev.arag.connect.internal.site;

import java.io.IOException;
import java.net.http.HttpHeaders;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Selects the file names of pages, whose extensions select parsers. */
final class PageTypes {
  private static final String OFFICE = "application/vnd.openxmlformats-officedocument.";

  private static final Map<String, String> EXTENSIONS =
      Map.ofEntries(
          Map.entry("text/html", "html"),
          Map.entry("application/xhtml+xml", "html"),
          Map.entry("text/plain", "txt"),
          Map.entry("text/markdown", "md"),
          Map.entry("application/pdf", "pdf"),
          Map.entry("application/rtf", "rtf"),
          Map.entry("text/rtf", "rtf"),
          Map.entry("application/epub+zip", "epub"),
          Map.entry("application/msword", "doc"),
          Map.entry("application/vnd.ms-excel", "xls"),
          Map.entry("application/vnd.ms-powerpoint", "ppt"),
          Map.entry("application/vnd.oasis.opendocument.text", "odt"),
          Map.entry("application/vnd.oasis.opendocument.presentation", "odp"),
          Map.entry("application/vnd.oasis.opendocument.spreadsheet", "ods"),
          Map.entry(OFFICE + "wordprocessingml.document", "docx"),
          Map.entry(OFFICE + "presentationml.presentation", "pptx"),
          Map.entry(OFFICE + "spreadsheetml.sheet", "xlsx"));

  /** Files that are no pages. They are not requested if no parser of the source reads them. */
  private static final Set<String> OTHERS =
      Set.of(
          "png", "jpg", "jpeg", "gif", "svg", "webp", "ico", "css", "js", "json", "xml", "csv",
          "zip", "gz", "tar", "mp3", "mp4", "webm", "mov", "avi", "woff", "woff2", "ttf", "exe");

  private static final Pattern CHARSET =
      Pattern.compile("charset\\s*=\\s*\"?([\\w.:-]+)", Pattern.CASE_INSENSITIVE);

  private PageTypes() {}

  /** Returns the name by the address: HTML, if the address does not say otherwise. */
  static String ofPath(String path) {
    String last = path.substring(path.lastIndexOf('/') + 1);
    String extension = extension(last);
    boolean isKnown = EXTENSIONS.containsValue(extension) || OTHERS.contains(extension);
    return isKnown ? last : last + ".html";
  }

  private static String extension(String name) {
    return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the name by the media type of the page.
   *
   * @param expected the name by the address
   * @throws IOException if there is no extension for the media type
   */
  static String ofResponse(HttpHeaders headers, String expected) throws IOException {
    String type = headers.firstValue("content-type").orElse("").replaceFirst(";.*", "").strip();
    if (type.isEmpty() || type.equalsIgnoreCase("application/octet-stream")) {
      return expected;
    }
    String extension = EXTENSIONS.get(type.toLowerCase(Locale.ROOT));
    if (extension == null) {
      throw new IOException("its media type " + type + " is not supported");
    }
    String now = extension(expected);
    boolean isText = extension.equals("txt") && now.equals("md");
    return extension.equals(now) || isText ? expected : expected + "." + extension;
  }

  /** Returns text in UTF-8, because parsers do not know the charset of the header. */
  static byte[] toUtf8(HttpHeaders headers, byte[] body) {
    String type = headers.firstValue("content-type").orElse("");
    Matcher matcher = CHARSET.matcher(type);
    if (!type.toLowerCase(Locale.ROOT).startsWith("text/") || !matcher.find()) {
      return body;
    }
    try {
      Charset charset = Charset.forName(matcher.group(1));
      return charset.equals(StandardCharsets.UTF_8)
          ? body
          : new String(body, charset).getBytes(StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return body;
    }
  }
}
