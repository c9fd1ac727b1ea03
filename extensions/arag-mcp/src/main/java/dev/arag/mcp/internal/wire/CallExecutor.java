package dev.arag.mcp.internal.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
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
  private final Set<Call> calls = ConcurrentHashMap.newKeySet();

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
   * @param key names the call for a cancellation; clients may use it twice
   * @param work returns the reply; a thread that runs it is interrupted if the call is cancelled
   * @param messages receives the notifications of the call and its reply
   * @throws RpcException if too many calls wait, or the executor is closed
   */
  Call start(Call.Key key, Function<Call, ObjectNode> work, Consumer<ObjectNode> messages) {
    Call call = new Call(key, work, messages, calls::remove);
    calls.add(call);
    try {
      threads.execute(call);
    } catch (RejectedExecutionException e) {
      calls.remove(call);
      throw new RpcException(
          new RpcError(RpcError.BUSY, "The server has too many calls. Try again later."));
    }
    return call;
  }

  /** Cancels the calls with a key. */
  void cancel(Call.Key key) {
    calls.stream().filter(call -> call.key().equals(key)).forEach(Call::cancel);
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
    calls.forEach(Call::cancel);
  }
}
