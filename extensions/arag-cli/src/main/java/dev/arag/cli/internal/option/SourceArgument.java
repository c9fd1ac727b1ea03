package dev.arag.cli.internal.option;

import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A source that {@code arag index} updates an index from.
 *
 * @param text the argument
 * @param path the file or folder; null for the address of a store
 */
public record SourceArgument(String text, @Nullable Path path) {
  private static final Pattern STORE = Pattern.compile("(git:|jdbc:|s3://|https?://).+");

  static SourceArgument parse(String text) {
    boolean isStore = STORE.matcher(text).matches();
    return new SourceArgument(text, isStore ? null : new Utf8Path().convert(text));
  }

  /** The path as typed, for messages. An address may contain a password. */
  @Override
  public String toString() {
    return path == null ? text.replaceFirst(":.*", ":...") : Utf8Path.toText(path);
  }
}
