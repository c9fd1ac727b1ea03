package dev.arag.openai.internal;

import dev.arag.agent.internal.model.ModelClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Receives the body of a response up to a size limit, so that a server cannot exhaust the heap. */
final class BoundedBody implements BodySubscriber<ChatEndpoint.Body> {
  static final int MAX_BYTES = ModelClient.MAX_REPLY_LENGTH;

  private final CompletableFuture<ChatEndpoint.Body> body = new CompletableFuture<>();
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private Flow.@Nullable Subscription subscription;

  /** Thrown when a response exceeds the size limit. */
  static final class TooLargeException extends IOException {
    TooLargeException() {
      super("The response is larger than " + MAX_BYTES + " bytes.");
    }
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
    for (ByteBuffer buffer : buffers) {
      if (buffer.remaining() > MAX_BYTES - received.size()) {
        abort();
        return;
      }
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      received.writeBytes(bytes);
    }
  }

  private void abort() {
    if (subscription != null) {
      subscription.cancel();
    }
    body.completeExceptionally(new TooLargeException());
  }

  @Override
  public void onError(Throwable failure) {
    body.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    body.complete(new ChatEndpoint.Body(received.toString(StandardCharsets.UTF_8), null));
  }
}
