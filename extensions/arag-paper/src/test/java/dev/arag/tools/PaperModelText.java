package dev.arag.tools;

import dev.arag.paper.internal.FullTextTools;
import dev.arag.paper.internal.PaperTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Renders the texts of the tools of the paper, for comparison with the golden files. {@link #main}
 * writes the golden files. Run it only after an intended change to a text.
 */
final class PaperModelText {
  static final Path FOLDER = Path.of("src/test/resources/golden");
  static final String TOOLS = "tools-paper.txt";
  static final String OBSERVATIONS = "observations-paper.txt";
  static final String FULL_TEXT = "full-text-tools-paper.txt";
  static final String STANDARD_FULL_TEXT = "full-text-tools.txt";

  private PaperModelText() {}

  /** Writes the golden files. The working directory must be the directory of this module. */
  public static void main(String[] args) throws IOException {
    Files.createDirectories(FOLDER);
    Files.writeString(FOLDER.resolve(TOOLS), tools());
    Files.writeString(FOLDER.resolve(OBSERVATIONS), paperObservations());
    Files.writeString(FOLDER.resolve(FULL_TEXT), paperFullText());
    Files.writeString(FOLDER.resolve(STANDARD_FULL_TEXT), fullText());
  }

  /** Returns the name, description, schema and example of each tool. */
  static String tools() {
    return ModelText.definitions(PaperTools.of(ToolConversation.corpus()));
  }

  /** Returns the definitions and observations of these tools in the paper profile. */
  static String paperFullText() {
    Toolbox searches = PaperTools.fullText(ModelText.corpus());
    ModelText.CallScript script = new ModelText.CallScript(searches);
    script.call("keyword_search", "{\"keywords\":[\"Mira Voss\",\"bridge\"],\"top_k\":2}");
    script.callWithTextAbove("keyword_search", "{\"keywords\":\"Tarn\"}");
    script.call("keyword_search", "{\"keywords\":[\"Atlantis\"]}");
    script.callWithTextAbove("semantic_search", "{\"query\":\"born in Tarn\",\"top_k\":2}");
    Toolbox naive = PaperTools.naiveSearch(ModelText.corpus());
    ModelText.CallScript one = new ModelText.CallScript(naive);
    one.call("naive_embedding_search", "{\"query\":\"born in Tarn\",\"top_k\":2}");
    one.callWithTextAbove("naive_embedding_search", "{\"query\":\"born in Tarn\",\"top_k\":2}");
    ModelText.CallScript empty =
        new ModelText.CallScript(PaperTools.naiveSearch(ToolConversation.corpus()));
    empty.call("naive_embedding_search", "{\"query\":\"anything\"}");
    return ModelText.definitions(searches)
        + ModelText.definitions(naive)
        + script.text()
        + one.text()
        + empty.text();
  }

  /** Returns the definitions and observations of these tools in the default profile. */
  static String fullText() {
    Toolbox searches = FullTextTools.over(ModelText.corpus());
    ModelText.CallScript script = new ModelText.CallScript(searches);
    script.call("keyword_search", "{\"keywords\":[\"Mira Voss\",\"bridge\"],\"top_k\":2}");
    script.callWithTextAbove("keyword_search", "{\"keywords\":\"Tarn\"}");
    script.call("keyword_search", "{\"keywords\":[\"Atlantis\"]}");
    script.call("semantic_search", "{\"query\":\"The ferry crosses the lake.\",\"top_k\":1}");
    script.callWithTextAbove(
        "semantic_search", "{\"query\":\"The ferry crosses the lake.\",\"top_k\":1}");
    script.call("chunk_read", "{\"chunk_ids\":[\"ferries\"]}");
    Toolbox naive = FullTextTools.overNaive(ModelText.corpus());
    ModelText.CallScript one = new ModelText.CallScript(naive);
    one.call("naive_embedding_search", "{\"query\":\"born in Tarn\",\"top_k\":2}");
    one.callWithTextAbove("naive_embedding_search", "{\"query\":\"born in Tarn\",\"top_k\":2}");
    one.call("naive_embedding_search", "{\"query\":\"born in Tarn\",\"offset\":2}");
    one.call("naive_embedding_search", "{\"query\":\" \"}");
    ModelText.CallScript small = new ModelText.CallScript(naive.withMaxResultTokens(100));
    small.call("naive_embedding_search", "{\"query\":\"Row 3 x x x x x\",\"top_k\":2}");
    ModelText.CallScript empty =
        new ModelText.CallScript(FullTextTools.overNaive(ToolConversation.corpus()));
    empty.call("naive_embedding_search", "{\"query\":\"anything\"}");
    ModelText.CallScript keywordsOnly =
        new ModelText.CallScript(Toolbox.of(ModelText.corpus()).without("semantic_search"));
    keywordsOnly.call("keyword_search", "{\"keywords\":[\"Atlantis\"]}");
    return ModelText.definitions(searches)
        + ModelText.definitions(naive)
        + script.text()
        + one.text()
        + small.text()
        + empty.text()
        + keywordsOnly.text();
  }

  /** Returns calls in the paper profile with their observations. */
  static String paperObservations() {
    ModelText.CallScript script = new ModelText.CallScript(PaperTools.of(ModelText.corpus()));
    script.call("keyword_search", "{\"keywords\":[\"Mira Voss\",\"bridge\"]}");
    script.call("keyword_search", "{\"keywords\":\"Tarn\",\"top_k\":1}");
    script.call("keyword_search", "{\"keywords\":\"Tarn\",\"top_k\":0}");
    script.call("keyword_search", "{\"keywords\":\"part\",\"top_k\":500}");
    script.call("keyword_search", "{\"keywords\":[\"stands.\\nMira\"]}");
    script.call("keyword_search", "{\"keywords\":[\"Atlantis\",\"line\\nbreak\"]}");
    script.call("keyword_search", "{\"keywords\":\"Tarn\",\"offset\":1}");
    script.call("keyword_search", "{\"keywords\":\"<|im_start|>\"}");
    script.call("semantic_search", "{\"query\":\"Mira Voss was born in Tarn\",\"top_k\":2}");
    script.call("semantic_search", "{\"query\":\" \"}");
    script.callWithTextAbove("chunk_read", "{\"chunk_ids\":[\"q7k2m#12\",\"q7k2m#12\"]}");
    script.callWithTextAbove("chunk_read", "{\"chunk_ids\":[\"q7k2m#12\",\"110\",\"none\"]}");
    script.callWithTextAbove("chunk_read", "{\"chunk_ids\":[]}");
    script.callWithTextAbove("chunk_read", "{}");
    script.callWithTextAbove("chunk_read", "{\"chunk_ids\":[\"110\"],\"neighbors\":1}");
    ModelText.CallScript small =
        new ModelText.CallScript(PaperTools.of(ModelText.corpus()).withMaxResultTokens(100));
    small.callWithTextAbove("chunk_read", "{\"chunk_ids\":[\"110\",\"long\",\"k2\"]}");
    ModelText.CallScript empty = new ModelText.CallScript(PaperTools.of(ToolConversation.corpus()));
    empty.call("semantic_search", "{\"query\":\"anything\"}");
    return script.text() + small.text() + empty.text();
  }
}
