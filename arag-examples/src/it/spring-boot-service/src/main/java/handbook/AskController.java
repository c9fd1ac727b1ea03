package handbook;

import dev.arag.agent.Agent;
import dev.arag.agent.AnswerView;
import dev.arag.agent.NoAnswerException;
import dev.arag.agent.Run;
import dev.arag.web.Chats;
import dev.arag.web.InvalidRequestException;
import dev.arag.web.UiMessageRequest;
import dev.arag.web.UiMessageStream;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.io.InputStream;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Answers questions as JSON, or as a stream for {@code useChat} of the npm package {@code ai}. */
@RestController
class AskController {
  private final Agent agent;
  private final Chats chats;

  AskController(Agent agent) {
    this.agent = agent;
    this.chats = new Chats(agent, 1_000);
  }

  @GetMapping("/ask")
  AnswerView ask(@RequestParam String question) {
    return agent.ask(question).view();
  }

  @PostMapping("/api/chat")
  ResponseEntity<StreamingResponseBody> chat(InputStream body, HttpSession session)
      throws IOException {
    Run run = chats.start(session.getId(), UiMessageRequest.read(body));
    return ResponseEntity.ok()
        .headers(headers -> UiMessageStream.headers().forEach(headers::set))
        .body(UiMessageStream.of(run)::writeTo);
  }

  @ExceptionHandler
  @ResponseStatus(HttpStatus.SERVICE_UNAVAILABLE)
  AnswerView noAnswer(NoAnswerException e) {
    return e.view();
  }

  @ExceptionHandler
  @ResponseStatus(HttpStatus.BAD_REQUEST)
  String invalid(InvalidRequestException e) {
    return e.getMessage();
  }
}
