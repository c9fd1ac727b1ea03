package handbook;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.AnswerView;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.Run;
import dev.arag.agent.event.RunEvent;
import dev.arag.core.corpus.Scope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.Executor;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Answers questions as JSON, or as a stream of events for a page. */
@RestController
class AskController {
  private final Agent agent;
  private final Executor executor;

  AskController(Agent agent, Executor executor) {
    this.agent = agent;
    this.executor = executor;
  }

  @GetMapping("/ask")
  AnswerView ask(@RequestParam String question) {
    return agent.ask(question).view();
  }

  /** A real service takes the tenant from the session of the user. */
  @GetMapping("/tenants/{tenant}/ask")
  AnswerView ask(@PathVariable String tenant, @RequestParam String question) {
    return agent.within(Scope.equal("tenant", tenant)).ask(question).view();
  }

  @GetMapping("/ask/stream")
  SseEmitter stream(@RequestParam String question) {
    SseEmitter emitter = new SseEmitter(0L);
    Run run = agent.start(question);
    emitter.onError(failure -> run.cancel());
    executor.execute(() -> send(run, emitter));
    return emitter;
  }

  private static void send(Run run, SseEmitter emitter) {
    try {
      run.forEach(event -> send(event, emitter));
      send("answer", run.answer().view(), emitter);
      emitter.complete();
    } catch (NoAnswerException e) {
      send("answer", e.view(), emitter);
      emitter.complete();
    } catch (RuntimeException e) {
      run.cancel();
      emitter.completeWithError(e);
    }
  }

  private static void send(RunEvent event, SseEmitter emitter) {
    if (event instanceof RunEvent.AnswerText text) {
      send("text", Map.of("text", text.text()), emitter);
    }
    if (event instanceof RunEvent.AnswerDiscarded) {
      send("discarded", Map.of(), emitter);
    }
  }

  private static void send(String name, Object data, SseEmitter emitter) {
    try {
      emitter.send(SseEmitter.event().name(name).data(data));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
