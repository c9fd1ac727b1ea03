package dev.arag.cli.internal.serving;

import dev.arag.agent.Agent;
import dev.arag.agent.budget.Budget;
import dev.arag.cli.internal.console.CommandContext;
import dev.arag.cli.internal.console.InterruptHandler;
import dev.arag.cli.internal.model.ConfiguredModel;
import dev.arag.cli.internal.option.BudgetOptions;
import dev.arag.cli.internal.option.CorpusLocation;
import dev.arag.cli.internal.option.EmbedderOption;
import dev.arag.cli.internal.option.OpenCorpus;
import dev.arag.cli.internal.option.ProfileOption;
import dev.arag.cli.internal.option.PruneOption;
import dev.arag.cli.internal.option.ScopeOption;
import dev.arag.cli.internal.option.SolrLocation;
import dev.arag.cli.internal.option.SourceOptions;
import dev.arag.cli.internal.option.StrategyOption;
import dev.arag.cli.internal.option.UsageException;
import dev.arag.core.embed.Embedder;
import dev.arag.graph.Graphs;
import dev.arag.index.Index;
import dev.arag.index.source.FileIngest;
import dev.arag.index.source.Source;
import dev.arag.index.spi.IngestLimits;
import dev.arag.pdf.PageImage;
import dev.arag.web.AccessToken;
import dev.arag.web.page.ConversationFolder;
import dev.arag.web.page.PageServer;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code arag serve}: a web page for the documents of an index. */
@Command(
    description = {
      "Serves a web page that searches the documents and answers questions.",
      "The page can be opened on this machine only, at the address that the command"
          + " prints. Ctrl-C ends the command."
    },
    sortOptions = false,
    footer = {
      "",
      "Environment variables select the LLM, as for arag ask.",
      "With --api, programs that use OpenAI's API can ask the model \"arag\". Their API",
      "key is the token in the address of the page, or that of --token-file or of the",
      "environment variable ARAG_SERVE_TOKEN.",
      "Example: arag serve my.arag --source docs"
    })
public final class ServeCommand implements Callable<Integer> {
  private static final int MAX_PORT = 0xFFFF;
  private static final String TOKEN_VARIABLE = "ARAG_SERVE_TOKEN";

  /** A program that is told to end should not wait long for an embedder. */
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

  @ParentCommand private CommandContext arag;

