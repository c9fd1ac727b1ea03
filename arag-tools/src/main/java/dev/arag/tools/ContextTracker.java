package dev.arag.tools;

import dev.arag.core.text.ChunkId;
import dev.arag.tools.internal.Fence;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * What one conversation has read and spent. Only {@link Toolbox} writes it. Not reset: a new
 * conversation takes a new tracker. Safe for use by several threads; calls of one conversation that
 * run at the same time may each be sent a text that one of them would have been enough for.
 */
public final class ContextTracker {
  private final RandomGenerator random;
  private final List<Snippet> shown = new ArrayList<>();
  private final Set<ChunkId> seen = new LinkedHashSet<>();
  private final Set<ChunkId> read = new LinkedHashSet<>();
  private final Map<ChunkId, Integer> readUpTo = new HashMap<>();
  private final Map<String, ChunkId> byShownName = new HashMap<>();
  private final Map<String, ChunkId> byNormalName = new HashMap<>();
  private final Map<ChunkId, String> names = new LinkedHashMap<>();
  private Set<ChunkId> withheldBefore = Set.of();
  private Set<ChunkId> withheldNow = new LinkedHashSet<>();
  private String lastFence = "";
  private int calls;
  private long retrievedTokens;

  /** A tracker whose fences nobody can foresee. */
  public ContextTracker() {
    this(new SecureRandom());
  }

  /**
   * @param random draws the codes of the fences, so that a run can be repeated
   */
  public ContextTracker(RandomGenerator random) {
    this.random = random;
  }

  /** Whether the whole text of the chunk has been shown, at once or in parts. */
  public synchronized boolean isRead(ChunkId chunk) {
    return read.contains(chunk);
  }

  /** The chunks whose whole text has been shown, in the order first read. */
  public synchronized List<ChunkId> chunksRead() {
    return List.copyOf(read);
  }

  /** The chunks of which anything has been shown, read ones too, in the order first shown. */
  public synchronized List<ChunkId> chunksSeen() {
    return List.copyOf(seen);
  }

  /** All corpus text shown, in order, repeats included. */
  public synchronized List<Snippet> shown() {
    return List.copyOf(shown);
  }

  /** Calls made, rejected ones included. */
  public synchronized int calls() {
    return calls;
  }

  /** Length of all corpus text shown, in o200k tokens: headings and repeats count, marks do not. */
  public synchronized long retrievedTokens() {
    return retrievedTokens;
  }

  synchronized void beginCall() {
    calls++;
    withheldBefore = withheldNow;
    withheldNow = new LinkedHashSet<>();
  }

  synchronized void note(Observation observation) {
    for (Snippet snippet : observation.shown()) {
      shown.add(snippet);
      seen.add(snippet.chunk());
      retrievedTokens += snippet.tokens();
      if (snippet.isWholeChunk()) {
        read.add(snippet.chunk());
      }
    }
  }

  /** The name a chunk goes by in this conversation; remembered, so that it can be resolved. */
  public synchronized String nameOf(ChunkId chunk) {
    return names.computeIfAbsent(chunk, this::newName);
  }

  private String newName(ChunkId chunk) {
    String name = ChunkNames.shown(chunk);
    if (byShownName.containsKey(name)) {
      name = ChunkNames.alias(chunk);
    }
    byShownName.put(name, chunk);
    byNormalName.putIfAbsent(ChunkNames.normalize(name), chunk);
    return name;
  }

  /** The chunk that goes by what the model wrote; empty if none does yet. */
  synchronized Optional<ChunkId> resolve(String written) {
    ChunkId exact = byShownName.get(written.strip());
    return Optional.ofNullable(
        exact == null ? byNormalName.get(ChunkNames.normalize(written)) : exact);
  }

  /** Where the part not yet shown of a chunk sent in parts begins, in UTF-16 units of its text. */
  synchronized int readUpTo(ChunkId chunk) {
    return readUpTo.getOrDefault(chunk, 0);
  }

  synchronized void partRead(ChunkId chunk, int upTo) {
    readUpTo.put(chunk, upTo);
  }

  synchronized void lastPartRead(ChunkId chunk) {
    readUpTo.remove(chunk);
    read.add(chunk);
  }

  synchronized void withhold(ChunkId chunk) {
    withheldNow.add(chunk);
  }

  synchronized boolean wasWithheldBefore(ChunkId chunk) {
    return withheldBefore.contains(chunk);
  }

  /** Puts text that was taken from the corpus between two lines that it cannot forge. */
  synchronized String fence(String text) {
    String code = Base32.random(random, Fence.CODE_LENGTH);
    while (text.contains(code)) {
      code = Base32.random(random, Fence.CODE_LENGTH);
    }
    lastFence = code;
    return Fence.around(text, code);
  }

  /**
   * Whether the text holds the fence drawn last, as that of a tool which wraps one of ours does.
   */
  synchronized boolean isFenced(String text) {
    return !lastFence.isEmpty() && Fence.isIn(text, lastFence);
  }
}
