package dev.arag.tools.internal.search;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SentenceHit;
import dev.arag.core.corpus.Slice;
import dev.arag.core.find.FindQuery;
import dev.arag.core.find.FindQuery.Unit;
import dev.arag.core.find.FindResult;
import dev.arag.core.find.FindResult.Count;
import dev.arag.core.find.FindResult.Match;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.call.ToolArguments;
import dev.arag.tools.internal.argument.InvalidArgumentException;
import dev.arag.tools.internal.context.BuiltInTools;
import dev.arag.tools.internal.context.ConversationTracker;
import dev.arag.tools.internal.text.QuotedInput;
import dev.arag.tools.spi.CallContext;
import dev.arag.tools.spi.CorpusTool;
import dev.arag.tools.spi.RenderedHits;
import dev.arag.tools.spi.ToolDefinition;
import dev.arag.tools.spi.TopKRange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The {@code find} tool, which finds the sentences that meet exact conditions and counts them. The
 * counts have an id of their own, which an answer can cite.
 */
public record FindTool(Catalogue catalogue) implements CorpusTool {
  private static final ToolDefinition DEFINITION =
      ToolDefinition.read(FindTool.class, BuiltInTools.FIND);

  private static final int DEFAULT_WITHIN = 5;
  private static final int MAX_COUNTS = 30;

  @Override
  public ToolDefinition definition() {
    return DEFINITION;
  }

  @Override
  public Optional<String> example() {
    return Optional.of("{\"words\": [\"Marie Curie\"], \"pattern\": \"19[0-9]{2}\"}");
  }

  @Override
  public String canonicalize(ToolArguments arguments) {
    query(arguments);
    TopKRange range = TopKRange.of(arguments);
    List<String> rest = new ArrayList<>();
    for (String name : List.of("words", "near", "pattern", "in", "source", "count_by")) {
      rest.add(name + texts(arguments, name));
    }
    return rest + " " + within(arguments) + " " + range;
  }

  /** Returns the strings of an optional argument, which some models leave empty. */
  private static List<String> texts(ToolArguments arguments, String name) {
    return arguments.has(name) && !arguments.isEmptyList(name)
        ? arguments.texts(name).stream().map(String::strip).filter(it -> !it.isEmpty()).toList()
        : List.of();
  }

  private static Optional<String> text(ToolArguments arguments, String name) {
    return texts(arguments, name).isEmpty() ? Optional.empty() : Optional.of(arguments.text(name));
  }

  private static int within(ToolArguments arguments) {
    return arguments.number("within", DEFAULT_WITHIN, 0, FindQuery.MAX_WITHIN);
  }

  private static FindQuery query(ToolArguments arguments) {
    FindQuery query = FindQuery.in(unit(text(arguments, "in").orElse("sentence")));
    try {
      query = query.words(texts(arguments, "words"));
      List<String> near = texts(arguments, "near");
      query = near.isEmpty() ? query : query.near(near, within(arguments));
      String pattern = text(arguments, "pattern").orElse("");
      query = pattern.isEmpty() ? query : query.pattern(pattern);
    } catch (IllegalArgumentException e) {
      throw new InvalidArgumentException(e.getMessage());
    }
    if (query.conditions() == 0) {
      throw new InvalidArgumentException("Give \"words\", \"near\" or \"pattern\".");
    }
    return text(arguments, "count_by").map(query::countBy).orElse(query);
  }

  private static Unit unit(String name) {
    return Stream.of(Unit.values())
        .filter(unit -> unit.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () -> new InvalidArgumentException("\"in\" must be sentence, section or document."));
  }

  /** Returns the documents to search. */
  private Catalogue scoped(ToolArguments arguments) {
    Catalogue scoped = catalogue.snapshot();
    Optional<String> source = text(arguments, "source");
    if (source.isPresent()) {
      scoped = scoped.within(Scope.source(source.get()));
      if (scoped.documents(Slice.first(1)).isEmpty()) {
        throw new InvalidArgumentException(
            "There is no source " + QuotedInput.quote(source.get()) + ".");
      }
    }
    return scoped;
  }

