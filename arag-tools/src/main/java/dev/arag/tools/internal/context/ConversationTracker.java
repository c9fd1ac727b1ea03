package dev.arag.tools.internal.context;

import static java.util.Objects.requireNonNull;

import dev.arag.core.text.ChunkId;
import dev.arag.core.text.SectionId;
import dev.arag.tools.call.ChunkNames;
import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.internal.text.Base32;
import dev.arag.tools.internal.text.Fence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * The context tracker of every toolbox. It also holds the names, the fences, and the texts that
 * were sent in parts or withheld.
 */
public final class ConversationTracker implements ContextTracker {
  private static final String SOURCE_ID_START = "tool#";

  private final RandomGenerator random;
  private final boolean isOfOneCall;
  private final List<Snippet> shown = new ArrayList<>();
  private final Set<SectionId> seen = new LinkedHashSet<>();
  private final Set<SectionId> read = new LinkedHashSet<>();
  private final Map<ChunkId, Integer> sectionCounts = new LinkedHashMap<>();
  private final Map<SectionId, Integer> nextPartStart = new HashMap<>();
  private final Map<String, ChunkId> byShownName = new HashMap<>();
  private final Map<String, ChunkId> byNormalName = new HashMap<>();
  private final Map<ChunkId, String> names = new LinkedHashMap<>();
  private Set<SectionId> withheldByLastCall = Set.of();
  private Set<SectionId> withheldByThisCall = new LinkedHashSet<>();
  private String lastFence = "";
  private int calls;
  private int lastSource;
  private long retrievedTokens;

  /**
   * @param random generates the fence codes
   * @param isOfOneCall whether results show encoded ids instead of aliases
   * @param earlier the results of the earlier tool calls of the conversation, in order
   */
  public ConversationTracker(
      RandomGenerator random, boolean isOfOneCall, List<Observation> earlier) {
    this.random = requireNonNull(random, "random");
    this.isOfOneCall = isOfOneCall;
    for (Observation observation : requireNonNull(earlier, "earlier")) {
      calls++;
      observation.shown().forEach(snippet -> nameOf(snippet.chunkId()));
      record(observation);
    }
  }

  /**
   * Returns the tracker with its internal state.
   *
   * @throws IllegalArgumentException if the tracker was not created by this library
   */
  public static ConversationTracker of(ContextTracker tracker) {
    if (requireNonNull(tracker, "tracker") instanceof ConversationTracker known) {
      return known;
    }
    throw new IllegalArgumentException("The tracker must be created by Toolbox.newContext().");
  }

  public boolean isOfOneCall() {
    return isOfOneCall;
  }

  @Override
  public synchronized boolean isRead(SectionId section) {
    requireNonNull(section, "section");
    return read.contains(section);
  }

  @Override
  public synchronized boolean isRead(ChunkId chunk) {
    requireNonNull(chunk, "chunk");
    int sections = sectionCounts.getOrDefault(chunk, 0);
    return sections > 0
        && IntStream.range(0, sections)
            .allMatch(number -> read.contains(new SectionId(chunk, number)));
  }

  @Override
  public synchronized List<ChunkId> chunksRead() {
    return sectionCounts.keySet().stream().filter(this::isRead).toList();
  }

  @Override
  public synchronized List<SectionId> sectionsSeen() {
    return List.copyOf(seen);
  }

  @Override
  public synchronized List<Snippet> shown() {
    return List.copyOf(shown);
  }

  @Override
  public synchronized int calls() {
    return calls;
  }

  @Override
  public synchronized long retrievedTokens() {
    return retrievedTokens;
  }

  /**
   * Forgets which texts were sent in parts or withheld, because the requests of the next question
   * may not contain them.
   */
  public synchronized void beginQuestion() {
    nextPartStart.clear();
    withheldByThisCall = new LinkedHashSet<>();
  }

  public synchronized void beginCall() {
    calls++;
    withheldByLastCall = withheldByThisCall;
    withheldByThisCall = new LinkedHashSet<>();
  }

  /** Whether an id looks like that of a source of a custom tool. */
  public static boolean isSourceId(ChunkId id) {
    return requireNonNull(id, "id").value().startsWith(SOURCE_ID_START);
  }

