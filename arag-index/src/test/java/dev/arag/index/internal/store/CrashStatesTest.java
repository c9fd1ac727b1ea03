package dev.arag.index.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the simulated disk shows the damage of a writer that omits a force. */
class CrashStatesTest {
  /** One correct and several incorrect ways to replace the file "state". */
  private enum WriterVariant {
    ALL,
    NO_FORCE,
    NO_SYNC_AFTER,
    OLD_DELETED_BEFORE_SYNC
  }

  @Test
  void keepsForcedAndSyncedDataInEveryState() throws IOException {
    assertThat(lost(WriterVariant.ALL)).isEmpty();
  }

  @Test
  void losesUnforcedDataInSomeStates() throws IOException {
    assertThat(lost(WriterVariant.NO_FORCE))
        .contains("0 bytes of b", "512 bytes of b", "other bytes of b");
  }

  @Test
  void losesUnsyncedNamesInSomeStates() throws IOException {
    assertThat(lost(WriterVariant.NO_SYNC_AFTER)).contains("a for b");
  }

  @Test
  void makesADeletionDurableBeforeTheRenameInSomeStates() throws IOException {
    assertThat(lost(WriterVariant.OLD_DELETED_BEFORE_SYNC)).contains("state is a, old gone");
  }

  /** Returns descriptions of the acknowledged data that is lost in some crash state. */
  private static Set<String> lost(WriterVariant care) throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    disk.createDirectory();
    replace(disk, "a", WriterVariant.ALL);
    replace(disk, "b", care);
    Set<String> lost = new TreeSet<>();
    CrashStates states = CrashStates.of(disk);
    int count = states.forEach(state -> check(state, lost));
    count += states.forEachRandom(1, 50, state -> check(state, lost));
    assertThat(count).isGreaterThan(900);
    return lost;
  }

  private static void replace(Store disk, String letter, WriterVariant care) throws IOException {
    try (Output output = disk.create("new")) {
      output.write(bytes(letter), 0, 1500);
      if (care != WriterVariant.NO_FORCE) {
        output.force();
      }
    }
    create(disk, "old-" + letter);
    disk.syncDirectory();
    disk.rename("new", "state");
    if (care == WriterVariant.OLD_DELETED_BEFORE_SYNC) {
      disk.delete("old-a");
    }
    if (care != WriterVariant.NO_SYNC_AFTER) {
      disk.syncDirectory();
    }
    ((SimulatedDisk) disk).mark(letter);
  }

  private static void create(Store disk, String name) throws IOException {
    disk.create(name).close();
  }

  private static byte[] bytes(String letter) {
    return letter.repeat(1500).getBytes(StandardCharsets.US_ASCII);
  }

  private static void check(CrashState state, Set<String> lost) {
    if (state.marks().isEmpty()) {
      return;
    }
    Map<String, byte[]> files = state.store().files();
    byte[] found = files.get("state");
    assertThat(found).as(state.toString()).isNotNull();
    String last = (String) state.marks().get(state.marks().size() - 1);
    if (Arrays.equals(found, bytes("a"))) {
      if (last.equals("b")) {
        lost.add("a for b");
      }
      if (!files.containsKey("old-a")) {
        lost.add("state is a, old gone");
      }
    } else if (found.length < 1500) {
      lost.add(found.length + " bytes of b");
    } else if (!Arrays.equals(found, bytes("b"))) {
      lost.add("other bytes of b");
    }
  }

  @Test
  void hasNoDirectoryBeforeItsCreation() throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    assertThat(disk.exists()).isFalse();
    disk.createDirectory();
    create(disk, "a");
    CrashStates states = CrashStates.of(disk);
    assertThat(states.places()).isEqualTo(3);
    assertThat(states.draw(0, new Random(1)).store().exists()).isFalse();
    assertThat(states.draw(1, new Random(1)).store().exists()).isTrue();
    List<Map<String, byte[]>> found = new ArrayList<>();
    assertThat(states.forEachAt(2, state -> found.add(state.store().files()))).isEqualTo(2);
    assertThat(found).extracting(Map::keySet).containsExactly(Set.of("a"), Set.of());
  }

  @Test
  void keepsANameChangeOnlyWithEarlierChangesOfTheName() throws IOException {
    SimulatedDisk disk = new SimulatedDisk(new MemoryStore());
    create(disk, "a");
    disk.rename("a", "b");
    create(disk, "a");
    create(disk, "c");
    disk.delete("b");
    Set<Set<String>> found = new HashSet<>();
    CrashStates.of(disk).forEachRandom(2, 1000, state -> found.add(state.store().files().keySet()));
    assertThat(found)
        .containsExactlyInAnyOrder(
            Set.of(),
            Set.of("a"),
            Set.of("b"),
            Set.of("a", "b"),
            Set.of("c"),
            Set.of("a", "c"),
            Set.of("b", "c"),
            Set.of("a", "b", "c"));
  }

  @Test
  void continuesFromACrashState() throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    disk.createDirectory();
    replace(disk, "a", WriterVariant.ALL);
    SimulatedDisk next = new SimulatedDisk(CrashStates.of(disk).drawLast(new Random(3)).store());
    replace(next, "b", WriterVariant.ALL);
    CrashStates.of(next)
        .forEach(
            state ->
                assertThat(state.store().files().get("state"))
                    .as(state.toString())
                    .isIn(bytes("a"), bytes("b")));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void includesTheCurrentStateOfTheDisk(long seed) throws IOException {
    Random random = new Random(seed);
    SimulatedDisk disk = new SimulatedDisk();
    disk.createDirectory();
    List<Output> outputs = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      act(disk, random, outputs, i);
      CrashStates states = CrashStates.of(disk);
      List<CrashState> last = new ArrayList<>();
      states.forEachAt(states.places() - 1, last::add);
      assertSame(last.get(0).store(), disk);
    }
  }

  private static void act(SimulatedDisk disk, Random random, List<Output> outputs, int step)
      throws IOException {
    List<String> names = disk.list();
    int action = names.isEmpty() || outputs.isEmpty() ? 0 : random.nextInt(8);
    switch (action) {
      case 0 -> outputs.add(disk.create("file" + step));
      case 1 -> disk.delete(names.get(random.nextInt(names.size())));
      case 2 -> disk.rename(names.get(random.nextInt(names.size())), "file" + random.nextInt(9));
      case 3 -> disk.syncDirectory();
      case 4 -> outputs.get(random.nextInt(outputs.size())).force();
      default -> {
        byte[] bytes = new byte[random.nextInt(2000)];
        random.nextBytes(bytes);
        outputs.get(random.nextInt(outputs.size())).write(bytes, 0, bytes.length);
      }
    }
  }

  private static void assertSame(MemoryStore found, SimulatedDisk disk) throws IOException {
    assertThat(found.list()).isEqualTo(disk.list());
    for (String name : disk.list()) {
      Input input = disk.open(name);
      byte[] bytes = new byte[(int) input.length()];
      input.read(0, bytes, 0, bytes.length);
      assertThat(Arrays.equals(found.files().get(name), bytes)).as(name).isTrue();
    }
  }

  @Test
  void generatesManyStatesOfALongTrace() throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    disk.createDirectory();
    for (int i = 0; i < 60; i++) {
      replace(disk, i % 2 == 0 ? "a" : "b", WriterVariant.ALL);
      disk.delete(i % 2 == 0 ? "old-b" : "old-a");
    }
    int[] bytes = new int[1];
    CrashStates states = CrashStates.of(disk);
    int count = states.forEach(state -> bytes[0] += state.store().files().size());
    count += states.forEachRandom(1, 40, state -> bytes[0] += state.store().files().size());
    System.out.println("crash states of a trace of " + states.places() + " places: " + count);
    assertThat(count).isGreaterThan(20_000);
  }
}
