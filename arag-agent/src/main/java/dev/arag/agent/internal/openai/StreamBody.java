package dev.arag.agent.internal.openai;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Receives a completion that is streamed as server-sent events, and gives it as if it had been sent
 * at once. A stream that ends before the server said that it is complete is a broken connection.
 */
final class StreamBody implements BodySubscriber<byte[]> {
  private final CompletableFuture<byte[]> body = new CompletableFuture<>();
  private final SseParser lines = new SseParser();
  private final CompletionAssembler completion;
  private Flow.@Nullable Subscription subscription;
  private long received;

  StreamBody(CompletionAssembler completion) {
    this.completion = completion;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
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
        received += buffer.remaining();
        if (received > BoundedBody.MOST_BYTES) {
          throw new BoundedBody.TooLargeException();
        }
        lines.add(buffer);
        for (String data = lines.next(); data != null; data = lines.next()) {
          completion.add(data);
        }
      }
    } catch (IOException e) {
      refuse(e);
    }
  }

  private void refuse(IOException failure) {
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
      body.complete(completion.whole().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      body.completeExceptionally(e);
    }
  }
}
