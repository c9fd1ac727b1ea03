package handbook;

import dev.arag.agent.Agent;
import dev.arag.agent.Answer;
import dev.arag.agent.extractive.ExtractiveChatModel;
import dev.arag.core.corpus.Hit;
import dev.arag.index.Index;
import java.nio.file.Path;
import java.util.List;

public class FirstSteps {
  public static void main(String[] args) {
    try (Index index = Index.openOrCreate(Path.of("handbook.arag"))) {
      index.sync(Path.of("docs"));
      for (Hit hit : index.keywordSearch(List.of("invoice", "approved"), 3)) {
        System.out.println(hit.title() + ": " + hit.snippet());
      }
      for (Hit hit : index.semanticSearch("Who signs off a large purchase?", 3)) {
        System.out.println(hit.title() + ": " + hit.snippet());
      }
      Agent agent = Agent.builder(index, new ExtractiveChatModel()).build(); // or your ChatModel
      Answer answer = agent.ask("Who approves an invoice over 10,000 euros?");
      System.out.println(answer.text());
      answer.citations().forEach(c -> System.out.println(c.chunk() + " " + c.verdict()));
    }
  }
}
