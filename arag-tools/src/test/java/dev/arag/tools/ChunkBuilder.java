package dev.arag.tools;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds chunks for tests. Each sentence is one line, and its heading is the one that was set last
 * before the sentence was added.
 */
public final class ChunkBuilder {
  /** A sentence so long that a search does not show its section whole. */
  static final String FILLER =
      "Nobody knows " + "how much of it is still there ".repeat(20) + "now.";

  private final String id;
  private final List<Sentence> sentences = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();
  private final int offset;
  private List<String> heading = List.of();
  private @Nullable String title;
  private @Nullable ChunkId previous;
  private @Nullable ChunkId next;

  private String document;
  private int ordinal;
  private @Nullable Integer page;
  private Map<String, Object> metadata = Map.of();

  private ChunkBuilder(String id, int offset) {
    this.id = id;
    this.document = "document of " + id;
    this.offset = offset;
  }

  public static ChunkBuilder chunk(String id) {
    return new ChunkBuilder(id, 1_000);
  }

  /** Sets the document and the position of the chunk in it. */
  public ChunkBuilder in(String document, int ordinal) {
    this.document = document;
    this.ordinal = ordinal;
    return this;
  }

  public ChunkBuilder page(int page) {
    this.page = page;
    return this;
  }

  public ChunkBuilder metadata(Map<String, Object> metadata) {
    this.metadata = metadata;
    return this;
  }

  public ChunkBuilder title(String title) {
    this.title = title;
    return this;
  }

  public ChunkBuilder under(String... path) {
    heading = List.of(path);
    return this;
  }

  public ChunkBuilder sentence(String sentence) {
    return add(sentence, heading, false);
  }

  /** Adds a long sentence, so that a search shows only excerpts of the section. */
  public ChunkBuilder filler() {
    return sentence(FILLER);
  }

  /** Adds a heading line. The following sentences are under this heading. */
  public ChunkBuilder heading(String title) {
    add(title, List.of(), true);
    return under(title);
  }

  private ChunkBuilder add(String sentence, List<String> path, boolean isHeading) {
    sentences.add(new Sentence(sentence, offset + text.length(), path, isHeading));
    text.append(sentence).append('\n');
    return this;
  }

  public ChunkBuilder between(@Nullable String previous, @Nullable String next) {
    this.previous = previous == null ? null : ChunkId.of(previous);
    this.next = next == null ? null : ChunkId.of(next);
    return this;
  }

  public Chunk build() {
    Location location =
        Location.builder(document)
            .title(title)
            .ordinal(ordinal)
            .page(page)
            .metadata(metadata)
            .heading(sentences.isEmpty() ? heading : sentences.get(0).heading())
            .offset(offset)
            .build();
    int tokens = TokenCounter.o200k().count(text.toString());
    return new Chunk(ChunkId.of(id), location, text.toString(), sentences, tokens, previous, next);
  }
}
