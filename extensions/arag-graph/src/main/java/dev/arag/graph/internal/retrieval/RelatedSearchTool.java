package dev.arag.graph.internal.retrieval;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SentenceHit;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.graph.entity.Entity;
import dev.arag.graph.entity.EntityGraph;
import dev.arag.graph.entity.GraphPath;
import dev.arag.graph.entity.GraphRanking;
import dev.arag.graph.internal.rank.MentionGraph;
import dev.arag.tools.CorpusText;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.ToolArguments;
import dev.arag.tools.internal.argument.InvalidArgumentException;
import dev.arag.tools.internal.search.SemanticSearchTool;
import dev.arag.tools.internal.text.QuotedInput;
import dev.arag.tools.internal.text.SingleLine;
import dev.arag.tools.spi.CallContext;
import dev.arag.tools.spi.CorpusTool;
import dev.arag.tools.spi.RenderedHits;
import dev.arag.tools.spi.ToolDefinition;
import dev.arag.tools.spi.TopKRange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The {@code related_search} tool, which finds sections that are connected through names. */
public record RelatedSearchTool(Corpus corpus) implements CorpusTool {
  private static final ToolDefinition DEFINITION =
      ToolDefinition.read(RelatedSearchTool.class, "related_search");

  private static final int MAX_ENTITIES = 10;
  private static final int MAX_VIA = 5;

  /** The parts of a call: either a question with names to start from, or two names to connect. */
  private record Request(String question, List<String> entities, List<String> ends) {
    static Request of(ToolArguments arguments) {
      boolean hasStart = arguments.has("question") || hasEntities(arguments);
      boolean hasEnds = arguments.has("from") && arguments.has("to");
      boolean hasOneEnd = arguments.has("from") != arguments.has("to");
      if (hasOneEnd || hasStart == hasEnds) {
        throw new InvalidArgumentException(
            "Give \"question\" or \"entities\" or both, or only \"from\" and \"to\".");
      }
      if (hasEnds) {
        return new Request("", List.of(), List.of(arguments.text("from"), arguments.text("to")));
      }
      List<String> entities = hasEntities(arguments) ? entities(arguments) : List.of();
      return new Request(
          arguments.has("question") ? arguments.text("question") : String.join(", ", entities),
          entities,
          List.of());
    }

    private static boolean hasEntities(ToolArguments arguments) {
      return arguments.has("entities") && !arguments.isEmptyList("entities");
    }

    private static List<String> entities(ToolArguments arguments) {
      List<String> entities =
          arguments.texts("entities").stream().map(String::strip).distinct().toList();
      if (entities.size() > MAX_ENTITIES || entities.contains("")) {
        throw new InvalidArgumentException(
            "\"entities\" must be 1 to " + MAX_ENTITIES + " names, none of them blank.");
      }
      return entities;
    }
  }

  @Override
  public ToolDefinition definition() {
    return DEFINITION;
  }

  @Override
  public Optional<String> example() {
    return Optional.of(
        "{\"question\": \"Where was the author of Hamlet born?\", \"entities\": [\"Hamlet\"]}");
  }

  @Override
  public String canonicalize(ToolArguments arguments) {
    return Request.of(arguments) + " " + TopKRange.of(arguments).topK();
  }

  @Override
  public Observation call(ToolArguments arguments, CallContext call) {
    Request request = Request.of(arguments);
    EntityGraph graph = MentionGraph.of(corpus);
    return request.ends().isEmpty()
        ? rank(request, graph, TopKRange.of(arguments), call)
        : connect(request.ends().get(0), request.ends().get(1), graph, call);
  }

