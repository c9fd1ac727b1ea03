package handbook;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arag.agent.Agent;
import dev.arag.agent.Run;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.web.UiMessageStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WebTest {
  @Test
  void streams() throws Exception {
    InMemoryCorpus corpus = InMemoryCorpus.of(Document.of("k1", "Mira Voss was born in Tarn."));
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("chunk_read", Map.of("chunk_ids", List.of("k1")))
            .answer("In Tarn [k1: \"born in Tarn\"].");
    Run run = Agent.builder(corpus, model).build().start("Where was Mira Voss born?");
    ByteArrayOutputStream page = new ByteArrayOutputStream();
    UiMessageStream.of(run).writeTo(page);
    assertTrue(page.toString(StandardCharsets.UTF_8).endsWith("data: [DONE]\n\n"));
  }
}
