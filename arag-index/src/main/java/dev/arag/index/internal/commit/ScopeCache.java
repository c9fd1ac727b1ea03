package dev.arag.index.internal.commit;

import dev.arag.core.corpus.Scope;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The chunks of one segment that the scopes used last allow, by the value of the scope. Holds at
 * most {@value #MAX_SCOPES} scopes, and at most {@value #MAX_BYTES} bytes of bit sets but at least
 * one. A scope with more than {@value #MAX_PARTS} operands and values is not stored. Thread-safe:
 * concurrent calls with equal scopes evaluate the scope once, and other scopes do not wait for it.
 */
final class ScopeCache {
  private static final int MAX_SCOPES = 1_024;
  private static final int MAX_BYTES = 8 << 20;
  private static final int MAX_PARTS = 100;

  private final int capacity;
  private final Map<Scope, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * @param chunks the number of chunks in the segment
   */
  ScopeCache(int chunks) {
    this.capacity = Math.max(1, Math.min(MAX_SCOPES, MAX_BYTES / (chunks / Byte.SIZE + 1)));
  }

  /** The chunks of one scope, which the first caller computes while others wait. */
  private static final class Entry {
    private @Nullable BitSet allowed;

    synchronized BitSet get(Supplier<BitSet> evaluation) {
      BitSet known = allowed;
      if (known == null) {
        known = evaluation.get();
        allowed = known;
      }
      return known;
    }
  }

  /**
   * Returns the chunks that a scope allows. The caller must not modify them.
   *
   * @param evaluation computes them; if it throws an exception, nothing is stored
   */
  BitSet get(Scope scope, Supplier<BitSet> evaluation) {
    return isSmall(scope) ? entry(scope).get(evaluation) : evaluation.get();
  }

  private Entry entry(Scope scope) {
    synchronized (entries) {
      Entry entry = entries.computeIfAbsent(scope, key -> new Entry());
      if (entries.size() > capacity) {
        entries.remove(entries.keySet().iterator().next());
      }
      return entry;
    }
  }

  /** Whether a scope is small enough to be stored, and to be compared recursively. */
  private static boolean isSmall(Scope scope) {
    Deque<Scope> open = new ArrayDeque<>(List.of(scope));
    int parts = 0;
    while (!open.isEmpty() && parts <= MAX_PARTS) {
      Scope next = open.pop();
      parts++;
      open.addAll(next.operands());
      if (next instanceof Scope.In in) {
        parts += in.values().size();
      } else if (next instanceof Scope.Documents documents) {
        parts += documents.ids().size();
      } else if (next instanceof Scope.Chunks chunks) {
        parts += chunks.ids().size();
      }
    }
    return parts <= MAX_PARTS;
  }
}
