package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.step.StopReason;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.langchain4j.model.chat.ChatModel;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CitationTest {
  @Test
  void citesTheSecondHop() {
    Corpus corpus =
        InMemoryCorpus.of(
            Document.of("k1", "The Old Bridge was designed by Mira Voss."),
            Document.of("k2", "Mira Voss was born in Tarn in 1881."));
    ChatModel model =
        ScriptedChatModel.script()
            .call("keyword_search", Map.of("keywords", List.of("Old Bridge")))
            .call("chunk_read", Map.of("chunk_ids", List.of("k1", "k2")))
            .answer("In Tarn [k2: \"born in Tarn\"].");
    Answer answer =
        Agent.builder(corpus, model).build().ask("Where was the designer of the Old Bridge born?");
    assertEquals(StopReason.ANSWERED, answer.stopReason());
    assertEquals(Verdict.SUPPORTED, answer.citations().get(0).verdict());
  }
}
