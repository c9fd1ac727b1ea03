package dev.arag.spring.internal.web;

import dev.arag.agent.answer.AnswerView;
import dev.arag.agent.answer.BlankQuestionException;
import dev.arag.agent.answer.NoAnswerException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Handles exceptions of the agent that no handler of the application accepts. Spring asks the
 * handlers of the controller first, then those of each advice in order. In an equal order, the
 * advices of the application come before those of auto-configurations.
 *
 * <p>The content type is set, because a client of server-sent events accepts no other.
 */
@RestControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE)
public final class AgentExceptionHandler {
  @ExceptionHandler
  ResponseEntity<AnswerView> noAnswer(NoAnswerException e) {
    return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
        .contentType(MediaType.APPLICATION_JSON)
        .body(e.view());
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> blankQuestion(BlankQuestionException e) {
    return ResponseEntity.badRequest()
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(
            ProblemDetail.forStatusAndDetail(
                HttpStatus.BAD_REQUEST, String.valueOf(e.getMessage())));
  }
}
