package dev.arag.tools;

import static java.util.Objects.requireNonNull;

import dev.arag.core.text.ChunkId;
import dev.arag.core.text.SectionId;
import dev.arag.tools.internal.text.Base32;
import dev.arag.tools.internal.text.Fence;
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
import java.util.stream.IntStream;

/**
 * Records which chunks and sections were shown in one conversation and how many tokens of corpus
 * text were retrieved. Only {@link Toolbox} updates a tracker. A tracker cannot be reset: create a
 * new one for each conversation.
 *
 * <p>Thread-safe. If calls of one conversation run concurrently, several of them may return the
 * same text.
 */
public final class ContextTracker {
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
   * Creates a tracker with random fence codes. They mark where retrieved text begins and ends, so
   * that a document cannot imitate the end.
   */
  public ContextTracker() {
    this(new SecureRandom());
  }

  /**
   * Creates a tracker with a given random generator, for reproducible runs.
   *
   * @param random generates the fence codes
   */
  public ContextTracker(RandomGenerator random) {
    this(random, List.of());
  }

  /**
   * Creates the tracker of a conversation that is resumed. The chunks of the earlier results count
   * as shown. A section whose text was sent in parts does not count as read.
   *
   * @param random generates the fence codes
   * @param earlier the results of the earlier tool calls, in order
   */
  public ContextTracker(RandomGenerator random, List<Observation> earlier) {
    this(random, false, earlier);
  }

  private ContextTracker(RandomGenerator random, boolean isOfOneCall, List<Observation> earlier) {
    this.random = requireNonNull(random, "random");
    this.isOfOneCall = isOfOneCall;
    for (Observation observation : requireNonNull(earlier, "earlier")) {
      calls++;
      observation.shown().forEach(snippet -> nameOf(snippet.chunk()));
      record(observation);
    }
  }

  /**
   * Creates a tracker for a single call, for a server that does not know which calls belong to the
   * same conversation. An alias can be resolved only by the tracker that showed it, so results show
   * the ids of chunks instead. In an id, characters that a model or {@code chunk_read} could take
   * for the end of the id are percent-encoded as in a URL, and every tracker resolves this form. Of
   * a section that exceeds the result limit, only the first part can be read.
   */
  public static ContextTracker ofOneCall() {
    return new ContextTracker(new SecureRandom(), true, List.of());
  }

  boolean isOfOneCall() {
    return isOfOneCall;
  }

  /** Whether the whole text of the section has been shown, either at once or in parts. */
  public synchronized boolean isRead(SectionId section) {
    requireNonNull(section, "section");
    return read.contains(section);
  }

  /** Whether the whole text of the chunk has been shown, that is, the text of all its sections. */
  public synchronized boolean isRead(ChunkId chunk) {
    requireNonNull(chunk, "chunk");
    int sections = sectionCounts.getOrDefault(chunk, 0);
    return sections > 0
        && IntStream.range(0, sections)
            .allMatch(number -> read.contains(new SectionId(chunk, number)));
  }

  /** The chunks whose whole text has been shown, in the order in which they were first shown. */
  public synchronized List<ChunkId> chunksRead() {
    return sectionCounts.keySet().stream().filter(this::isRead).toList();
  }

  /** The sections whose whole text has been shown, in the order in which they were first read. */
  public synchronized List<SectionId> sectionsRead() {
    return List.copyOf(read);
  }

  /**
   * The chunks of which any text has been shown, including the chunks that were read, in the order
   * in which they were first shown.
   */
  public synchronized List<ChunkId> chunksSeen() {
    return List.copyOf(sectionCounts.keySet());
  }

  /**
   * The sections of which any text has been shown, including the sections that were read, in the
   * order in which they were first shown.
   */
  public synchronized List<SectionId> sectionsSeen() {
    return List.copyOf(seen);
  }

