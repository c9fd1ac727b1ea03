package dev.arag.knowledge;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.strategies.PromptModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Small texts, and a model that extracts a fact from each sentence with a known verb. */
public final class Towns {
  private static final Pattern FACT =
      Pattern.compile(
          "([A-Z][\\w ]*?) (was designed by|was born in|lies in|was built by|rises near)"
              + " ([A-Z]\\w+(?: [A-Z]\\w+)*)");

  private Towns() {}

  public static Index open(Path directory) {
    return Index.builder(directory).embedder(new HashEmbedder(256)).openOrCreate();
  }

  public static void put(Index index, String id, String text) {
    index.put("test", List.of(Document.of(id, text)));
  }

  /** A model that extracts facts. */
  public static PromptModel extractor() {
    return PromptModel.of(Towns::facts);
  }

  /** Returns the reply with the facts of the text in a request. */
  public static String facts(String prompt) {
    List<String> facts = new ArrayList<>();
    Matcher matcher = FACT.matcher(prompt.substring(prompt.lastIndexOf("<<<")));
    while (matcher.find()) {
      facts.add(
          "{\"subject\":\"%s\",\"relation\":\"%s\",\"object\":\"%s\"}"
              .formatted(matcher.group(1), matcher.group(2), matcher.group(3)));
    }
    return "{\"facts\":[" + String.join(",", facts) + "]}";
  }
}
