package dev.arag.solr;

import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * When a process ends: before, during or after a request of a step.
 *
 * @param number which request of the step, from 1
 */
record Kill(Step step, int number, Moment moment) {
  /** The exit code of a killed process. */
  static final int CODE = 137;

  /** A step of a writer, by the description of its requests in {@link WatchedClient}. */
  enum Step {
    BLOCK("add (r|c d s).*"),
    TOMBSTONE("add t"),
    MARKER("add m"),
    COMMIT("commit"),
    COMPARE_AND_SET("add state"),
    PURGE("add .*|delete|commit");

    private final Predicate<String> requests;

    Step(String requests) {
      this.requests = Pattern.compile(requests).asMatchPredicate();
    }

    boolean matches(String description) {
      return requests.test(description);
    }
  }

  /** When a process ends, compared with the request. */
  enum Moment {
    BEFORE,
    DURING,
    AFTER
  }

  static Kill random(Step step, int maxNumber, Random random) {
    Moment[] moments = Moment.values();
    return new Kill(step, 1 + random.nextInt(maxNumber), moments[random.nextInt(moments.length)]);
  }

  static Kill parse(String text) {
    String[] parts = text.split(":");
    return new Kill(Step.valueOf(parts[0]), Integer.parseInt(parts[1]), Moment.valueOf(parts[2]));
  }

  /** Ends this process at the right request of a client. */
  void install(WatchedClient client) {
    AtomicInteger requests = new AtomicInteger();
    // Heartbeats are sent by another thread.
    ThreadLocal<Boolean> isLast = ThreadLocal.withInitial(() -> false);
    client.before(
        description -> {
          if (step.matches(description) && requests.incrementAndGet() == number) {
            isLast.set(true);
            if (moment == Moment.BEFORE) {
              Runtime.getRuntime().halt(CODE);
            } else if (moment == Moment.DURING) {
              new Thread(Kill::haltSoon).start();
            }
          }
        });
    client.after(
        description -> {
          if (isLast.get()) {
            Runtime.getRuntime().halt(CODE);
          }
        });
  }

  private static void haltSoon() {
    LockSupport.parkNanos(new Random().nextInt(3_000_000));
    Runtime.getRuntime().halt(CODE);
  }

  @Override
  public String toString() {
    return step + ":" + number + ":" + moment;
  }
}
