package handbook;

import dev.arag.agent.Agent;
import dev.arag.extractive.ExtractiveChatModel;
import dev.arag.index.Index;
import dev.langchain4j.model.chat.ChatModel;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import org.eclipse.microprofile.config.inject.ConfigProperty;

class Beans {
  @Produces
  @Singleton
  Index index(@ConfigProperty(name = "handbook.index") Path directory) {
    return Index.openOrCreate(directory);
  }

  void close(@Disposes Index index) {
    index.close();
  }

  @Produces
  @Singleton
  ChatModel model() {
    return new ExtractiveChatModel(); // or OpenAiCompatible.ofEnvironment().chatModel()
  }

  @Produces
  @Singleton
  Agent agent(Index index, ChatModel model) {
    return Agent.builder(index, model).build();
  }
}
