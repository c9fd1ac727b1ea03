package dev.arag.cli.internal.serving;

import dev.arag.agent.Agent;
import dev.arag.cli.internal.console.CommandContext;
import dev.arag.cli.internal.console.InterruptHandler;
import dev.arag.cli.internal.failure.CliExceptionHandler;
import dev.arag.cli.internal.model.ConfiguredModel;
import dev.arag.cli.internal.option.CorpusLocation;
import dev.arag.cli.internal.option.EmbedderOption;
import dev.arag.cli.internal.option.OpenCorpus;
import dev.arag.cli.internal.option.ProfileOption;
import dev.arag.cli.internal.option.ScopeOption;
import dev.arag.cli.internal.option.ToolsOption;
import dev.arag.cli.internal.option.UsageException;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.embed.Embedder;
import dev.arag.core.error.AragException;
import dev.arag.mcp.McpHttp;
import dev.arag.mcp.McpStdio;
import dev.arag.mcp.McpTools;
import dev.arag.web.AccessToken;
import java.io.IOException;
import java.net.BindException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code arag mcp}: serves the tools to an assistant. */
@Command(
    description =
        "Serves the search tools to an assistant that supports the Model Context"
            + " Protocol, such as Claude Desktop, Cursor or VS Code.",
    sortOptions = false,
    footer = {
      "",
      "Without --http, the assistant starts this command and uses its standard input",
      "and output. Put the absolute paths into the configuration of the assistant:",
      "  \"command\": \"java\", \"args\": [\"-jar\", \"/path/arag.jar\", \"mcp\", \"/path/my.arag\"]",
      "If the environment variables of arag ask select an LLM, it also has the tool ask.",
      "With --http, clients must send the token of --token-file or of the environment",
      "variable ARAG_MCP_TOKEN, if there is one."
    })
public final class McpCommand implements Callable<Integer> {
  private static final String TOKEN_VARIABLE = "ARAG_MCP_TOKEN";
  private static final int MAX_PORT = 0xFFFF;

  @ParentCommand private CommandContext arag;

  @Mixin private CorpusLocation location;

  @Option(
      names = "--http",
      paramLabel = "PORT",
      description = "Serve HTTP at this port of 127.0.0.1 until Ctrl-C; 0 for any free port.")
  private @Nullable Integer port;

  @Mixin private TokenOption tokenFile;

  @Option(
      names = "--prefix",
      paramLabel = "P",
      defaultValue = "",
      description = "Start the names of the tools with P, such as handbook_.")
  private String prefix;

  @Option(
      names = "--about",
      paramLabel = "TEXT",
      description = "What the documents are, for the assistant, as a sentence.")
  private @Nullable String about;

  @Mixin private ScopeOption scope;

  @Mixin private ToolsOption additional;

  @Mixin private EmbedderOption embedder;

  @Override
  public Integer call() throws IOException {
    AccessToken token = token();
    ConfiguredModel model = ConfiguredModel.of(arag.environment().variables());
    try (Embedder given = embedder.forQueries();
        OpenCorpus index = location.open(arag.environment().variables(), given)) {
      McpTools tools = tools(index, model);
      // A collection is read anew with each call.
      Optional<IndexRefresher> refresher =
          index.index().map(opened -> IndexRefresher.start(opened, arag.output()));
      try {
        serve(tools, token);
        return ExitCode.OK;
      } catch (InterruptedException e) {
        return InterruptHandler.EXIT_CODE;
      } finally {
        refresher.ifPresent(IndexRefresher::stop);
      }
    }
  }

  private @Nullable AccessToken token() throws IOException {
    if (port == null) {
      tokenFile.requireUnused("--http");
      return null;
    }
    if (port < 0 || port > MAX_PORT) {
      throw new UsageException("--http must be 0 to " + MAX_PORT + ", was " + port);
    }
    return tokenFile.read(arag.environment().variables(), TOKEN_VARIABLE);
  }

  private McpTools tools(OpenCorpus index, ConfiguredModel model) {
    Catalogue corpus = scope.within(index, arag.output());
    McpTools tools =
        UsageException.requireValid(() -> described(McpTools.of(corpus).prefix(prefix)))
            .tools(additional.toolbox(index, arag.output()))
            .checkQuotes()
            .failureListener(this::report);
    return model.isExtractive() ? tools : tools.ask(agent(corpus, model, index));
  }

  private Agent agent(Catalogue corpus, ConfiguredModel model, OpenCorpus index) {
    return Agent.builder(corpus, model.model())
        .profile(additional.profile(ProfileOption.DEFAULT, index, arag.output()))
        .build();
  }

  private McpTools described(McpTools tools) {
    return about == null ? tools : tools.about(about);
  }

  /** Other exceptions may contain text of documents in their message. */
  private void report(String tool, Throwable failure) {
    String reason =
        failure instanceof AragException
            ? CliExceptionHandler.withHint(failure, location.solr().isPresent())
            : failure.getClass().getSimpleName();
    arag.output().note("arag: " + tool + " failed: " + reason);
    if (arag.isDebug()) {
      failure.printStackTrace(arag.environment().err());
    }
  }

  private void serve(McpTools tools, @Nullable AccessToken token)
      throws IOException, InterruptedException {
    if (port == null) {
      McpStdio.serve(tools);
      return;
    }
    ServeCommand.setServerOptions();
    try (McpHttp server = McpHttp.start(tools, port, token)) {
      arag.output()
          .note(
              "Serving "
                  + server.uri()
                  + (token == null
                      ? " to every program of this machine"
                      : " to clients with the token")
                  + ". Ctrl-C ends the server.");
      new CountDownLatch(1).await();
    } catch (BindException e) {
      throw new UsageException(
          "--http " + port + ": the port is in use or not allowed; use another one");
    }
  }
}
