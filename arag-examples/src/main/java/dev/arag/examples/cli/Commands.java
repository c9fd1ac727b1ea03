package dev.arag.examples.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/** The subcommands by name, in the order the help lists them. */
final class Commands {
  private Commands() {}

  static Map<String, Object> all() {
    Map<String, Object> commands = new LinkedHashMap<>();
    commands.put("index", new IndexCommand());
    commands.put("embed", new EmbedCommand());
    commands.put("stats", new StatsCommand());
    commands.put("keyword", new KeywordCommand());
    commands.put("semantic", new SemanticCommand());
    commands.put("read", new ReadCommand());
    commands.put("ask", new AskCommand());
    commands.put("verify", new VerifyCommand());
    commands.put("demo", new DemoCommand());
    commands.put("delete", new NotYetCommand("index the documents that should stay instead"));
    commands.put("purge", new NotYetCommand("index writes a new index, nothing old stays in it"));
    return commands;
  }
}
