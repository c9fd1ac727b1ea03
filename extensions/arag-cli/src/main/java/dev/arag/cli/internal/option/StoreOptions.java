package dev.arag.cli.internal.option;

import dev.arag.connect.Connector;
import dev.arag.connect.GitConnector;
import dev.arag.connect.JdbcConnector;
import dev.arag.connect.S3Connector;
import dev.arag.connect.SiteConnector;
import dev.arag.index.source.Source;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of sources, of which some may be stores: Git, S3, databases and sites. */
public final class StoreOptions {
  @Mixin private SourceOptions options;

  @Option(
      names = "--query",
      paramLabel = "SQL",
      description =
          "With jdbc:, and required: a SELECT with the columns id, text and updated_at. All other"
              + " columns are metadata, but file_name selects the parser, and readable_by lists who"
              + " may read the row.")
  private @Nullable String query;

  /**
   * @param variables the environment, which has the credentials
   * @throws UsageException if a source is missing or the options contradict each other
   */
  public List<Source> sources(List<SourceArgument> arguments, Map<String, String> variables) {
    boolean hasQuery = arguments.stream().anyMatch(each -> each.text().startsWith("jdbc:"));
    if (hasQuery && (query == null || !options.hasNames())) {
      throw new UsageException("jdbc: requires --query and --name");
    }
    if (!hasQuery && query != null) {
      throw new UsageException("--query requires a source jdbc:...");
    }
    return options.sources(arguments, each -> source(each, variables));
  }

  /** Whether readers were named; the rows of a query may name their own. */
  public boolean hasReaders() {
    return options.hasReaders() || query != null;
  }

  private Source source(SourceArgument argument, Map<String, String> variables) {
    if (argument.path() == null) {
      return Source.of(connector(argument.text(), variables));
    }
    SourceOptions.requireExists(argument.path());
    return Source.path(argument.path());
  }

  private Connector connector(String address, Map<String, String> variables) {
    if (address.startsWith("git:")) {
      return git(address, variables);
    }
    if (address.startsWith("s3:")) {
      return s3(address, variables);
    }
    if (address.startsWith("jdbc:")) {
      return JdbcConnector.of(
          "jdbc", // --name replaces it
          address,
          variables.get("ARAG_JDBC_USER"),
          variables.get("ARAG_JDBC_PASSWORD"),
          String.valueOf(query));
    }
    return SiteConnector.of(address);
  }

  private static GitConnector git(String address, Map<String, String> variables) {
    boolean isUrl = address.startsWith("git://");
    String[] parts = (isUrl ? address : address.substring("git:".length())).split("#", 2);
    String home = variables.getOrDefault("XDG_CACHE_HOME", "");
    Path caches =
        home.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(home);
    String location = GitConnector.of(parts[0], caches).location();
    String folder = Integer.toHexString(location.hashCode());
    GitConnector git = GitConnector.of(parts[0], caches.resolve("arag").resolve("git-" + folder));
    String password = variables.getOrDefault("ARAG_GIT_PASSWORD", "");
    if (!password.isEmpty()) {
      git = git.credentials(variables.getOrDefault("ARAG_GIT_USER", "git"), password);
    }
    return parts.length == 1 ? git : git.branch(parts[1]);
  }

  private static S3Connector s3(String address, Map<String, String> variables) {
    String[] parts = address.substring("s3://".length()).split("/", 2);
    S3Connector s3 = S3Connector.of(parts[0], parts.length == 1 ? "" : parts[1]);
    String endpoint = variables.getOrDefault("AWS_ENDPOINT_URL", "");
    return endpoint.isEmpty() ? s3 : s3.endpoint(URI.create(endpoint));
  }
}
