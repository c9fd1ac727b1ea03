package dev.arag.examples;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.NoValueException;
import dev.arag.agent.answer.TypedAnswer;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Asks for an answer in the form of a record. The citations of the text answer are also available.
 * Values that do not occur in any text shown to the model are reported with their path. The model
 * is scripted, so this example runs without an API key.
 */
public final class Example13TypedAnswer {
  private static final Corpus HANDBOOK =
      InMemoryCorpus.of(
          Document.of("k1", "Invoices above 10,000 euros are signed by Oda Fenwick as well."));

  /** The type of the answer. An Optional is empty if the documents do not contain the value. */
  record InvoiceApproval(String signer, int aboveEuros, Optional<String> deputy) {}

  private Example13TypedAnswer() {}

  public static void main(String[] args) {
    ScriptedChatModel model =
        ScriptedChatModel.script()
            .call("chunk_read", Map.of("chunk_ids", List.of("k1")))
            .answer("Oda Fenwick, above 10,000 euros [k1: \"signed by Oda Fenwick\"].")
            .answer("{\"signer\": \"Oda Fenwick\", \"aboveEuros\": 10000}");
    try {
      TypedAnswer<InvoiceApproval> typed =
          Agent.builder(HANDBOOK, model)
              .build()
              .ask("Who signs large invoices?", InvoiceApproval.class);
      System.out.println(typed.value());
      System.out.println("sources: " + typed.answer().citations().get(0).verdict());
      System.out.println("unseen terms: " + typed.unseenTerms().keySet());
    } catch (NoValueException e) {
      System.out.println("No value, only text: " + e.answer().text());
    }
  }
}