  /**
   * Returns the id of the next source of a custom tool. The number in the id is the number of the
   * tool call, or a higher one if an earlier call returned several sources.
   */
  public synchronized ChunkId newSourceId() {
    lastSource = Math.max(calls, lastSource + 1);
    while (sectionCounts.containsKey(ChunkId.of(SOURCE_ID_START + lastSource))) {
      lastSource++;
    }
    return ChunkId.of(SOURCE_ID_START + lastSource);
  }

  public synchronized void record(Observation observation) {
    requireNonNull(observation, "observation");
    for (Snippet snippet : observation.shown()) {
      shown.add(snippet);
      seen.add(snippet.section());
      sectionCounts.put(snippet.chunkId(), snippet.sections());
      retrievedTokens += snippet.tokens();
      if (snippet.isWholeSection()) {
        read.add(snippet.section());
      }
    }
  }

  @Override
  public synchronized String nameOf(ChunkId chunk) {
    requireNonNull(chunk, "chunk");
    return names.computeIfAbsent(chunk, this::newName);
  }

  @Override
  public synchronized void setName(ChunkId chunk, String name) {
    requireNonNull(chunk, "chunk");
    requireNonNull(name, "name");
    names.put(chunk, name);
    byShownName.put(name, chunk);
    byNormalName.putIfAbsent(ChunkNames.normalize(name), chunk);
  }

  @Override
  public synchronized Optional<ChunkId> shownAs(String name) {
    return Optional.ofNullable(byShownName.get(requireNonNull(name, "name")));
  }

  private String newName(ChunkId chunk) {
    String name = isOfOneCall ? ChunkNames.encoded(chunk) : ChunkNames.of(chunk);
    if (byShownName.containsKey(name)) {
      name = ChunkNames.alias(chunk);
    }
    byShownName.put(name, chunk);
    byNormalName.putIfAbsent(ChunkNames.normalize(name), chunk);
    return name;
  }

  /**
   * Returns the chunk with a name that the model has written, or empty if no chunk was shown with
   * this name.
   */
  public synchronized Optional<ChunkId> resolve(String written) {
    requireNonNull(written, "written");
    ChunkId exact = byShownName.get(written.strip());
    return Optional.ofNullable(
        exact == null ? byNormalName.get(ChunkNames.normalize(written)) : exact);
  }

  @Override
  public synchronized String nameOf(SectionId section) {
    requireNonNull(section, "section");
    return nameOf(section, sectionCounts.getOrDefault(section.chunkId(), 1));
  }

  /**
   * @param sections the number of sections in the chunk
   */
  public synchronized String nameOf(SectionId section, int sections) {
    requireNonNull(section, "section");
    String chunk = nameOf(section.chunkId());
    return sections == 1 ? chunk : chunk + "." + section.number();
  }

  /** The start of the next part of a section that is sent in parts, in UTF-16 units of its text. */
  public synchronized int nextPartStart(SectionId section) {
    requireNonNull(section, "section");
    return nextPartStart.getOrDefault(section, 0);
  }

  public synchronized void recordPart(SectionId section, int end) {
    requireNonNull(section, "section");
    nextPartStart.put(section, end);
  }

  public synchronized void recordLastPart(SectionId section) {
    requireNonNull(section, "section");
    nextPartStart.remove(section);
    read.add(section);
  }

  public synchronized void withhold(SectionId section) {
    requireNonNull(section, "section");
    withheldByThisCall.add(section);
  }

  public synchronized boolean wasWithheldByLastCall(SectionId section) {
    requireNonNull(section, "section");
    return withheldByLastCall.contains(section);
  }

  /** Encloses corpus text in a {@link Fence} with a code that does not occur in the text. */
  public synchronized String fence(String text) {
    requireNonNull(text, "text");
    String code = Base32.random(random, Fence.CODE_LENGTH);
    while (text.contains(code)) {
      code = Base32.random(random, Fence.CODE_LENGTH);
    }
    lastFence = code;
    return Fence.wrap(text, code);
  }

  /**
   * Whether the text contains the last fence. This is true for the result of a custom tool that
   * calls a tool of this library and returns its result.
   */
  public synchronized boolean isFenced(String text) {
    requireNonNull(text, "text");
    return !lastFence.isEmpty() && Fence.isIn(text, lastFence);
  }
}