  /**
   * All corpus text that was shown, in the order shown. If a text was shown twice, it is included
   * twice.
   */
  public synchronized List<Snippet> shown() {
    return List.copyOf(shown);
  }

  /** The number of tool calls, including rejected calls. */
  public synchronized int calls() {
    return calls;
  }

  /**
   * The length of all corpus text that was shown, in o200k tokens. Headings are counted, and a text
   * that was shown twice is counted twice. Formatting is not counted.
   */
  public synchronized long retrievedTokens() {
    return retrievedTokens;
  }

  synchronized void beginCall() {
    calls++;
    withheldByLastCall = withheldByThisCall;
    withheldByThisCall = new LinkedHashSet<>();
  }

  /**
   * Returns the id of the next source of a custom tool. The number in the id is the number of the
   * tool call, or a higher one if an earlier call returned several sources.
   */
  synchronized ChunkId newSourceId() {
    lastSource = Math.max(calls, lastSource + 1);
    while (sectionCounts.containsKey(ChunkId.of(SOURCE_ID_START + lastSource))) {
      lastSource++;
    }
    return ChunkId.of(SOURCE_ID_START + lastSource);
  }

  synchronized void record(Observation observation) {
    for (Snippet snippet : observation.shown()) {
      shown.add(snippet);
      seen.add(snippet.section());
      sectionCounts.put(snippet.chunk(), snippet.sections());
      retrievedTokens += snippet.tokens();
      if (snippet.isWholeSection()) {
        read.add(snippet.section());
      }
    }
  }

  /**
   * Returns the name of a chunk in this conversation and records the name, so that it can be
   * resolved later.
   */
  public synchronized String nameOf(ChunkId chunk) {
    requireNonNull(chunk, "chunk");
    return names.computeIfAbsent(chunk, this::newName);
  }

  /**
   * Sets the name of a chunk in this conversation, for a tool that names chunks by its own rules.
   *
   * @param name a text that a model can repeat; different for each chunk
   */
  public synchronized void setName(ChunkId chunk, String name) {
    requireNonNull(chunk, "chunk");
    requireNonNull(name, "name");
    names.put(chunk, name);
    byShownName.put(name, chunk);
    byNormalName.putIfAbsent(ChunkNames.normalize(name), chunk);
  }

  /** Returns the chunk that was shown with exactly this name. */
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
  synchronized Optional<ChunkId> resolve(String written) {
    ChunkId exact = byShownName.get(written.strip());
    return Optional.ofNullable(
        exact == null ? byNormalName.get(ChunkNames.normalize(written)) : exact);
  }

  /**
   * Returns the name of a section whose text was shown. If the section is the only one of its
   * chunk, this is the name of the chunk.
   */
  public synchronized String nameOf(SectionId section) {
    requireNonNull(section, "section");
    return nameOf(section, sectionCounts.getOrDefault(section.chunk(), 1));
  }

  /**
   * @param sections the number of sections in the chunk
   */
  synchronized String nameOf(SectionId section, int sections) {
    String chunk = nameOf(section.chunk());
    return sections == 1 ? chunk : chunk + "." + section.number();
  }

  /** The start of the next part of a section that is sent in parts, in UTF-16 units of its text. */
  synchronized int nextPartStart(SectionId section) {
    return nextPartStart.getOrDefault(section, 0);
  }

  synchronized void recordPart(SectionId section, int end) {
    nextPartStart.put(section, end);
  }

  synchronized void recordLastPart(SectionId section) {
    nextPartStart.remove(section);
    read.add(section);
  }

  synchronized void withhold(SectionId section) {
    withheldByThisCall.add(section);
  }

  synchronized boolean wasWithheldByLastCall(SectionId section) {
    return withheldByLastCall.contains(section);
  }

  /** Encloses corpus text in a {@link Fence} with a code that does not occur in the text. */
  synchronized String fence(String text) {
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
  synchronized boolean isFenced(String text) {
    return !lastFence.isEmpty() && Fence.isIn(text, lastFence);
  }
}
