package dev.arag.examples.cli;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Paths in UTF-8, whatever the locale says. Where the virtual machine cannot express a name, a URI
 * can: it holds the bytes.
 */
final class Utf8Path implements ITypeConverter<Path> {
  @Override
  public Path convert(String text) {
    if (text.isEmpty()) {
      throw new TypeConversionException("it is empty; a dot means the current folder");
    }
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      return throughUri(text, e);
    }
  }

  private static Path throughUri(String text, InvalidPathException cause) {
    if (text.indexOf('\0') >= 0 || text.chars().allMatch(character -> character < 0x80)) {
      throw new TypeConversionException("'" + text + "' is no path: " + cause.getReason());
    }
    String encoded =
        Arrays.stream(text.split("/", -1)).map(Utf8Path::encode).collect(Collectors.joining("/"));
    String base = text.startsWith("/") ? "file://" : Path.of("").toUri().toString();
    return Path.of(URI.create(base + encoded));
  }

  private static String encode(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** The path as it was typed, for messages. */
  static String text(Path path) {
    String text = path.toString();
    return text.contains("\uFFFD") ? path.toUri().getPath() : text;
  }
}
