package dev.arag.openai.internal;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Receives a completion as server-sent events and returns the assembled completion. If the stream
 * ends before the server marked the completion as complete, the connection counts as broken.
 */
final class StreamBody implements BodySubscriber<ChatEndpoint.Body> {
  private final CompletableFuture<ChatEndpoint.Body> body = new CompletableFuture<>();
  private final SseParser events = new SseParser();
  private final CompletionAssembler completion;
  private Flow.@Nullable Subscription subscription;

  StreamBody(CompletionAssembler completion) {
    this.completion = completion;
  }

  @Override
  public CompletionStage<ChatEndpoint.Body> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    this.subscription = subscription;
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    try {
      for (ByteBuffer buffer : buffers) {
        events.add(buffer);
        for (String data = events.next(); data != null; data = events.next()) {
          completion.add(data);
        }
        if (events.length() + completion.length() > BoundedBody.MAX_BYTES) {
          throw new BoundedBody.TooLargeException();
        }
      }
    } catch (IOException e) {
      abort(e);
    }
  }

  private void abort(IOException failure) {
    if (subscription != null) {
      subscription.cancel();
    }
    body.completeExceptionally(failure);
  }

  @Override
  public void onError(Throwable failure) {
    body.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    try {
      body.complete(new ChatEndpoint.Body("", completion.completion()));
    } catch (IOException e) {
      body.completeExceptionally(e);
    }
  }
}
