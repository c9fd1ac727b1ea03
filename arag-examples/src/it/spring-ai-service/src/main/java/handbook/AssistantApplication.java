package handbook;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application with chat clients of Spring AI, a chat memory, an MCP client and an index. */
@SpringBootApplication
public class AssistantApplication {
  public static void main(String[] arguments) {
    SpringApplication.run(AssistantApplication.class, arguments);
  }
}
