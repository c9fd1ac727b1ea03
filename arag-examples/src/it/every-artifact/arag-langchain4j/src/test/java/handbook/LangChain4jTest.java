package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.langchain4j.LangChain4jTools;
import dev.langchain4j.service.AiServices;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LangChain4jTest {
  interface Assistant {
    String chat(String message);
  }

  @Test
  void offersTheToolsToAnAiService() throws Exception {
    InMemoryCorpus corpus = InMemoryCorpus.of(Document.of("k1", "Mira Voss was born in Tarn."));
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("chunk_read", Map.of("chunk_ids", List.of("k1")))
            .answer("In Tarn.");
    Assistant assistant =
        AiServices.builder(Assistant.class)
            .chatModel(model)
            .toolProvider(LangChain4jTools.toolProvider(corpus))
            .build();
    assertEquals("In Tarn.", assistant.chat("Where was Mira Voss born?"));
  }
}
