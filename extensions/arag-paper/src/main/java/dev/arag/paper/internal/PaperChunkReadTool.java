package dev.arag.paper.internal;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.SectionId;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.call.ToolArguments;
import dev.arag.tools.spi.CallContext;
import dev.arag.tools.spi.CorpusTool;
import dev.arag.tools.spi.ToolDefinition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The {@code chunk_read} tool of the paper profile, which reads whole chunks by their exact ids.
 */
record PaperChunkReadTool(Corpus corpus) implements CorpusTool {
  private static final ToolDefinition DEFINITION =
      ToolDefinition.read(PaperText.class, Toolbox.CHUNK_READ);
  private static final String IDS = "chunk_ids";

  /** More ids than a model needs, so that a result of unknown ids cannot fill the request. */
  private static final int MAX_IDS = 100;

  @Override
  public ToolDefinition definition() {
    return DEFINITION;
  }

  @Override
  public Optional<String> example() {
    return Optional.of("{\"chunk_ids\": [\"12\", \"13\"]}");
  }

  @Override
  public String canonicalize(ToolArguments arguments) {
    return ids(arguments).toString();
  }

  @Override
  public Observation call(ToolArguments arguments, CallContext call) {
    if (!arguments.has(IDS)) {
      return new Observation.Rejected("Error: No chunk IDs provided");
    }
    Reading reading = new Reading(call);
    List<String> ids = ids(arguments);
    ids.stream().limit(MAX_IDS).forEach(reading::add);
    ids.stream().skip(MAX_IDS).findFirst().ifPresent(reading::addNotSent);
    return new Observation.Found(String.join("\n", reading.texts), reading.shown);
  }

  /** Returns the requested ids. An empty list is allowed and has an empty result. */
  private static List<String> ids(ToolArguments arguments) {
    return arguments.isEmptyList(IDS) ? List.of() : arguments.texts(IDS);
  }

  /** The text of one call, chunk by chunk. */
  private final class Reading {
    private final CallContext call;
    private final List<String> texts = new ArrayList<>();
    private final List<Snippet> shown = new ArrayList<>();
    private final Set<SectionId> sent = new HashSet<>();
    private int tokensLeft;

    Reading(CallContext call) {
      this.call = call;
      this.tokensLeft = call.maxResultTokens();
    }

    void add(String written) {
      texts.add(find(written).map(this::read).orElseGet(() -> PaperText.notFound(written)));
    }

    void addNotSent(String written) {
      texts.add(PaperText.notSent(PaperText.written(written)) + ", nor the IDs after it");
    }

    private Optional<Chunk> find(String written) {
      String id = written.strip();
      return id.isEmpty()
          ? Optional.empty()
          : corpus.read(ChunkId.of(id)).or(() -> call.tracker().shownAs(id).flatMap(corpus::read));
    }

    private String read(Chunk chunk) {
      SectionId section = new SectionId(chunk.id(), 0);
      String id = PaperText.nameOf(chunk.id(), call);
      if (sent.contains(section)) {
        return PaperText.alreadyRead(id);
      }
      if (call.shouldWithhold(section)) {
        call.withhold(section);
        return PaperText.alreadyRead(id);
      }
      Snippet snippet = PaperText.whole(chunk, call.maxResultTokens());
      if (snippet.tokens() > tokensLeft) {
        return PaperText.notSent(id);
      }
      tokensLeft -= snippet.tokens();
      sent.add(section);
      shown.add(snippet);
      return PaperText.read(id, snippet);
    }
  }
}
