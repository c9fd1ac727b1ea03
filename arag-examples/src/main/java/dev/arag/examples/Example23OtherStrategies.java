package dev.arag.examples;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.extractive.ExtractiveChatModel;
import dev.arag.strategies.OtherStrategies;
import dev.langchain4j.model.chat.ChatModel;
import java.util.List;

/** Answers one question with several strategies, chosen by name, and prints their costs. */
public final class Example23OtherStrategies {
  private static final String QUESTION = "Where was the designer of the Old Bridge born?";

  private Example23OtherStrategies() {}

  public static void main(String[] args) {
    ChatModel model = new ExtractiveChatModel(); // or your LLM
    Corpus corpus = // or your index
        InMemoryCorpus.of(
            new HashEmbedder(),
            List.of(
                Document.of("k1", "The Old Bridge was designed by Mira Voss."),
                Document.of("k2", "Mira Voss was born in Tarn in 1881."),
                Document.of("k3", "Tarn lies in the north.")));
    for (String name : List.of("arag", "iter-retgen:k=3", "ircot")) {
      Agent agent =
          Agent.builder(corpus, model).strategy(OtherStrategies.all().named(name)).build();
      print(agent.ask(QUESTION));
    }
  }

  private static void print(Answer answer) {
    System.out.printf(
        "%s: %s (%d model calls, %d retrieved tokens)%n",
        answer.settings().strategy(),
        answer.shortAnswer(),
        answer.usage().modelCalls(),
        answer.usage().retrievedTokens());
  }
}
