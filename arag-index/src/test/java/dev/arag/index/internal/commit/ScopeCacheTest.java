package dev.arag.index.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.corpus.Scope;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ScopeCacheTest {
  private final AtomicInteger evaluations = new AtomicInteger();

  private BitSet evaluate() {
    evaluations.incrementAndGet();
    return new BitSet();
  }

  private int evaluations(ScopeCache cache, Scope scope) {
    evaluations.set(0);
    cache.get(scope, this::evaluate);
    return evaluations.get();
  }

  @Test
  void evaluatesEqualScopesOnce() {
    ScopeCache cache = new ScopeCache(10);
    BitSet first = cache.get(Scope.equal("tenant", "a").not(), this::evaluate);
    assertThat(cache.get(Scope.equal("tenant", "a").not(), this::evaluate)).isSameAs(first);
    assertThat(evaluations).hasValue(1);
    assertThat(evaluations(cache, Scope.equal("tenant", "b").not())).isOne();
  }

  @Test
  void evaluatesAScopeOnceForConcurrentCallers() throws Exception {
    ScopeCache cache = new ScopeCache(10);
    CountDownLatch started = new CountDownLatch(1);
    Supplier<BitSet> slow =
        () -> {
          started.countDown();
          assertThat(evaluations(cache, Scope.equal("tenant", "b"))).isOne();
          return evaluate();
        };
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<BitSet>> found = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        found.add(threads.submit(() -> cache.get(Scope.equal("tenant", "a"), slow)));
      }
      started.await();
      BitSet first = found.get(0).get();
      for (Future<BitSet> each : found) {
        assertThat(each.get()).isSameAs(first);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(evaluations).hasValue(2);
  }

  @Test
  void dropsTheScopesThatWereNotUsedForLongest() {
    ScopeCache cache = new ScopeCache(3 << 24);
    assertThat(evaluations(cache, Scope.equal("n", 1))).isOne();
    assertThat(evaluations(cache, Scope.equal("n", 1))).isZero();
    assertThat(evaluations(cache, Scope.equal("n", 2))).isOne();
    assertThat(evaluations(cache, Scope.equal("n", 1))).isOne();
    ScopeCache many = new ScopeCache(10);
    for (int i = 0; i <= 1_024; i++) {
      many.get(Scope.equal("n", i), this::evaluate);
      many.get(Scope.equal("n", 0), this::evaluate);
    }
    assertThat(evaluations(many, Scope.equal("n", 0))).isZero();
    assertThat(evaluations(many, Scope.equal("n", 2))).isZero();
    assertThat(evaluations(many, Scope.equal("n", 1))).isOne();
  }

  @Test
  void evaluatesLargeAndDeepScopesEachTime() {
    ScopeCache cache = new ScopeCache(10);
    Scope large = Scope.in("n", IntStream.range(0, 101).boxed().toList());
    Scope wide =
        new Scope.Or(IntStream.range(0, 100_000).mapToObj(i -> Scope.equal("n", i)).toList());
    Scope deep = Scope.equal("n", 0);
    for (int i = 0; i < 100_000; i++) {
      deep = deep.not();
    }
    for (Scope scope : List.of(large, wide, deep)) {
      assertThat(evaluations(cache, scope)).isOne();
      assertThat(evaluations(cache, scope)).isOne();
    }
  }

  @Test
  void evaluatesAgainAfterAFailure() {
    ScopeCache cache = new ScopeCache(10);
    Scope scope = Scope.equal("tenant", "a");
    Supplier<BitSet> failing =
        () -> {
          throw new IllegalStateException("damaged");
        };
    assertThatThrownBy(() -> cache.get(scope, failing)).hasMessage("damaged");
    assertThat(evaluations(cache, scope)).isOne();
  }
}
