package dev.arag.examples;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.langchain4j.model.chat.ChatModel;
import java.util.List;
import java.util.Map;

/**
 * Tests code that uses the agent with a scripted model and an in-memory corpus. The test needs no
 * native library, no files, and no network. In your project this would be a JUnit test; here it is
 * a main method that throws an exception if a check fails.
 */
public final class Example08UnitTest {
  private Example08UnitTest() {}

  public static void main(String[] args) {
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

    requireEqual(StopReason.ANSWERED, answer.stopReason());
    requireEqual(Verdict.SUPPORTED, answer.citations().get(0).verdict());
    System.out.println("passed: " + answer.text());
  }

  private static void requireEqual(Object expected, Object actual) {
    if (!expected.equals(actual)) {
      throw new AssertionError("expected " + expected + ", was " + actual);
    }
  }
}
