package dev.arag.cli.internal.report;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Replaces the names of the Java API in messages of the library with commands and options. */
public final class ApiNames {
  private static final Map<String, String> COMMANDS =
      Map.ofEntries(
          Map.entry("Index.builder(directory).mentions(...)", "arag index DIR SOURCE... --graph"),
          Map.entry("Index.builder(path).embedder(...)", "--embedder NAME"),
          Map.entry("Index.builder(dir).embedder(...)", "--embedder NAME"),
          Map.entry("Index.builder(dir).withoutEmbeddings()", "--embedder none"),
          Map.entry("Index.sync", "arag index DIR SOURCE..."),
          Map.entry("Index.embed", "arag embed DIR"),
          Map.entry("Knowledge.extractFacts", "arag extract DIR --facts"),
          Map.entry("Index.verify", "arag verify DIR"),
          Map.entry("Index.delete", "arag delete DIR ID..."),
          Map.entry("SolrIndex.delete", "arag delete --solr URL/COLLECTION ID..."),
          Map.entry("SolrIndex.Builder.embedder", "arag index --solr URL/COLLECTION SOURCE..."),
          Map.entry("Strategies.names", "arag ask --help"),
          Map.entry("Source.name", "--name NAME"),
          Map.entry("Source.prune", "--prune-share"),
          Map.entry("Builder.rights", "--rights"),
          Map.entry("S3Connector.credentials", "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"),
          Map.entry("ChunksJsonParser.only", "--format chunks"),
          Map.entry("Records.only", "--format records"),
          Map.entry("RecordFields.text", "--text-field"),
          Map.entry("Budget.contextTokens", "--context-tokens"));

  /**
   * A method of a class, such as {@code Index.sync} or {@code Index.builder(dir).embedder(...)}.
   */
  private static final Pattern NAME =
      Pattern.compile(
          "(?<![\\w.])[A-Z][A-Za-z]++\\.[A-Za-z]++(?:\\.[a-z]++)?"
              + "(?:\\([a-z]++\\)\\.[A-Za-z]++\\(\\.*+\\))?");

  private ApiNames() {}

  public static String replaceWithCommands(String message) {
    return NAME.matcher(message)
        .replaceAll(
            found -> Matcher.quoteReplacement(COMMANDS.getOrDefault(found.group(), found.group())))
        .replace("....", "...");
  }
}
