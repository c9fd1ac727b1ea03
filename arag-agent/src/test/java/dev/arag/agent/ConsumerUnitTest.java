package dev.arag.agent;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.langchain4j.model.chat.ChatModel;
import java.util.List;
import java.util.Map;

/**
 * A program with the code of a unit test that a user of the library would write. Prints its
 * duration in milliseconds.
 */
final class ConsumerUnitTest {
  private ConsumerUnitTest() {}

  public static void main(String[] args) {
    long start = System.nanoTime();
    Corpus corpus =
        InMemoryCorpus.of(
            Document.of("k1", "The Old Bridge was designed by Mira Voss."),
            Document.of("k2", "Mira Voss was born in Tarn in 1881."));
    ChatModel model =
        ScriptedChatModel.script()
            .call("keyword_search", Map.of("keywords", List.of("Old Bridge")))
            .call("semantic_search", Map.of("query", "birthplace of Mira Voss"))
            .call("chunk_read", Map.of("chunk_ids", List.of("k1", "k2")))
            .answer("In Tarn [k2: \"born in Tarn\"].");
    Answer answer =
        Agent.builder(corpus, model).build().ask("Where was the designer of the Old Bridge born?");
    System.out.println(answer.stopReason() + " " + answer.citations().get(0).verdict());
    System.out.println((System.nanoTime() - start) / 1_000_000 + " ms");
  }
}
