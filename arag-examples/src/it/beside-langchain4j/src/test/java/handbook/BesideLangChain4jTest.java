package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Hit;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.langchain4j.LangChain4j;
import dev.arag.core.text.Document;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.onnx.bgesmallenv15q.BgeSmallEnV15QuantizedEmbeddingModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.rag.content.retriever.EmbeddingStoreContentRetriever;
import dev.langchain4j.rag.query.Query;
import dev.langchain4j.spi.model.embedding.EmbeddingModelFactory;
import dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BesideLangChain4jTest {
  private static final List<Document> DOCUMENTS =
      List.of(
          Document.of("bridge", "The Old Bridge was designed by Mira Voss."),
          Document.of("voss", "Mira Voss was born in Tarn."));

  /** LangChain4j looks up its embedding model and fails if there are two. */
  @Test
  void applicationsEmbeddingModelIsTheOnlyOne() {
    assertEquals(1, ServiceLoader.load(EmbeddingModelFactory.class).stream().count());
    InMemoryEmbeddingStore<TextSegment> store = new InMemoryEmbeddingStore<>();
    EmbeddingModel own = new BgeSmallEnV15QuantizedEmbeddingModel();
    TextSegment segment = TextSegment.from("Mira Voss was born in Tarn.");
    store.add(own.embed(segment).content(), segment);
    EmbeddingStoreContentRetriever retriever =
        EmbeddingStoreContentRetriever.builder().embeddingStore(store).build();
    assertEquals(1, retriever.retrieve(Query.from("birthplace of Mira Voss")).size());
  }

  @Test
  void indexCanUseTheApplicationsEmbeddingModel(@TempDir Path folder) {
    EmbeddingModel own = new BgeSmallEnV15QuantizedEmbeddingModel();
    try (Index index =
        Index.builder(folder.resolve("kb.arag"))
            .embedder(LangChain4j.embedder(own, "bge-small-en-v1.5-q by langchain4j"))
            .openOrCreate()) {
      index.sync(Source.documents("notes", DOCUMENTS));
      Hit best = index.semanticSearch("Where was Mira Voss born?", 1).get(0);
      assertTrue(best.snippet().contains("Tarn"), best.snippet());
    }
  }

  @Test
  void indexUsesItsOwnEmbedderByDefault(@TempDir Path folder) {
    try (Index index = Index.openOrCreate(folder.resolve("kb.arag"))) {
      index.sync(Source.documents("notes", DOCUMENTS));
      ChatModel scripted =
          ScriptedChatModel.script()
              .call("semantic_search", Map.of("query", "birthplace of Mira Voss"))
              .answer("Tarn");
      Answer answer = Agent.builder(index, scripted).build().ask("Where was Mira Voss born?");
      assertEquals("Tarn", answer.shortAnswer());
    }
  }

  @Test
  void applicationsChatModelIsUnaffected() {
    ChatModel own =
        OpenAiChatModel.builder()
            .baseUrl("http://localhost:1/v1")
            .apiKey("none")
            .modelName("any")
            .build();
    Agent.builder(dev.arag.core.memory.InMemoryCorpus.of(), own).build();
  }
}