  private Observation rank(Request request, EntityGraph graph, TopKRange range, CallContext call) {
    GraphRanking ranking = graph.rank(request.question(), request.entities(), range.topK());
    List<LinkedHit> hits = new ArrayList<>();
    Map<ChunkId, Chunk> chunks =
        read(ranking.hits().stream().map(GraphRanking.Hit::chunkId).toList());
    for (GraphRanking.Hit hit : ranking.hits()) {
      Chunk chunk = chunks.get(hit.chunkId());
      if (chunk != null) {
        hits.add(LinkedHit.of(chunk, hit));
      }
    }
    RenderedHits rendered = render(hits, call);
    String notes = unknown(ranking.unknown());
    if (rendered.hits() == 0) {
      return new Observation.Found(notes + SemanticSearchTool.EMPTY_CORPUS, List.of());
    }
    String start =
        ranking.seeds().isEmpty() ? "No name to start from was found; closest text. " : "";
    return new Observation.Found(
        notes + start + range.header(rendered.hits()) + "\n" + call.fence(rendered.text()),
        rendered.shown());
  }

  private static String unknown(List<String> names) {
    return names.isEmpty()
        ? ""
        : names.stream()
            .map(QuotedInput::quote)
            .collect(Collectors.joining(", ", "No text mentions ", ". "));
  }

  private Observation connect(String from, String to, EntityGraph graph, CallContext call) {
    GraphPath path = graph.path(from, to).orElse(null);
    if (path == null) {
      return new Observation.Found(
          "No chain of sections connects "
              + QuotedInput.quote(from)
              + " and "
              + QuotedInput.quote(to)
              + ". Search for each of them.",
          List.of());
    }
    Map<ChunkId, Chunk> chunks = read(path.steps().stream().map(GraphPath.Step::chunkId).toList());
    List<LinkedHit> hits = new ArrayList<>();
    for (int i = 0; i < path.steps().size(); i++) {
      GraphPath.Step step = path.steps().get(i);
      Chunk chunk = chunks.get(step.chunkId());
      if (chunk != null) {
        List<Entity> pair = path.entities().subList(i, i + 2);
        hits.add(LinkedHit.of(chunk, 0, step.sentences(), pair));
      }
    }
    RenderedHits rendered = render(hits, call);
    int left = path.steps().size() - rendered.hits();
    return new Observation.Found(
        "A chain of "
            + path.steps().size()
            + (path.steps().size() == 1 ? " section:\n" : " sections:\n")
            + call.fence(rendered.text())
            + (left == 0 ? "" : "\nNot sent (limit): the last " + left + "."),
        rendered.shown());
  }

  private Map<ChunkId, Chunk> read(List<ChunkId> ids) {
    Map<ChunkId, Chunk> chunks = new LinkedHashMap<>();
    corpus.read(ids).forEach(chunk -> chunks.put(chunk.id(), chunk));
    return chunks;
  }

  private static RenderedHits render(List<LinkedHit> hits, CallContext call) {
    Map<SemanticHit, List<Entity>> via = new LinkedHashMap<>();
    hits.forEach(each -> via.put(each.hit(), each.via()));
    return CorpusText.render(
        List.copyOf(via.keySet()), hit -> note(via.getOrDefault(hit, List.of())), call);
  }

  private static Optional<String> note(List<Entity> via) {
    String names = via.stream().limit(MAX_VIA).map(Entity::name).collect(Collectors.joining(", "));
    return via.isEmpty() ? Optional.empty() : Optional.of("via: " + SingleLine.of(names));
  }

  /** A hit in the form that searches render, with the names that led to it. */
  private record LinkedHit(SemanticHit hit, List<Entity> via) {
    static LinkedHit of(Chunk chunk, GraphRanking.Hit hit) {
      Set<Entity> via = new LinkedHashSet<>();
      hit.links().forEach(link -> via.addAll(link.entities()));
      List<Integer> sentences = hit.links().stream().map(GraphRanking.Link::sentence).toList();
      return of(chunk, hit.score(), sentences, List.copyOf(via));
    }

    static LinkedHit of(Chunk chunk, double score, List<Integer> sentences, List<Entity> via) {
      List<SentenceHit> matches =
          sentences.stream()
              .map(number -> new SentenceHit(chunk.sentences().get(number), (float) score))
              .toList();
      return new LinkedHit(new SemanticHit(chunk, score, score, matches), via);
    }
  }
}
