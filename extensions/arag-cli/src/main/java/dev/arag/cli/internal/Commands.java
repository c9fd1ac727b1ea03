package dev.arag.cli.internal;

import dev.arag.cli.internal.demo.DemoCommand;
import dev.arag.cli.internal.evaluation.BatchCommand;
import dev.arag.cli.internal.evaluation.EvalCommand;
import dev.arag.cli.internal.index.DeleteCommand;
import dev.arag.cli.internal.index.DocumentsCommand;
import dev.arag.cli.internal.index.EmbedCommand;
import dev.arag.cli.internal.index.ExtractCommand;
import dev.arag.cli.internal.index.IndexCommand;
import dev.arag.cli.internal.index.PurgeCommand;
import dev.arag.cli.internal.index.StatsCommand;
import dev.arag.cli.internal.index.VerifyCommand;
import dev.arag.cli.internal.search.AskCommand;
import dev.arag.cli.internal.search.FindCommand;
import dev.arag.cli.internal.search.KeywordCommand;
import dev.arag.cli.internal.search.OutlineCommand;
import dev.arag.cli.internal.search.ReadCommand;
import dev.arag.cli.internal.search.SearchCommand;
import dev.arag.cli.internal.search.SemanticCommand;
import dev.arag.cli.internal.serving.McpCommand;
import dev.arag.cli.internal.serving.ServeCommand;
import java.util.LinkedHashMap;
import java.util.Map;

/** The subcommands by name, in the order of the help text. */
final class Commands {
  private Commands() {}

  static Map<String, Object> all() {
    Map<String, Object> commands = new LinkedHashMap<>();
    commands.put("index", new IndexCommand());
    commands.put("embed", new EmbedCommand());
    commands.put("extract", new ExtractCommand());
    commands.put("stats", new StatsCommand());
    commands.put("documents", new DocumentsCommand());
    commands.put("delete", new DeleteCommand());
    commands.put("purge", new PurgeCommand());
    commands.put("verify", new VerifyCommand());
    commands.put("search", new SearchCommand());
    commands.put("keyword", new KeywordCommand());
    commands.put("semantic", new SemanticCommand());
    commands.put("find", new FindCommand());
    commands.put("read", new ReadCommand());
    commands.put("outline", new OutlineCommand());
    commands.put("ask", new AskCommand());
    commands.put("serve", new ServeCommand());
    commands.put("batch", new BatchCommand());
    commands.put("eval", new EvalCommand());
    commands.put("mcp", new McpCommand());
    commands.put("demo", new DemoCommand());
    commands.put("help", new HelpCommand());
    return commands;
  }
}
