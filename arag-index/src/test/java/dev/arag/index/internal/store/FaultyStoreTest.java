package dev.arag.index.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.index.internal.store.FaultyStore.Failing;
import java.io.Closeable;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the store that makes disk calls fail in other tests. */
class FaultyStoreTest {
  private final MemoryStore memory = new MemoryStore();

  /** Makes 15 calls, which include every kind of call, and closes all resources. */
  private static void useAll(Store store) throws IOException {
    store.createDirectory();
    try (Closeable lock = store.tryLock()) {
      assertThat(lock).isNotNull();
      try (Output output = store.create("a")) {
        output.write(new byte[10], 0, 10);
        output.force();
      }
      store.syncDirectory();
      store.rename("a", "b");
      Input input = store.open("b");
      try {
        input.read(0, new byte[10], 0, 10);
        input.map();
      } finally {
        input.close();
      }
      assertThat(store.list()).containsExactly("b");
      assertThat(store.delete("b")).isTrue();
    }
    store.removeCreatedDirectory();
  }

  @Test
  void countsEachCall() throws IOException {
    FaultyStore store = new FaultyStore(memory);
    useAll(store);
    assertThat(store.calls()).isEqualTo(15);
    assertThat(store.failure()).isNull();
    assertNothingOpen(store);
  }

  @ParameterizedTest
  @EnumSource
  void makesEachCallFail(Failing failing) {
    for (int call = 1; call <= 15; call++) {
      FaultyStore store = new FaultyStore(new MemoryStore());
      store.failAt(call, failing);
      assertThatThrownBy(() -> useAll(store)).as("call " + call).isInstanceOf(IOException.class);
      assertThat(store.failure()).contains("call " + call + ",");
      assertNothingOpen(store);
    }
  }

  @Test
  void failsOnceOrPermanently() throws IOException {
    FaultyStore once = new FaultyStore(memory);
    once.failAt(2, Failing.ONCE);
    once.list();
    assertThatThrownBy(once::list).hasMessageContaining("call 2, list");
    once.list();
    FaultyStore forGood = new FaultyStore(memory);
    forGood.failAt(2, Failing.FOR_GOOD);
    forGood.list();
    assertThatThrownBy(forGood::list).isInstanceOf(IOException.class);
    assertThatThrownBy(forGood::syncDirectory).isInstanceOf(IOException.class);
    forGood.heal();
    forGood.list();
  }

  @Test
  void makesACallFailAfterItTookEffect() throws IOException {
    FaultyStore store = new FaultyStore(memory);
    store.create("a").close();
    store.failAt(3, Failing.ONCE_THOUGH_DONE);
    assertThatThrownBy(() -> store.rename("a", "b")).isInstanceOf(IOException.class);
    assertThat(memory.list()).containsExactly("b");
  }

  @Test
  void writesHalfOfTheBytesInAFailedWrite() throws IOException {
    FaultyStore store = new FaultyStore(memory);
    store.failAt(2, Failing.ONCE);
    try (Output output = store.create("a")) {
      assertThatThrownBy(() -> output.write(new byte[10], 0, 10)).isInstanceOf(IOException.class);
    }
    assertThat(memory.files().get("a")).hasSize(5);
  }

  @Test
  void writesTheBytesThatFitOnAFullDisk() throws IOException {
    FaultyStore store = new FaultyStore(memory);
    store.budget(25);
    try (Output output = store.create("a")) {
      output.write(new byte[20], 0, 20);
      assertThatThrownBy(() -> output.write(new byte[20], 0, 20))
          .hasMessageContaining("No space left on device");
      assertThatThrownBy(() -> output.write(new byte[1], 0, 1)).isInstanceOf(IOException.class);
      assertThat(memory.files().get("a")).hasSize(25);
      store.heal();
      output.write(new byte[1], 0, 1);
    }
  }

  @Test
  void countsOpenResources() throws IOException {
    FaultyStore store = new FaultyStore(memory);
    Output output = store.create("a");
    Input closed = store.open("a");
    Input mapped = store.open("a");
    Closeable lock = store.tryLock();
    assertThat(store.tryLock()).isNull();
    assertThat(store.openOutputs()).isEqualTo(1);
    assertThat(store.openInputs()).isEqualTo(2);
    assertThat(store.heldLocks()).isEqualTo(1);
    for (int i = 0; i < 2; i++) {
      output.close();
      closed.close();
      lock.close();
    }
    mapped.map();
    assertNothingOpen(store);
  }

  private static void assertNothingOpen(FaultyStore store) {
    assertThat(store.openOutputs()).isZero();
    assertThat(store.openInputs()).isZero();
    assertThat(store.heldLocks()).isZero();
  }
}
