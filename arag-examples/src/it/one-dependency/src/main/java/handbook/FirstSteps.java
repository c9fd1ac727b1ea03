package handbook;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.citation.Citation;
import dev.arag.core.corpus.Hit;
import dev.arag.extractive.ExtractiveChatModel;
import dev.arag.index.Index;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

public class FirstSteps {
  public static void main(String[] args) throws IOException {
    Path docs = Files.createDirectories(Path.of("handbook"));
    Files.writeString(
        docs.resolve("purchasing.md"),
        """
        # Invoices
        The head of the department approves an invoice of up to 10,000 euros.
        The finance director approves an invoice over 10,000 euros.

        # People
        Ines Falk has been the finance director since 2021.
        """);
    try (Index index = Index.openOrCreate(Path.of("handbook.arag"))) {
      index.sync(docs);
      for (Hit hit : index.semanticSearch("Who signs off a large purchase?", 3)) {
        System.out.println(hit.title() + ": " + hit.snippet());
      }
      Agent agent = Agent.builder(index, new ExtractiveChatModel()).build(); // or your ChatModel
      Answer answer = agent.ask("Who approves an invoice over 10,000 euros?");
      System.out.println(answer.text());
      for (Citation citation : answer.citations()) {
        System.out.printf(
            "\"%s\" (%s): %s%n", citation.quote().orElse(""), citation.title(), citation.verdict());
      }
    }
  }
}
