package dev.arag.mcp.internal.tool;

import dev.arag.agent.CitationReader;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Citation.Difference;
import dev.arag.agent.citation.Verdict;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Region;
import dev.arag.core.text.SectionId;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.ChunkNames;
import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.call.ToolCall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The tool {@code check_quotes}. It compares each quote with the text that {@code chunk_read} shows
 * for its chunk, by the rules of {@link Verdict}. It does not depend on earlier calls.
 */
final class CheckQuotesTool implements ServedTool {
  private static final String EXAMPLE =
      " {\"quotes\": [{\"chunk_id\": \"q7k2m#12.4\", \"quote\": \"words copied from the text\"}]}";

  /** The number of letters and digits from which a quote is searched in the other chunks. */
  private static final int MIN_SEARCHED = 8;

  /** No chunk has the given id. */
  private static final String UNKNOWN = "UNKNOWN";

  /** The text is similar, but not as similar as {@link Verdict#NEAR} requires. */
  private static final String DIFFERS = "DIFFERS";

  private final Corpus corpus;
  private final ToolNames names;

  CheckQuotesTool(Corpus corpus, ToolNames names) {
    this.corpus = corpus;
    this.names = names;
  }

  @Override
  public String name() {
    return names.of(ToolNames.CHECK_QUOTES);
  }

  @Override
  public String title() {
    return "Check quotes";
  }

  @Override
  public String description() {
    return TextResource.read("check_quotes.txt");
  }

  @Override
  public Map<String, Object> parameters() {
    return TextResource.readJson("check_quotes.json");
  }

  @Override
  public Optional<Map<String, Object>> outputSchema() {
    return Optional.of(TextResource.readJson("check_quotes-output.json"));
  }

  @Override
  public CallResult call(Map<String, Object> arguments, ProgressListener progress) {
    List<QuoteArguments.Quote> quotes;
    try {
      quotes = QuoteArguments.read(arguments);
    } catch (IllegalArgumentException e) {
      return CallResult.error(e.getMessage() + " Call it like this: " + name() + EXAMPLE);
    }
    return new Check(corpus.snapshot()).of(quotes);
  }

  /**
   * The result for one quote.
   *
   * @param section the id of the section that contains the quote
   * @param regions where the quote is on the pages of the document; empty if it is unknown
   * @param line the result as text
   */
  private record Result(
      QuoteArguments.Quote quote,
      String verdict,
      Optional<String> section,
      List<Difference> differences,
      List<Region> regions,
      String line) {
    boolean isFound() {
      return verdict.equals(Verdict.SUPPORTED.name()) || verdict.equals(Verdict.NEAR.name());
    }

    /** The fields of the schema. */
    Map<String, Object> fields() {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("chunk_id", quote.chunkId());
      fields.put("quote", quote.text());
      fields.put("verdict", verdict);
      fields.put("found", isFound());
      section.ifPresent(id -> fields.put("section", id));
      fields.put("differences", differences);
      if (!regions.isEmpty()) {
        fields.put("regions", regions);
      }
      return fields;
    }
  }

  /** The check of the quotes of one call. */
  private static final class Check {
    private final Corpus corpus;
    private final ContextTracker tracker = Toolbox.newContextOfOneCall();
    private final Map<String, Optional<ChunkId>> ids = new LinkedHashMap<>();

    Check(Corpus corpus) {
      this.corpus = corpus;
    }

    CallResult of(List<QuoteArguments.Quote> quotes) {
      quotes.forEach(quote -> ids.computeIfAbsent(quote.chunkId(), this::find));
      List<Snippet> texts = texts();
      List<Result> results = quotes.stream().map(quote -> result(quote, texts)).toList();
      long found = results.stream().filter(Result::isFound).count();
      StringBuilder text = new StringBuilder();
      text.append(found).append(" of ").append(quotes.size());
      text.append(quotes.size() == 1 ? " quote" : " quotes").append(" found.");
      for (int i = 0; i < results.size(); i++) {
        text.append('\n').append(i + 1).append(". ").append(results.get(i).line());
      }
      return CallResult.of(
          text.toString(), "quotes", results.stream().map(Result::fields).toList());
    }

    private Optional<ChunkId> find(String written) {
      return first(written)
          .or(() -> ChunkNames.section(written).flatMap(section -> first(section.chunk())));
    }

    private Optional<ChunkId> first(String written) {
      List<ChunkId> candidates = ChunkNames.candidates(written);
      List<ChunkId> found = corpus.read(candidates).stream().map(Chunk::id).toList();
      return candidates.stream().filter(found::contains).findFirst();
    }

    /** Returns the whole text of all chunks, as a model is shown it. */
    private List<Snippet> texts() {
      return read(ids.values().stream().flatMap(Optional::stream).distinct().toList(), tracker);
    }

