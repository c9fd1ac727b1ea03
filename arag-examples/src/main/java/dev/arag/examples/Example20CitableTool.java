package dev.arag.examples;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.RetrievalTool;
import dev.arag.tools.call.ToolArguments;
import dev.arag.tools.call.ToolCall;
import java.util.List;
import java.util.Map;

/**
 * Adds a tool to the three tools of the agent. The answer cites the result of the tool like a
 * document: the model sees the result with an id, and the quote is checked against the result. The
 * exchange rates are constants here; a real tool would ask a server.
 */
public final class Example20CitableTool {
  private static final String SCHEMA =
      """
      {"type": "object", "required": ["currency"],
       "properties": {"currency": {"type": "string", "description": "such as USD"}}}
      """;

  private Example20CitableTool() {}

  public static void main(String[] args) {
    RetrievalTool rates =
        RetrievalTool.of(
            "exchange_rate",
            "The rate of a currency in euros on 5 May 2026, at two banks.",
            SCHEMA,
            Example20CitableTool::rates);
    Agent agent =
        Agent.builder(
                InMemoryCorpus.of(Document.of("k1", "The invoice of the ferry is 200 USD.")),
                model())
            .tools(corpus -> Toolbox.of(corpus).with(rates))
            .build();
    Answer answer = agent.ask("How many euros is the invoice of the ferry?");
    System.out.println(answer.shortAnswer());
    for (Citation citation : answer.citations()) {
      System.out.println(
          citation.title() + ": \"" + citation.quote().orElse("") + "\" " + citation.verdict());
    }
  }

  private static Observation rates(ToolArguments arguments) {
    String currency = arguments.text("currency");
    if (!currency.equals("USD")) {
      // The model reads this sentence and can correct its call.
      throw new IllegalArgumentException("Only the rate of USD is known.");
    }
    return Observation.sources(
        List.of(
            new Observation.Source("ECB, 5 May 2026", "1 USD = 0.92 EUR"),
            new Observation.Source("Harbour Bank, 5 May 2026", "1 USD = 0.90 EUR")));
  }

  /** A model that reads the invoice, asks for the rates, and cites all three sources. */
  private static ScriptedChatModel model() {
    return ScriptedChatModel.script()
        .calls(
            ToolCall.of("chunk_read", Map.of("chunk_ids", List.of("k1"))),
            ToolCall.of("exchange_rate", Map.of("currency", "USD")))
        .answer(
            """
            184 or 180 euros. The invoice is 200 USD [k1], at 0.92 [tool#2] or 0.90 [tool#3].
            Evidence:
            [k1] "The invoice of the ferry is 200 USD."
            [tool#2] "1 USD = 0.92 EUR"
            [tool#3] "1 USD = 0.90 EUR"
            """);
  }
}
