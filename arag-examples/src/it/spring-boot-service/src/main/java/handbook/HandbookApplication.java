package handbook;

import dev.arag.extractive.ExtractiveChatModel;
import dev.langchain4j.model.chat.ChatModel;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** A service that answers from the documents of a folder. */
@SpringBootApplication
public class HandbookApplication {
  public static void main(String[] arguments) {
    SpringApplication.run(HandbookApplication.class, arguments);
  }

  /** Stands in for an LLM. Replace it with the properties {@code arag.openai}. */
  @Bean
  ChatModel model() {
    return new ExtractiveChatModel();
  }
}
