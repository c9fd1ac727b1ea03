package dev.arag.index;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** Runs threads one at a time and decides at each step which thread continues. */
final class ThreadScheduler {
  private final Plan plan;
  private final List<Boolean> finished = new ArrayList<>();
  private final List<Integer> steps = new ArrayList<>();
  private int current;

  /** Decides at each step which actor continues. An actor is the work of one thread. */
  @FunctionalInterface
  interface Plan {
    /**
     * @param actor the current actor
     * @param step the number of the next step of this actor, counted from 1
     * @return the actor that continues; if this actor has finished, the next unfinished one
     *     continues
     */
    int next(int actor, int step);
  }

  ThreadScheduler(Plan plan) {
    this.plan = plan;
  }

  /** Returns the number of steps that an actor has taken. */
  synchronized int steps(int actor) {
    return steps.get(actor);
  }

  /** Every actor calls this method before each of its steps. */
  synchronized void step(int actor) {
    steps.set(actor, steps.get(actor) + 1);
    pass(plan.next(actor, steps.get(actor)));
    await(actor);
  }

  /** Runs all actors until they have finished, starting with the first. */
  void run(ExecutorService threads, List<Runnable> actors) {
    for (int i = 0; i < actors.size(); i++) {
      finished.add(false);
      steps.add(0);
    }
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < actors.size(); i++) {
      int actor = i;
      running.add(threads.submit(() -> run(actor, actors.get(actor))));
    }
    running.forEach(ThreadScheduler::get);
  }

  private void run(int actor, Runnable work) {
    try {
      synchronized (this) {
        await(actor);
      }
      work.run();
    } finally {
      finish(actor);
    }
  }

  private static void get(Future<?> future) {
    try {
      future.get();
    } catch (InterruptedException | ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  private synchronized void finish(int actor) {
    finished.set(actor, true);
    pass(actor);
  }

  private synchronized void pass(int wanted) {
    int next = wanted % finished.size();
    for (int i = 0; i < finished.size() && finished.get(next); i++) {
      next = (next + 1) % finished.size();
    }
    if (next != current) {
      current = next;
      notifyAll();
    }
  }

  private synchronized void await(int actor) {
    try {
      while (current != actor) {
        wait();
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
