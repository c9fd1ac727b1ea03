import dev.arag.agent.Agent;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Indexes one file, searches it by keyword and by meaning, and asks an agent one question. */
class SmallRun {
  public static void main(String[] args) throws IOException {
    Path folder = Files.createTempDirectory("small-run");
    try {
      run(folder);
    } finally {
      try (Stream<Path> files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
  }

  private static void run(Path folder) throws IOException {
    Path file = folder.resolve("bridge.txt");
    Files.writeString(file, "The Old Bridge was designed by Mira Voss. She was born in Tarn in 1881.");
    try (Index index = Index.openOrCreate(folder.resolve("index"))) {
      index.sync(Source.path(file));
      index.keywordSearch(List.of("bridge"), 3);
      index.semanticSearch("Who designed the bridge?", 3);
      var model =
          ScriptedChatModel.script()
              .call("keyword_search", Map.of("keywords", List.of("Old Bridge")))
              .answer("Mira Voss was born in Tarn.");
      System.out.println(
          Agent.builder(index, model).build().ask("Where was the designer born?").text());
    }
  }
}
