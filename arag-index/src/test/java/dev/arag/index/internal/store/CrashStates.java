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
 * What a disk may hold if the power fails, for each place of a trace. Durable are the bytes that
 * were forced and the names that were synced. Of all else any part may have come through, in any
 * order: of a write any of its sectors, of name changes each as a whole, and only after the earlier
 * changes of the same names.
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

  /** The states of what a disk was asked so far. */
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

  /** How many places there are to crash at: before the first operation, and after each. */
  public int places() {
    return trace.size() + 1;
  }

  /**
   * Takes each place in turn, and there: all writes kept, all lost, all zeros, each alone kept,
   * lost or zeros, the last one torn at some sectors; each of that with all name changes, none,
   * each alone kept, each alone lost.
   *
   * @return how many states that were
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

  /** The same for one place only, from 0. */
  public int forEachAt(int place, Consumer<CrashState> test) {
    return systematic(model(place), test);
  }

  /**
   * Takes each place in turn, and there so many random choices.
   *
   * @return how many states that were
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

  /** One random state of a place, from 0. */
  public CrashState draw(int place, Random random) {
    return draw(model(place), random);
  }

  /** One random state of the last place: the power fails now. */
  public CrashState drawLast(Random random) {
    return draw(trace.size(), random);
  }

  private static CrashState draw(DiskModel model, Random random) {
    boolean[] kept = new boolean[model.changes().size()];
    int odds = random.nextInt(5);
    for (int i = 0; i < kept.length; i++) {
      kept[i] = random.nextInt(4) < odds;
    }
    List<WriteFate> fates = new ArrayList<>();
    for (int i = 0; i < model.writes().size(); i++) {
      fates.add(WriteFate.draw(random, model.start(i), model.end(i)));
    }
    return model.crash(list(NameChange.withoutOrphans(model.changes(), kept)), fates);
  }

  private DiskModel model(int place) {
    DiskModel model = new DiskModel(files, existed, start);
    trace.subList(0, place).forEach(model::step);
    return model;
  }

  private static int systematic(DiskModel model, Consumer<CrashState> test) {
    Set<List<Boolean>> names = names(model.changes());
    Set<List<WriteFate>> writes = writes(model);
    for (List<WriteFate> fates : writes) {
      for (List<Boolean> kept : names) {
        test.accept(model.crash(kept, fates));
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

  private static Set<List<WriteFate>> writes(DiskModel model) {
    int count = model.writes().size();
    Set<List<WriteFate>> choices = new LinkedHashSet<>();
    choices.add(Collections.nCopies(count, WriteFate.KEPT));
    choices.add(Collections.nCopies(count, WriteFate.LOST));
    choices.add(Collections.nCopies(count, WriteFate.ZEROS));
    for (int i = 0; i < count; i++) {
      choices.add(oneApart(count, i, WriteFate.LOST, WriteFate.KEPT));
      choices.add(oneApart(count, i, WriteFate.KEPT, WriteFate.LOST));
      choices.add(oneApart(count, i, WriteFate.KEPT, WriteFate.ZEROS));
    }
    if (count > 0) {
      for (WriteFate torn : cuts(model.start(count - 1), model.end(count - 1))) {
        choices.add(oneApart(count, count - 1, WriteFate.KEPT, torn));
      }
    }
    return choices;
  }

  private static List<WriteFate> oneApart(int count, int one, WriteFate others, WriteFate fate) {
    List<WriteFate> fates = new ArrayList<>(Collections.nCopies(count, others));
    fates.set(one, fate);
    return fates;
  }

  /** At each sector if there are few, otherwise at some, the first and the last among them. */
  private static List<WriteFate> cuts(int start, int end) {
    List<WriteFate> cuts = new ArrayList<>();
    int first = start / WriteFate.SECTOR_BYTES + 1;
    int last = (end - 1) / WriteFate.SECTOR_BYTES;
    int count = Math.min(CUTS, last - first + 1);
    for (int i = 0; i < count; i++) {
      int sector = count == 1 ? first : first + (int) ((long) (last - first) * i / (count - 1));
      long at = (long) sector * WriteFate.SECTOR_BYTES;
      cuts.add(new WriteFate(WriteFate.Kind.CUT, at));
      cuts.add(new WriteFate(WriteFate.Kind.CUT_AND_ZEROS, at));
    }
    return cuts;
  }
}
