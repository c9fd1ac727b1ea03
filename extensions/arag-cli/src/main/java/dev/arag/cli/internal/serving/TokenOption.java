package dev.arag.cli.internal.serving;

import dev.arag.cli.internal.option.UsageException;
import dev.arag.cli.internal.option.Utf8Path;
import dev.arag.web.AccessToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option {@code --token-file} of commands that serve programs. */
final class TokenOption {
  private static final String FORM = "[!-~]{16,}";

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "A file that contains the token of the clients.")
  private @Nullable Path file;

  /**
   * @throws UsageException if the option is used without the option that it belongs to
   */
  void requireUnused(String option) {
    if (file != null) {
      throw new UsageException("--token-file requires " + option);
    }
  }

  /**
   * Returns the token of the file or else of the variable; null if there is neither.
   *
   * @throws UsageException if it is not a token
   */
  @Nullable AccessToken read(Map<String, String> variables, String variable) throws IOException {
    if (file != null) {
      return token("--token-file " + Utf8Path.toText(file), Files.readString(file));
    }
    String value = variables.get(variable);
    return value == null ? null : token(variable, value);
  }

  private static AccessToken token(String source, String text) {
    if (!text.strip().matches(FORM)) {
      throw new UsageException(
          source
              + ": a token must have at least 16 letters, digits or punctuation marks, without"
              + " spaces. To create one:"
              + " openssl rand -hex 32");
    }
    return AccessToken.of(text.strip());
  }
}
