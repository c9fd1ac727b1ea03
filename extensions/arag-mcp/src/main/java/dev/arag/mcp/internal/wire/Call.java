package dev.arag.mcp.internal.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A running or waiting call of a tool. It ends once: with a reply, or cancelled without one. */
final class Call implements Runnable {
  private final Key key;
  private final Function<Call, ObjectNode> work;
  private final Consumer<ObjectNode> messages;
  private final Consumer<Call> onEnd;
  private boolean isEnded;
  private boolean isCancelled;
  private @Nullable Thread thread;

  /**
   * The name that a client gives to a call.
   *
   * @param client the connection or session, because clients choose their ids independently
   */
  record Key(String client, Object id) {
    static Key of(String client, JsonNode id) {
      return new Key(client, id.isNumber() ? number(id) : id.textValue());
    }

    /** 1 and 1.0 are the same number, unless the exponent does not allow to remove zeros. */
    private static BigDecimal number(JsonNode id) {
      try {
        return id.decimalValue().stripTrailingZeros();
      } catch (ArithmeticException e) {
        return id.decimalValue();
      }
    }
  }

  /**
   * @param work returns the reply
   * @param messages receives the notifications of the call and its reply
   * @param onEnd called once, when the call has ended or was cancelled
   */
  Call(
      Key key,
      Function<Call, ObjectNode> work,
      Consumer<ObjectNode> messages,
      Consumer<Call> onEnd) {
    this.key = key;
    this.work = work;
    this.messages = messages;
    this.onEnd = onEnd;
  }

  Key key() {
    return key;
  }

  @Override
  public void run() {
    if (!begin()) {
      return;
    }
    ObjectNode reply = null;
    try {
      reply = work.apply(this);
    } finally {
      leaveThread();
      if (reply != null && end()) {
        messages.accept(reply);
        onEnd.accept(this);
      }
    }
  }

  private synchronized boolean begin() {
    thread = isEnded ? null : Thread.currentThread();
    return !isEnded;
  }

  /** Clears an interrupt of {@link #cancel}, so that it does not reach the next call. */
  @SuppressWarnings("CheckReturnValue")
  private synchronized void leaveThread() {
    thread = null;
    Thread.interrupted();
  }

  private synchronized boolean end() {
    boolean isFirst = !isEnded;
    isEnded = true;
    return isFirst;
  }

  /** Whether the call was cancelled, so that no reply will follow. */
  synchronized boolean isCancelled() {
    return isCancelled;
  }

  /** Sends a notification, unless the call was cancelled. Called by the work. */
  void send(ObjectNode notification) {
    if (!isCancelled()) {
      messages.accept(notification);
    }
  }

  /** Cancels the call, if it has not ended. No message of the call follows. */
  void cancel() {
    synchronized (this) {
      if (isEnded) {
        return;
      }
      isEnded = true;
      isCancelled = true;
      if (thread != null) {
        thread.interrupt();
      }
    }
    onEnd.accept(this);
  }
}
