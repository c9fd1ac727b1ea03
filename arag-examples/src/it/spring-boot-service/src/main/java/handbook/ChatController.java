package handbook;

import dev.arag.agent.Agent;
import dev.arag.agent.Run;
import dev.arag.web.Chats;
import dev.arag.web.InvalidRequestException;
import dev.arag.web.UiMessageRequest;
import dev.arag.web.UiMessageStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Answers the questions of a page that uses {@code useChat} of the npm package {@code ai}. */
@RestController
class ChatController {
  private final Chats chats;

  ChatController(Agent agent) {
    chats = new Chats(agent, 1_000);
  }

  @PostMapping("/chat")
  void chat(@RequestBody String body, Principal user, HttpServletResponse response)
      throws IOException {
    UiMessageRequest request = UiMessageRequest.parse(body);
    UiMessageStream.headers().forEach(response::setHeader);
    Run run = chats.start(user == null ? "" : user.getName(), request);
    UiMessageStream.of(run).writeTo(response.getOutputStream());
  }

  @ExceptionHandler
  @ResponseStatus(HttpStatus.BAD_REQUEST)
  String notAQuestion(InvalidRequestException e) {
    return e.getMessage();
  }
}
