package scripted;

import dev.arag.agent.model.ScriptedChatModel;
import dev.langchain4j.model.chat.ChatModel;
import handbook.HandbookApplication;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;

/** The service with a scripted model, which searches and answers twice. */
@Configuration(proxyBeanMethods = false)
@Import(HandbookApplication.class)
public class ScriptedApplication {
  public static void main(String[] arguments) {
    SpringApplication.run(ScriptedApplication.class, arguments);
  }

  @Bean
  @Primary
  ChatModel scriptedModel() {
    ScriptedChatModel script = ScriptedChatModel.script();
    for (int i = 0; i < 2; i++) {
      script.call("keyword_search", Map.of("keywords", List.of("approves"))).answer("Scripted.");
    }
    return script;
  }
}
