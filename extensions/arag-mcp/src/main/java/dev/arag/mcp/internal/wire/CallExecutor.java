package dev.arag.mcp.internal.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Runs calls of tools on a limited number of threads. Calls beyond that wait; too many waiting
 * calls are refused.
 */
final class CallExecutor implements AutoCloseable {
  private static final int THREADS = 16;
  private static final int MAX_WAITING = 4_096;

  private final ThreadPoolExecutor threads;
  private final Map<Key, Set<Call>> calls = new ConcurrentHashMap<>();

  /**
   * Names calls for a cancellation. Clients may use an id twice.
   *
   * @param client the connection or session, because clients choose their ids independently
   */
  private record Key(String client, Object id) {
    /** 1 and 1.0 are the same number. */
    static Key of(String client, JsonNode id) {
      BigDecimal number = id.isNumber() ? id.decimalValue() : null;
      return new Key(client, number == null ? id.asText() : number.stripTrailingZeros());
    }
  }

  CallExecutor() {
    threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MAX_WAITING),
            CallExecutor::thread);
    threads.allowCoreThreadTimeOut(true);
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "arag-mcp-call");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Starts a call.
   *
   * @param work returns the reply; a thread that runs it is interrupted if the call is cancelled
   * @param messages receives the notifications of the call and its reply
   * @throws RpcException if too many calls wait, or the executor is closed
   */
  Call start(
      String client, JsonNode id, Function<Call, ObjectNode> work, Consumer<ObjectNode> messages) {
    Key key = Key.of(client, id);
    Call[] self = new Call[1];
    Call call = new Call(work, messages, () -> remove(key, self[0]));
    self[0] = call;
    add(key, call);
    try {
      threads.execute(call);
    } catch (RejectedExecutionException e) {
      remove(key, call);
      throw new RpcException(
          new RpcError(RpcError.BUSY, "The server has too many calls. Try again later."));
    }
    return call;
  }

  private void add(Key key, Call call) {
    calls.compute(
        key,
        (unused, same) -> {
          Set<Call> all = same == null ? new HashSet<>() : same;
          all.add(call);
          return all;
        });
  }

  private void remove(Key key, Call call) {
    calls.computeIfPresent(
        key,
        (unused, same) -> {
          same.remove(call);
          return same.isEmpty() ? null : same;
        });
  }

  /** Cancels the calls that a client started with an id. */
  void cancel(String client, JsonNode id) {
    List<Call> same = new ArrayList<>();
    calls.computeIfPresent(
        Key.of(client, id),
        (unused, all) -> {
          same.addAll(all);
          return all;
        });
    same.forEach(Call::cancel);
  }

  /** Waits until all calls have ended, but not longer than a limit. */
  void drain(Duration limit) throws InterruptedException {
    threads.shutdown();
    boolean unused = threads.awaitTermination(limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Cancels all calls and returns without waiting for their threads. */
  @Override
  public void close() {
    threads.shutdown();
    List<Call> all = new ArrayList<>();
    calls
        .keySet()
        .forEach(
            key ->
                calls.computeIfPresent(
                    key,
                    (same, set) -> {
                      all.addAll(set);
                      return set;
                    }));
    all.forEach(Call::cancel);
    threads.shutdownNow();
  }
}