  @Mixin private CorpusLocation location;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "2724",
      description = "The port; 0 for any free port. Default: 2724.")
  private int port;

  @Option(
      names = "--source",
      paramLabel = "PATH",
      description =
          "A file or folder that is synced at the start, and again with a button of the"
              + " page. Repeatable. Creates the index if it does not exist. Not with --solr.")
  private List<Path> paths = new ArrayList<>();

  @Mixin private PruneOption prune;

  @Option(
      names = "--allow-upload",
      description =
          "Allow the page to add files to the index, as documents of the source"
              + " \"uploads\", and to delete these. Creates the index if it does not exist. Not with --solr.")
  private boolean allowUpload;

  @Option(
      names = "--no-history",
      description = {
        "Keep the conversations in memory only. By default, they are stored beside the index"
            + " NAME.arag, in the folder NAME.conversations.arag, at most 200.",
        "With --solr, --scope, --document or --as, they are never stored."
      })
  private boolean noHistory;

  @Option(
      names = "--api",
      description = "Also serve OpenAI's API of chat completions, at http://127.0.0.1:PORT/v1.")
  private boolean isApi;

  @Mixin private TokenOption tokenFile;

  @Mixin private SourceOptions sourceOptions;

  @Mixin private ScopeOption scope;

  @Mixin private EmbedderOption embedder;

  @Mixin private StrategyOption strategy;

  @Mixin private BudgetOptions limits;

  /**
   * @param api the base URL of the API; null without {@code --api}
   */
  record ServeResult(String url, @Nullable String api) {}

  @Override
  public Integer call() throws IOException {
    validateOptions();
    AccessToken[] clients = clients();
    List<Source> sources = sources();
    Budget budget = limits.budget(limits.readPrices());
    ConfiguredModel model =
        ConfiguredModel.of(arag.environment().variables(), limits.requestTimeout());
    try (Embedder given = embedder.forQueries();
        OpenCorpus index = open(given)) {
      Agent agent =
          model
              .streamingAgent(index.catalogue())
              .strategy(strategy.strategy(index, model.name()))
              .budget(budget)
              .build();
      scope.warnings(index).forEach(arag.output()::note);
      PageServer.Builder page = page(index, agent, sources);
      if (isApi) {
        page.api(clients);
      }
      if (model.isExtractive()) {
        page.notice(model.about());
      }
      return serve(page, model, sources);
    }
  }

  private void validateOptions() {
    if (port < 0 || port > MAX_PORT) {
      throw new UsageException("--port must be 0 to " + MAX_PORT + ", was " + port);
    }
    if (allowUpload && scope.isSet()) {
      throw new UsageException(
          "--allow-upload cannot be combined with --scope, --document or --as, because the page"
              + " would not show the uploaded documents");
    }
    if (location.solr().isPresent() && isWriting()) {
      throw new UsageException(
          "--source and --allow-upload are not possible with --solr; to update the collection, use"
              + " arag index "
              + location.argument()
              + " SOURCE...");
    }
    strategy.check();
  }

  private AccessToken[] clients() throws IOException {
    if (!isApi) {
      tokenFile.requireUnused("--api");
      return new AccessToken[0];
    }
    AccessToken token = tokenFile.read(arag.environment().variables(), TOKEN_VARIABLE);
    return token == null ? new AccessToken[0] : new AccessToken[] {token};
  }

  private boolean isWriting() {
    return !paths.isEmpty() || allowUpload;
  }

  private List<Source> sources() {
    List<Source> sources = sourceOptions.sources(paths);
    return prune.apply(sources);
  }

  private OpenCorpus open(@Nullable Embedder given) {
    if (location.solr().isPresent()) {
      return location.open(arag.environment().variables(), given);
    }
    Index.Builder builder =
        Index.builder(location.path())
            .closeTimeout(CLOSE_TIMEOUT)
            .knownFinders(Graphs::finder)
            .knownRules(ProfileOption.knownRules());
    if (given != null) {
      builder.embedder(given);
    }
    return OpenCorpus.of(isWriting() ? builder.openOrCreate() : builder.open());
  }

  private PageServer.Builder page(OpenCorpus index, Agent agent, List<Source> sources) {
    PageServer.Builder page =
        index
            .index()
            .map(directory -> PageServer.builder(directory, agent))
            .orElseGet(() -> PageServer.builder(index.catalogue(), index::stats, agent))
            .port(port)
            .title(title())
            .scope(scope.scope())
            .sources(sources);
    if (index.index().isPresent()) {
      page.pageImages((file, number) -> PageImage.of(file, number).png());
    }
    // With a scope, the page would show text of conversations about other documents.
    if (!noHistory && location.solr().isEmpty() && !scope.isSet()) {
      page.conversations(ConversationFolder.beside(location.path()));
    }
    if (allowUpload) {
      page.allowUploads(IngestLimits.defaults(), sourceOptions.uploadFormats());
    }
    return page;
  }

  private String title() {
    return location
        .solr()
        .map(SolrLocation::collection)
        .orElseGet(() -> FileIngest.lastName(location.path().toAbsolutePath().normalize()));
  }

  private int serve(PageServer.Builder page, ConfiguredModel model, List<Source> sources)
      throws IOException {
    setServerOptions();
    try (PageServer server = page.start()) {
      if (!sources.isEmpty()) {
        server.startSync();
      }
      if (model.isExtractive()) {
        arag.output().note(model.about());
      }
      arag.output().note("Open this address in a browser. Ctrl-C stops the server.");
      String api = isApi ? server.apiAddress().toString() : null;
      if (api != null) {
        arag.output().note("OpenAI's API: base URL " + api + ", model arag.");
      }
      ServeResult result = new ServeResult(server.address().toString(), api);
      arag.output().result(result, out -> out.line(result.url()));
      new CountDownLatch(1).await();
      return ExitCode.OK;
    } catch (BindException e) {
      throw new BindException(
          "port "
              + port
              + " is in use; stop the program that uses it, or choose another port with --port");
    } catch (InterruptedException e) {
      return InterruptHandler.EXIT_CODE;
    }
  }

  /** These options of the JDK's server are read once. */
  static void setServerOptions() {
    // Without it, delayed acknowledgements add 40 ms to each request.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    // Bounds the connections that send nothing. They hold no thread.
    System.setProperty("jdk.httpserver.maxConnections", "4096");
  }
}