    private List<Snippet> read(List<ChunkId> chunks, ContextTracker tracker) {
      List<String> names = chunks.stream().map(tracker::nameOf).toList();
      return names.isEmpty()
          ? List.of()
          : Toolbox.of(corpus)
              .withMaxResultTokens(Integer.MAX_VALUE)
              .call(ToolCall.of(Toolbox.CHUNK_READ, Map.of("chunk_ids", names)), tracker)
              .shown();
    }

    private Result result(QuoteArguments.Quote quote, List<Snippet> texts) {
      Optional<Citation> checked =
          ids.getOrDefault(quote.chunkId(), Optional.empty())
              .map(chunk -> CitationReader.check(chunk, quote.text(), texts, corpus));
      String written = "[" + quote.shortId() + "] ";
      if (checked.filter(citation -> isInChunk(citation.verdict())).isPresent()) {
        return inChunk(quote, checked.get());
      }
      Optional<String> other = elsewhere(quote);
      String end = other.map(section -> ", but [" + section + "] does.").orElse(".");
      if (checked.isEmpty()) {
        String line = "UNKNOWN: no chunk with this id contains these words" + end;
        return new Result(quote, UNKNOWN, other, List.of(), List.of(), written + line);
      }
      List<Difference> differences = checked.get().differences();
      if (other.isEmpty() && !differences.isEmpty()) {
        String line = DIFFERS + " in " + count(differences) + ": " + describe(differences) + ".";
        return new Result(quote, DIFFERS, other, differences, List.of(), written + line);
      }
      String verdict = (other.isEmpty() ? Verdict.FABRICATED : Verdict.MISATTRIBUTED).name();
      String line = verdict + ": the chunk does not contain these words" + end;
      return new Result(quote, verdict, other, List.of(), List.of(), written + line);
    }

    private static boolean isInChunk(Verdict verdict) {
      return verdict == Verdict.SUPPORTED || verdict == Verdict.NEAR || verdict == Verdict.STITCHED;
    }

    /** The section that contains the quote may be another one than the model wrote. */
    private Result inChunk(QuoteArguments.Quote quote, Citation citation) {
      String section = nameOf(citation, tracker);
      Optional<Integer> number = citation.section().map(SectionId::number);
      boolean isOther =
          ChunkNames.section(quote.chunkId())
              .filter(written -> number.filter(at -> at == written.number()).isEmpty())
              .isPresent();
      String start =
          isOther
              ? "[" + quote.shortId() + "] " + citation.verdict() + ", but cite [" + section + "]: "
              : "[" + section + "] " + citation.verdict() + ": ";
      String explanation =
          switch (citation.verdict()) {
            case SUPPORTED -> "it contains these words.";
            case NEAR -> "it differs: " + describe(citation.differences()) + ".";
            default -> "it contains these words only in separate places.";
          };
      return new Result(
          quote,
          citation.verdict().name(),
          Optional.of(section),
          citation.differences(),
          citation.regions(),
          start + explanation);
    }

    /** Names the first section of the corpus that contains a quote; empty if there is none. */
    private Optional<String> elsewhere(QuoteArguments.Quote quote) {
      // Characters that a search ignores do not count.
      long letters = quote.text().codePoints().filter(Character::isLetterOrDigit).count();
      if (letters < MIN_SEARCHED) {
        return Optional.empty();
      }
      return corpus.keywordSearch(List.of(quote.text()), 1).hits().stream()
          .flatMap(hit -> holder(quote.text(), hit.chunkId()).stream())
          .findFirst();
    }

    private Optional<String> holder(String quote, ChunkId chunk) {
      ContextTracker other = Toolbox.newContextOfOneCall();
      Citation citation = CitationReader.check(chunk, quote, read(List.of(chunk), other), corpus);
      return citation.verdict() == Verdict.SUPPORTED
          ? Optional.of(nameOf(citation, other))
          : Optional.empty();
    }

    private static String count(List<Difference> differences) {
      return differences.size() == 1 ? "one word" : differences.size() + " words";
    }

    private static String describe(List<Difference> differences) {
      return differences.stream()
          .map(
              each ->
                  "it says " + word(each.shown()) + " where the quote says " + word(each.quoted()))
          .collect(Collectors.joining("; "));
    }

    private static String word(String word) {
      return word.isEmpty() ? "nothing" : "\"" + word + "\"";
    }

    /** Returns the id of the section that contains the quote, as the tracker shows it. */
    private static String nameOf(Citation citation, ContextTracker tracker) {
      return citation
          .section()
          .map(tracker::nameOf)
          .orElseGet(() -> tracker.nameOf(citation.chunkId()));
    }
  }
}
