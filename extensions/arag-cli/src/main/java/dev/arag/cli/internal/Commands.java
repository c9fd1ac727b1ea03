package dev.arag.cli.internal;

import java.util.LinkedHashMap;
import java.util.Map;

/** The subcommands by name, in the order of the help text. */
final class Commands {
  private Commands() {}

  static Map<String, Object> all() {
    Map<String, Object> commands = new LinkedHashMap<>();
    commands.put("index", new IndexCommand());
    commands.put("embed", new EmbedCommand());
    commands.put("stats", new StatsCommand());
    commands.put("documents", new DocumentsCommand());
    commands.put("delete", new DeleteCommand());
    commands.put("purge", new PurgeCommand());
    commands.put("verify", new VerifyCommand());
    commands.put("keyword", new KeywordCommand());
    commands.put("semantic", new SemanticCommand());
    commands.put("read", new ReadCommand());
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
