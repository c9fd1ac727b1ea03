package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AgentTest {
  @Test
  void answers() throws Exception {
    InMemoryCorpus corpus = InMemoryCorpus.of(Document.of("k1", "Mira Voss was born in Tarn."));
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("chunk_read", Map.of("chunk_ids", List.of("k1")))
            .answer("In Tarn [k1: \"born in Tarn\"].");
    Answer answer = Agent.builder(corpus, model).build().ask("Where was Mira Voss born?");
    assertEquals(Verdict.SUPPORTED, answer.citations().get(0).verdict());
  }
}
