package dev.arag.index.internal.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Computes the possible states of a disk after a power failure at any position of a trace. Forced
 * bytes and synced names are durable. Everything else may or may not have become durable, in any
 * order: any sectors of a write, and any name change as a whole. A name change can become durable
 * only after earlier changes of the same names.
 */
public final class CrashStates {
  private static final int CUTS = 8;

  private final List<Operation> trace;
  private final List<TracedFile> files = new ArrayList<>();
  private final Map<String, Integer> start = new TreeMap<>();
  private final boolean existed;

  private CrashStates(SimulatedDisk disk) {
    Map<String, byte[]> first = disk.start();
    trace = disk.trace();
    existed = first != null;
    if (first != null) {
      first.forEach(this::addFirst);
    }
    int created = files.size();
    trace.forEach(operation -> addWritten(created, operation));
    files.forEach(TracedFile::finish);
  }

  /** Creates the states for the operations that a disk has recorded so far. */
  public static CrashStates of(SimulatedDisk disk) {
    return new CrashStates(disk);
  }

  private void addFirst(String name, byte[] bytes) {
    start.put(name, files.size());
    files.add(new TracedFile(bytes));
  }

  private void addWritten(int created, Operation operation) {
    if (operation instanceof Operation.Created) {
      files.add(new TracedFile(new byte[0]));
    } else if (operation instanceof Operation.Wrote wrote) {
      files.get(created + wrote.file()).append(wrote.bytes());
    }
  }

  /**
   * Returns the number of positions: one before the first operation and one after each operation.
   */
  public int places() {
    return trace.size() + 1;
  }

  /**
   * Visits a systematic selection of states for each position. For the writes that are not durable,
   * these are: all kept, all lost, all zeros; each write alone kept, lost or zeros; and the last
   * write torn at some sectors. Each of these is combined with selections of name changes: all,
   * none, each alone kept, each alone lost.
   *
   * @return the number of states
   */
  public int forEach(Consumer<CrashState> test) {
    DiskModel model = model(0);
    int count = systematic(model, test);
    for (Operation operation : trace) {
      model.step(operation);
      count += systematic(model, test);
    }
    return count;
  }

  /** Visits the same selection of states for one position, counted from 0. */
  public int forEachAt(int place, Consumer<CrashState> test) {
    return systematic(model(place), test);
  }

  /**
   * Visits a number of random states for each position.
   *
   * @return the number of states
   */
  public int forEachRandom(long seed, int perPlace, Consumer<CrashState> test) {
    Random random = new Random(seed);
    DiskModel model = model(0);
    draw(model, random, perPlace, test);
    for (Operation operation : trace) {
      model.step(operation);
      draw(model, random, perPlace, test);
    }
    return places() * perPlace;
  }

  private static void draw(DiskModel model, Random random, int count, Consumer<CrashState> test) {
    for (int i = 0; i < count; i++) {
      test.accept(draw(model, random));
    }
  }

  /** Returns one random state for a position, counted from 0. */
  public CrashState draw(int place, Random random) {
    return draw(model(place), random);
  }

  /** Returns one random state for the last position, as if the power failed now. */
  public CrashState drawLast(Random random) {
    return draw(trace.size(), random);
  }

  private static CrashState draw(DiskModel model, Random random) {
    boolean[] kept = new boolean[model.changes().size()];
    int odds = random.nextInt(5);
    for (int i = 0; i < kept.length; i++) {
      kept[i] = random.nextInt(4) < odds;
    }
    List<WriteOutcome> outcomes = new ArrayList<>();
    for (int i = 0; i < model.writes().size(); i++) {
      outcomes.add(WriteOutcome.draw(random, model.start(i), model.end(i)));
    }
    return model.crash(list(NameChange.withoutOrphans(model.changes(), kept)), outcomes);
  }

  private DiskModel model(int place) {
    DiskModel model = new DiskModel(files, existed, start);
    trace.subList(0, place).forEach(model::step);
    return model;
  }

  private static int systematic(DiskModel model, Consumer<CrashState> test) {
    Set<List<Boolean>> names = names(model.changes());
    Set<List<WriteOutcome>> writes = writes(model);
    for (List<WriteOutcome> outcomes : writes) {
      for (List<Boolean> kept : names) {
        test.accept(model.crash(kept, outcomes));
      }
    }
    return writes.size() * names.size();
  }

  private static Set<List<Boolean>> names(List<NameChange> changes) {
    Set<List<Boolean>> choices = new LinkedHashSet<>();
    choices.add(Collections.nCopies(changes.size(), true));
    choices.add(Collections.nCopies(changes.size(), false));
    for (int i = 0; i < changes.size(); i++) {
      boolean[] alone = new boolean[changes.size()];
      alone[i] = true;
      choices.add(list(NameChange.withPredecessors(changes, alone)));
      boolean[] others = new boolean[changes.size()];
      Arrays.fill(others, true);
      others[i] = false;
      choices.add(list(NameChange.withoutOrphans(changes, others)));
    }
    return choices;
  }

  private static List<Boolean> list(boolean[] values) {
    List<Boolean> list = new ArrayList<>(values.length);
    for (boolean value : values) {
      list.add(value);
    }
    return list;
  }

  private static Set<List<WriteOutcome>> writes(DiskModel model) {
    int count = model.writes().size();
    Set<List<WriteOutcome>> choices = new LinkedHashSet<>();
    choices.add(Collections.nCopies(count, WriteOutcome.KEPT));
    choices.add(Collections.nCopies(count, WriteOutcome.LOST));
    choices.add(Collections.nCopies(count, WriteOutcome.ZEROS));
    for (int i = 0; i < count; i++) {
      choices.add(splitWithOneException(count, i, WriteOutcome.LOST, WriteOutcome.KEPT));
      choices.add(splitWithOneException(count, i, WriteOutcome.KEPT, WriteOutcome.LOST));
      choices.add(splitWithOneException(count, i, WriteOutcome.KEPT, WriteOutcome.ZEROS));
    }
    if (count > 0) {
      for (WriteOutcome torn : cuts(model.start(count - 1), model.end(count - 1))) {
        choices.add(splitWithOneException(count, count - 1, WriteOutcome.KEPT, torn));
      }
    }
    return choices;
  }

  private static List<WriteOutcome> splitWithOneException(
      int count, int one, WriteOutcome others, WriteOutcome outcome) {
    List<WriteOutcome> outcomes = new ArrayList<>(Collections.nCopies(count, others));
    outcomes.set(one, outcome);
    return outcomes;
  }

  /**
   * Returns outcomes torn at each sector if there are few sectors, otherwise at some sectors
   * including the first and the last.
   */
  private static List<WriteOutcome> cuts(int start, int end) {
    List<WriteOutcome> cuts = new ArrayList<>();
    int first = start / WriteOutcome.SECTOR_BYTES + 1;
    int last = (end - 1) / WriteOutcome.SECTOR_BYTES;
    int count = Math.min(CUTS, last - first + 1);
    for (int i = 0; i < count; i++) {
      int sector = count == 1 ? first : first + (int) ((long) (last - first) * i / (count - 1));
      long at = (long) sector * WriteOutcome.SECTOR_BYTES;
      cuts.add(new WriteOutcome(WriteOutcome.OutcomeKind.CUT, at));
      cuts.add(new WriteOutcome(WriteOutcome.OutcomeKind.CUT_AND_ZEROS, at));
    }
    return cuts;
  }
}
