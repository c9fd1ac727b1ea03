package dev.arag.examples;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.citation.Citation;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.Slice;
import dev.arag.extractive.ExtractiveChatModel;
import dev.arag.index.Index;
import dev.arag.openai.OpenAiCompatible;
import dev.langchain4j.model.chat.ChatModel;
import java.io.IOException;

/**
 * Lists the documents of an index and asks the same question about each of them alone. The answer
 * can use and cite only the chosen document. ARAG_BASE_URL, ARAG_MODEL and ARAG_API_KEY select the
 * LLM; the default is the built-in rule-based model. Optional argument: the folder to index.
 */
public final class Example19ChatWithOneDocument {
  private static final String QUESTION = "Since when has Oda Fenwick been with the company?";

  private Example19ChatWithOneDocument() {}

  public static void main(String[] args) throws IOException {
    try (Index index = Index.openOrCreate(Handbook.indexDirectory(args, 1))) {
      index.sync(Handbook.documents(args));
      Agent agent = Agent.builder(index, model()).build();
      for (CatalogueEntry document : index.documents(Slice.first(50))) {
        System.out.println(
            document.id() + ": " + document.title() + ", " + document.characters() + " characters");
        print(agent.within(Scope.documents(document.id())).ask(QUESTION));
      }
    }
  }

  private static void print(Answer answer) {
    System.out.println("  " + answer.shortAnswer());
    for (Citation citation : answer.citations()) {
      System.out.println("  [" + citation.chunkId() + "] " + citation.verdict());
    }
  }

  private static ChatModel model() {
    return OpenAiCompatible.isConfigured(System.getenv())
        ? OpenAiCompatible.ofEnvironment().chatModel()
        : new ExtractiveChatModel();
  }
}
