package dev.arag.index.internal.store;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A change to a directory. After a crash, the change is present completely or not at all.
 *
 * @param from the removed name, or null for a new file
 * @param to the added name, or null for a deletion
 * @param file the number of the file that has the name {@code to} after the change
 */
record NameChange(@Nullable String from, @Nullable String to, int file) {
  void apply(Map<String, Integer> names) {
    if (from != null) {
      names.remove(from);
    }
    if (to != null) {
      names.put(to, file);
    }
  }

  boolean sharesNameWith(NameChange other) {
    return other.mentions(from) || other.mentions(to);
  }

  private boolean mentions(@Nullable String name) {
    return name != null && (name.equals(from) || name.equals(to));
  }

  /** Adds all earlier changes of the same names to the kept changes, which depend on them. */
  static boolean[] withPredecessors(List<NameChange> changes, boolean[] kept) {
    boolean[] closed = kept.clone();
    for (int i = closed.length - 1; i >= 0; i--) {
      for (int before = 0; closed[i] && before < i; before++) {
        closed[before] |= changes.get(i).sharesNameWith(changes.get(before));
      }
    }
    return closed;
  }

  /** Removes changes that depend on a change that is not kept. */
  static boolean[] withoutOrphans(List<NameChange> changes, boolean[] kept) {
    boolean[] closed = kept.clone();
    for (int i = 0; i < closed.length; i++) {
      for (int before = 0; before < i; before++) {
        closed[i] &= closed[before] || !changes.get(i).sharesNameWith(changes.get(before));
      }
    }
    return closed;
  }
}
