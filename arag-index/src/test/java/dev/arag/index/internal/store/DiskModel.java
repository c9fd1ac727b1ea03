package dev.arag.index.internal.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Tracks which changes are durable and which are pending at one position of a trace. */
final class DiskModel {
  private final List<TracedFile> files;
  private final Map<String, Integer> visible = new TreeMap<>();
  private final Map<String, Integer> durable;
  private final List<NameChange> changes = new ArrayList<>();
  private final List<Integer> writes = new ArrayList<>();
  private final int[] durableWrites;
  private final int firstCreated;
  private List<Object> marks = List.of();
  private boolean exists;
  private int steps;

  /**
   * @param files the initial files, followed by the created files in the order of their creation
   * @param start the names of the initial files
   */
  DiskModel(List<TracedFile> files, boolean exists, Map<String, Integer> start) {
    this.files = files;
    this.exists = exists;
    this.durable = new TreeMap<>(start);
    this.visible.putAll(start);
    this.durableWrites = new int[files.size()];
    this.firstCreated = start.size();
  }

  int steps() {
    return steps;
  }

  /** Returns the name changes that are not durable, in order. */
  List<NameChange> changes() {
    return changes;
  }

  /** Returns, for each write that is not durable, the number of its file, in order. */
  List<Integer> writes() {
    return writes;
  }

  /** Returns the start offset, in its file, of one of the {@link #writes()}. */
  int start(int write) {
    return files.get(writes.get(write)).end(number(write) - 1);
  }

  /** Returns the end offset, in its file, of one of the {@link #writes()}. */
  int end(int write) {
    return files.get(writes.get(write)).end(number(write));
  }

  private int number(int write) {
    int file = writes.get(write);
    int number = durableWrites[file];
    for (int i = 0; i <= write; i++) {
      number += writes.get(i) == file ? 1 : 0;
    }
    return number;
  }

  void step(Operation operation) {
    steps++;
    if (operation instanceof Operation.Created created) {
      change(new NameChange(null, created.name(), firstCreated + created.file()));
    } else if (operation instanceof Operation.Renamed renamed) {
      change(new NameChange(renamed.from(), renamed.to(), visible.get(renamed.from())));
    } else if (operation instanceof Operation.Deleted deleted) {
      change(new NameChange(deleted.name(), null, -1));
    } else if (operation instanceof Operation.Wrote wrote) {
      writes.add(firstCreated + wrote.file());
    } else if (operation instanceof Operation.Forced forced) {
      force(firstCreated + forced.file());
    } else if (operation instanceof Operation.Marked marked) {
      marks = new ArrayList<>(marks);
      marks.add(marked.mark());
    } else {
      directory(operation);
    }
  }

  private void directory(Operation operation) {
    if (operation instanceof Operation.DirectorySynced) {
      changes.forEach(change -> change.apply(durable));
      changes.clear();
    } else {
      exists = operation instanceof Operation.DirectoryMade;
      durable.clear();
      changes.clear();
    }
  }

  private void change(NameChange change) {
    change.apply(visible);
    changes.add(change);
  }

  private void force(int file) {
    for (int each : writes) {
      durableWrites[file] += each == file ? 1 : 0;
    }
    writes.removeIf(each -> each == file);
  }

  CrashState crash(List<Boolean> kept, List<WriteOutcome> outcomes) {
    MemoryStore store = exists ? new MemoryStore() : MemoryStore.missing();
    Map<String, Integer> names = new TreeMap<>(durable);
    for (int i = 0; i < kept.size(); i++) {
      if (kept.get(i)) {
        changes.get(i).apply(names);
      }
    }
    names.forEach((name, file) -> store.put(name, content(file, outcomes)));
    return new CrashState(steps, kept, outcomes, marks, store);
  }

  private byte[] content(int file, List<WriteOutcome> outcomes) {
    List<WriteOutcome> own = new ArrayList<>();
    for (int i = 0; i < outcomes.size(); i++) {
      if (writes.get(i) == file) {
        own.add(outcomes.get(i));
      }
    }
    return files.get(file).crashed(durableWrites[file], own);
  }
}
