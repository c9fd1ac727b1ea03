package dev.arag.examples;

import dev.arag.agent.CitationReader;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.langchain4j.LangChain4jTools;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.ToolCall;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import java.util.List;
import java.util.Map;

/**
 * Uses the three tools without the agent of this library: first in a LangChain4j assistant, then by
 * calling them directly. The assistant uses a scripted model; replace it with any chat model that
 * supports tools.
 */
public final class Example02ToolsInAnAssistant {
  private Example02ToolsInAnAssistant() {}

  /** An AI service that LangChain4j implements. */
  interface DocumentAssistant {
    String answer(String question);
  }

  public static void main(String[] args) {
    Corpus corpus =
        InMemoryCorpus.of(
            Document.of("bridge", "The Old Bridge was designed by Mira Voss."),
            Document.of("voss", "Mira Voss was born in Tarn in 1881."));
    inAnAssistant(corpus);
    withoutAFramework(corpus);
  }

  private static void inAnAssistant(Corpus corpus) {
    ChatModel model =
        ScriptedChatModel.script()
            .call("keyword_search", Map.of("keywords", List.of("Old Bridge")))
            .answer("Mira Voss designed it.");
    DocumentAssistant assistant =
        AiServices.builder(DocumentAssistant.class)
            .chatModel(model)
            .toolProvider(LangChain4jTools.toolProvider(corpus))
            .build();
    System.out.println("assistant: " + assistant.answer("Who designed the Old Bridge?"));
  }

  private static void withoutAFramework(Corpus corpus) {
    Toolbox tools = Toolbox.of(corpus); // immutable; can be shared by all conversations
    ContextTracker context = Toolbox.newContext(); // use one per conversation
    ToolCall read = ToolCall.of("chunk_read", Map.of("chunk_ids", List.of("voss")));
    Observation first = tools.call(read, context);
    System.out.println("first read:\n" + first.text());
    Observation second = tools.call(read, context);
    System.out.println("second read:\n" + second.text());
    // If you run your own agent loop, you can check the citations of the model's text as follows.
    String written = "Mira Voss was born [voss: \"in 1881\"] and was rich [voss: \"rich\"].";
    CitationReader.read(written, context.shown(), corpus)
        .citations()
        .forEach(each -> System.out.println(each.quote().orElse("") + ": " + each.verdict()));
  }
}