  @Override
  public Observation call(ToolArguments arguments, CallContext call) {
    FindQuery query = query(arguments);
    TopKRange range = TopKRange.of(arguments);
    FindResult result = scoped(arguments).find(query, range.topK(), range.offset());
    List<SemanticHit> hits = hits(result.matches());
    RenderedHits rendered =
        RenderedHit.join(hits, call, hit -> RenderedHit.of(hit, 0, selector(query), call));
    String counts = totals(query.unit(), result) + table(query, result);
    ConversationTracker tracker = ConversationTracker.of(call.tracker());
    ChunkId id = tracker.newSourceId();
    List<Snippet> shown = new ArrayList<>();
    shown.add(snippet(id, BuiltInTools.FIND + " " + arguments.json(), counts));
    shown.addAll(rendered.shown());
    int end =
        range.end(hits.stream().limit(rendered.hits()).mapToInt(hit -> hit.matches().size()).sum());
    // No later call could resolve an id that is shown for a single call.
    String text =
        (tracker.isOfOneCall() ? "" : "[" + id + "] ")
            + counts
            + (rendered.hits() == 0 ? "" : "\n" + rendered.text());
    return new Observation.Found(call.fence(text) + more(result, range.offset(), end), shown);
  }

  /** Groups the sentences by chunk, in the form in which the searches show them, without scores. */
  private static List<SemanticHit> hits(List<Match> matches) {
    Map<ChunkId, SemanticHit> hits = new LinkedHashMap<>();
    for (Match match : matches) {
      SentenceHit sentence = new SentenceHit(match.sentence(), 0);
      hits.merge(
          match.chunk().id(),
          new SemanticHit(match.chunk(), 0, 0, List.of(sentence)),
          (all, one) ->
              new SemanticHit(
                  all.chunk(),
                  0,
                  0,
                  Stream.concat(all.matches().stream(), one.matches().stream()).toList()));
    }
    return List.copyOf(hits.values());
  }

  private static RenderedHit.Selector selector(FindQuery query) {
    return new RenderedHit.Selector() {
      @Override
      public List<Sentence> best(List<Sentence> sentences) {
        return sentences.stream().limit(1).toList();
      }

      @Override
      public int matchStart(Sentence sentence) {
        return query.matchStart(sentence.text());
      }
    };
  }

  private static Snippet snippet(ChunkId id, String name, String text) {
    String title = QuotedInput.truncate(name);
    Location location = Location.builder(title).title(title).build();
    return new Snippet(id, location, text, 0, TokenCounter.o200k().count(text), true);
  }

  private static String totals(Unit unit, FindResult result) {
    String sentences = number(result.sentences(), "sentence");
    String documents = number(result.documents(), "document");
    String totals =
        switch (unit) {
          case SENTENCE -> sentences + " in " + documents;
          case SECTION -> number(result.units(), "section") + " in " + documents;
          case DOCUMENT -> documents;
        };
    return result.isComplete()
        ? totals + (unit == Unit.SENTENCE ? " match." : " match, with " + sentences + ".")
        : "At least %s match: searched %d %% of the text before the time ran out, so the totals are lower bounds."
            .formatted(totals, 100 * result.searchedChunks() / result.totalChunks());
  }

  private static String number(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  /** Returns a table of the counts, of which the smallest may be summed up in the last row. */
  private static String table(FindQuery query, FindResult result) {
    if (result.counts().isEmpty()) {
      return "";
    }
    String key = query.countBy().orElseThrow();
    String unit = query.unit().name().toLowerCase(Locale.ROOT) + "s";
    StringBuilder table = new StringBuilder("\n" + QuotedInput.truncate(key) + " | " + unit);
    long rest = result.units();
    for (Count count : result.counts().subList(0, Math.min(MAX_COUNTS, result.counts().size()))) {
      String value = count.value() == null ? "(no " + key + ")" : count.value();
      table.append('\n').append(QuotedInput.truncate(value)).append(" | ").append(count.units());
      rest -= count.units();
    }
    int others = result.counts().size() - MAX_COUNTS;
    return others <= 0 ? table.toString() : table + "\n" + others + " other values | " + rest;
  }

  private static String more(FindResult result, int offset, int end) {
    if (result.sentences() == 0) {
      return "\nTry fewer conditions, or \"in\": \"section\".";
    }
    if (end == offset) {
      return "\nNone from offset " + offset + " on.";
    }
    boolean isLast = end >= result.sentences();
    return isLast && offset == 0
        ? ""
        : "\nSentences "
            + (offset + 1)
            + " to "
            + end
            + (isLast ? "." : "; more: offset " + end + ".");
  }
}
