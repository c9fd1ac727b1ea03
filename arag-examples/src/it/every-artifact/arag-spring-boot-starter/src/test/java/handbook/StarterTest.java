package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arag.agent.Agent;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.index.Index;
import dev.langchain4j.model.chat.ChatModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

class StarterTest {
  @EnableAutoConfiguration
  static class Application {
    @Bean
    ChatModel model() {
      return ScriptedChatModel.script()
          .call("keyword_search", Map.of("keywords", List.of("Voss")))
          .answer("NOT FOUND");
    }
  }

  @TempDir Path folder;

  @Test
  void startsWithAnIndex() throws Exception {
    Path docs = Files.createDirectory(folder.resolve("docs"));
    Files.writeString(docs.resolve("voss.md"), "Mira Voss was born in Tarn.");
    try (ConfigurableApplicationContext context =
        SpringApplication.run(
            Application.class,
            "--arag.index=" + folder.resolve("kb.arag"),
            "--arag.embedder=none",
            "--spring.main.banner-mode=off")) {
      assertEquals(1, context.getBean(Index.class).sync(docs).documents());
      assertTrue(context.getBean(Agent.class).ask("Where was Mira Voss born?").isComplete());
    }
  }
}
