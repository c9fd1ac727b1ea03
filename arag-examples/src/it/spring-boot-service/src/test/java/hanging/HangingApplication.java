package hanging;

import dev.arag.extractive.ExtractiveChatModel;
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

/** The service with a model that answers some questions after ten minutes. */
@Configuration(proxyBeanMethods = false)
@Import(HandbookApplication.class)
public class HangingApplication {
  public static void main(String[] arguments) {
    SpringApplication.run(HangingApplication.class, arguments);
  }

  @Bean
  @Primary
  ChatModel hangingModel() {
    ChatModel model = new ExtractiveChatModel();
    return new ChatModel() {
      @Override
      public ChatResponse doChat(ChatRequest request) {
        if (!request.messages().toString().contains("ten minutes")) {
          return model.doChat(request);
        }
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
