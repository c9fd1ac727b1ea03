package handbook;

import dev.arag.agent.Agent;
import dev.arag.extractive.ExtractiveChatModel;
import dev.arag.index.Index;
import dev.langchain4j.model.chat.ChatModel;
import java.nio.file.Path;

public class Page {
  public static void main(String[] args) throws Exception {
    try (Index index = Index.openOrCreate(Path.of("handbook.arag"))) {
      index.sync(Path.of("docs"));
      ChatModel model = new ExtractiveChatModel();
      Agent agent = Agent.builder(index, model).build();
      // the code of the page
    }
  }
}
