package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Scope;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Observation;
import dev.langchain4j.model.chat.ChatModel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the warning about an index or a scope without documents. */
class EmptyCorpusTest {
  private static final String WARNING = "The index is empty, or the scope allows no document.";
  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          Document.builder("k1", "Mira Voss was born in Tarn.").metadata("tenant", "acme").build());

  private static ChatModel model() {
    return ScriptedChatModel.script()
        .call("keyword_search", Map.of("keywords", List.of("Atlantis")))
        .call("semantic_search", Map.of("query", "Where is Atlantis?", "offset", 9))
        .call("semantic_search", Map.of("query", "Where is Atlantis?"))
        .answer("NOT FOUND");
  }

  private static List<String> warnings(Corpus corpus, ChatModel model) {
    return Agent.builder(corpus, model).build().ask("Where is Atlantis?").warnings();
  }

  @Test
  void warnsAboutAnEmptyIndex() {
    assertThat(warnings(InMemoryCorpus.of(), model())).contains(WARNING);
  }

  @Test
  void warnsAboutAnEmptyIndexOnDisk(@TempDir Path folder) {
    try (Index index =
        Index.builder(folder.resolve("new.arag")).embedder(new HashEmbedder()).openOrCreate()) {
      assertThat(warnings(index, model())).contains(WARNING);
      index.sync(Source.documents("one", List.of(Document.of("k1", "Mira Voss."))));
      assertThat(warnings(index, model())).doesNotContain(WARNING);
      assertThat(warnings(index.within(Scope.equal("tenant", "x")), model())).contains(WARNING);
    }
  }

  @Test
  void warnsAboutAScopeWithoutDocuments() {
    Scope nobody = Scope.equal("tenant", "nobody");
    assertThat(warnings(CORPUS.within(nobody), model())).contains(WARNING);
    Agent agent = Agent.builder(CORPUS, model()).build().within(nobody);
    assertThat(agent.ask("Where is Atlantis?").warnings()).contains(WARNING);
  }

  @Test
  void doesNotWarnIfACustomToolReturnsTheSameText() {
    CustomTool archive =
        new CustomTool("archive", () -> new Observation.Rejected("There is no text to search."));
    Agent agent =
        Agent.builder(
                CORPUS, ScriptedChatModel.script().call("archive", Map.of()).answer("NOT FOUND"))
            .tools(corpus -> Toolbox.of(corpus).with(archive))
            .build();
    assertThat(agent.ask("Where is Atlantis?").warnings()).doesNotContain(WARNING);
  }

  @Test
  void doesNotWarnIfThereIsText() {
    assertThat(warnings(CORPUS, model())).doesNotContain(WARNING);
    assertThat(warnings(CORPUS.within(Scope.equal("tenant", "acme")), model()))
        .doesNotContain(WARNING);
  }
}
