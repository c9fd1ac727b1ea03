package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.paper.Paper;
import org.junit.jupiter.api.Test;

class PaperTest {
  @Test
  void runsInTheProfileOfThePaper() throws Exception {
    InMemoryCorpus corpus = InMemoryCorpus.of(Document.of("k1", "Mira Voss was born in Tarn."));
    ScriptedChatModel model = ScriptedChatModel.script().answer("NOT FOUND");
    Answer answer = Agent.builder(corpus, model).profile(Paper.profile()).build().ask("Where?");
    assertEquals("paper", answer.view().profile());
  }
}
