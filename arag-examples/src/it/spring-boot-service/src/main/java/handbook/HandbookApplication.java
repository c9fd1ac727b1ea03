package handbook;

import dev.arag.agent.Agent;
import dev.arag.agent.extractive.ExtractiveChatModel;
import dev.arag.index.Index;
import java.nio.file.Path;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** A service that answers from the documents of a folder. */
@SpringBootApplication
public class HandbookApplication {
  public static void main(String[] arguments) {
    SpringApplication.run(HandbookApplication.class, arguments);
  }

  /** The index. Spring closes it at the end, which stops a running sync. */
  @Bean
  Index index(@Value("${handbook.index}") Path directory) {
    return Index.openOrCreate(directory);
  }

  @Bean
  Agent agent(Index index) {
    return Agent.builder(index, new ExtractiveChatModel()).build();
  }
}
