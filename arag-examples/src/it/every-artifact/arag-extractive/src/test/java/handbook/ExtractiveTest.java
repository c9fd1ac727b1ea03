package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arag.agent.Agent;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.extractive.ExtractiveChatModel;
import org.junit.jupiter.api.Test;

class ExtractiveTest {
  @Test
  void answersWithoutAnLlm() throws Exception {
    InMemoryCorpus corpus = InMemoryCorpus.of(Document.of("k1", "Mira Voss was born in Tarn."));
    Agent agent = Agent.builder(corpus, new ExtractiveChatModel()).build();
    assertEquals("Tarn", agent.ask("Where was Mira Voss born?").shortAnswer());
  }
}
