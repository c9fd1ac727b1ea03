package dev.arag.cli.internal.option;

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
 * Converts paths in any locale. If the JVM cannot encode a name in the locale, the path is created
 * from a URI, which contains the UTF-8 bytes.
 */
public final class Utf8Path implements ITypeConverter<Path> {
  @Override
  public Path convert(String text) {
    if (text.isEmpty()) {
      throw new TypeConversionException("the path is empty; use . for the current folder");
    }
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      return viaUri(text, e);
    }
  }

  private static Path viaUri(String text, InvalidPathException cause) {
    if (text.indexOf('\0') >= 0 || text.chars().allMatch(character -> character < 0x80)) {
      throw new TypeConversionException("'" + text + "' is not a valid path: " + cause.getReason());
    }
    String encoded =
        Arrays.stream(text.split("/", -1)).map(Utf8Path::encode).collect(Collectors.joining("/"));
    String base = text.startsWith("/") ? "file://" : Path.of("").toUri().toString();
    return Path.of(URI.create(base + encoded));
  }

  private static String encode(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** The path as typed, for messages. */
  public static String toText(Path path) {
    String text = path.toString();
    return text.contains("\uFFFD") ? path.toUri().getPath() : text;
  }
}
