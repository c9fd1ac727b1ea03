package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.strategies.OtherStrategies;
import org.junit.jupiter.api.Test;

class StrategiesTest {
  @Test
  void answersWithAStrategy() throws Exception {
    InMemoryCorpus corpus = InMemoryCorpus.of(Document.of("k1", "Mira Voss was born in Tarn."));
    ScriptedChatModel model =
        ScriptedChatModel.script().answer("In Tarn.").answer("In Tarn [k1: \"born in Tarn\"].");
    Answer answer =
        Agent.builder(corpus, model)
            .strategy(OtherStrategies.all().named("iter-retgen"))
            .build()
            .ask("Where was Mira Voss born?");
    assertEquals("In Tarn.", answer.shortAnswer());
  }
}
