package dev.arag.examples;

import dev.arag.agent.citation.Citation;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.langchain4j.LangChain4jCitations;
import dev.arag.langchain4j.LangChain4jTools;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.Result;
import java.util.List;
import java.util.Map;

/**
 * Checks what a LangChain4j assistant cites against the text that its tools returned. The assistant
 * uses a scripted model; replace it with any chat model that supports tools.
 */
public final class Example21CheckAnAssistant {
  private Example21CheckAnAssistant() {}

  /** An AI service that LangChain4j implements. The result contains the executions of tools. */
  interface DocumentAssistant {
    Result<String> chat(String question);
  }

  public static void main(String[] args) {
    Corpus corpus =
        InMemoryCorpus.of(
            Document.of("k1", "The Old Bridge was designed by Mira Voss."),
            Document.of("k2", "Mira Voss was born in Tarn in 1881."));
    ChatModel model =
        ScriptedChatModel.script()
            .call("chunk_read", Map.of("chunk_ids", List.of("k2")))
            .answer(
                "She was born in Tarn [k2: \"born in Tarn\"], was rich [k2: \"was rich\"] and"
                    + " built the bridge [k1: \"designed by Mira Voss\"].");
    DocumentAssistant assistant =
        AiServices.builder(DocumentAssistant.class)
            .chatModel(model)
            .systemMessageProvider(id -> "You are polite.\n\n" + LangChain4jTools.instructions())
            .toolProvider(LangChain4jTools.toolProvider(corpus))
            .build();

    Result<String> result = assistant.chat("Who was Mira Voss?");
    for (Citation citation : LangChain4jCitations.read(result, corpus).citations()) {
      System.out.println(
          citation.chunkId() + " " + citation.verdict() + ": " + citation.quote().orElse(""));
    }
  }
}
