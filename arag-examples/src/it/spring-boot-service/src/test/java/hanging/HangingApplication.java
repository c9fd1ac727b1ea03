package hanging;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import handbook.HandbookApplication;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.SpringApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;

/** The service with a model that answers after ten minutes. */
@Configuration(proxyBeanMethods = false)
@Import(HandbookApplication.class)
public class HangingApplication {
  public static void main(String[] arguments) {
    SpringApplication.run(HangingApplication.class, arguments);
  }

  @Bean
  @Primary
  ChatModel hangingModel() {
    return new ChatModel() {
      @Override
      public ChatResponse doChat(ChatRequest request) {
        try {
          TimeUnit.MINUTES.sleep(10);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        throw new IllegalStateException("The model was interrupted.");
      }
    };
  }
}
