package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arag.agent.Agent;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.micrometer.MicrometerRunObserver;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MicrometerTest {
  @Test
  void countsModelCalls() throws Exception {
    InMemoryCorpus corpus = InMemoryCorpus.of(Document.of("k1", "Mira Voss was born in Tarn."));
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("chunk_read", Map.of("chunk_ids", List.of("k1")))
            .answer("In Tarn [k1: \"born in Tarn\"].");
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    Agent.builder(corpus, model)
        .observer(MicrometerRunObserver.of(registry))
        .build()
        .ask("Where was Mira Voss born?");
    assertEquals(2, registry.get("arag.client.operation.duration").timer().count());
  }
}
