package dev.arag.mcp.internal.tool;

import dev.arag.agent.CitationReader;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.SectionId;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.ChunkNames;
import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.call.ToolCall;
import java.util.ArrayList;
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
  public String description() {
    return TextResource.read("check_quotes.txt");
  }

  @Override
  public String parameters() {
    return TextResource.read("check_quotes.json");
  }

  @Override
  public CallResult call(Map<String, Object> arguments, ProgressListener progress) {
    List<QuoteArguments.Quote> quotes;
    try {
      quotes = QuoteArguments.read(arguments);
    } catch (IllegalArgumentException e) {
      return CallResult.error(e.getMessage() + " Call it like this: " + name() + EXAMPLE);
    }
    return new CallResult(new Check(corpus.snapshot()).describe(quotes), false);
  }

  /** The check of the quotes of one call. */
  private static final class Check {
    private final Corpus corpus;
    private final ContextTracker tracker = Toolbox.newContextOfOneCall();
    private final Map<String, Optional<ChunkId>> ids = new LinkedHashMap<>();

    Check(Corpus corpus) {
      this.corpus = corpus;
    }

    String describe(List<QuoteArguments.Quote> quotes) {
      quotes.forEach(quote -> ids.computeIfAbsent(quote.chunkId(), this::find));
      List<Snippet> texts = texts();
      List<String> lines = new ArrayList<>();
      int verified = 0;
      for (QuoteArguments.Quote quote : quotes) {
        Optional<Citation> checked =
            ids.getOrDefault(quote.chunkId(), Optional.empty())
                .map(chunk -> CitationReader.check(chunk, quote.text(), texts, corpus));
        verified += checked.filter(citation -> citation.verdict().isVerified()).isPresent() ? 1 : 0;
        lines.add((lines.size() + 1) + ". " + describe(quote, checked));
      }
      String summary =
          verified + " of " + lines.size() + (lines.size() == 1 ? " quote" : " quotes") + " found.";
      return summary + "\n" + String.join("\n", lines);
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

    /** Returns the id and the verdict. If the quote is in another section, the verdict names it. */
    private String describe(QuoteArguments.Quote quote, Optional<Citation> checked) {
      if (checked.isEmpty()) {
        return "["
            + quote.shortId()
            + "] UNKNOWN: no chunk with this id contains these words"
            + elsewhere(quote)
            + ".";
      }
      Citation citation = checked.get();
      return switch (citation.verdict()) {
        case SUPPORTED -> found(quote, citation) + "it contains these words.";
        case NEAR -> found(quote, citation) + "it differs: " + differences(citation) + ".";
        case STITCHED ->
            found(quote, citation) + "it contains these words only in separate places.";
        default -> notFound(quote);
      };
    }

    /** The section that contains the quote, which may be another one than the model wrote. */
    private String found(QuoteArguments.Quote quote, Citation citation) {
      String section = nameOf(citation, tracker);
      Optional<Integer> number = citation.section().map(SectionId::number);
      boolean isOther =
          ChunkNames.section(quote.chunkId())
              .filter(written -> number.filter(at -> at == written.number()).isEmpty())
              .isPresent();
      return isOther
          ? "[" + quote.shortId() + "] " + citation.verdict() + ", but cite [" + section + "]: "
          : "[" + section + "] " + citation.verdict() + ": ";
    }

    private String notFound(QuoteArguments.Quote quote) {
      String other = elsewhere(quote);
      Verdict verdict = other.isEmpty() ? Verdict.FABRICATED : Verdict.MISATTRIBUTED;
      return "["
          + quote.shortId()
          + "] "
          + verdict
          + ": the chunk does not contain these words"
          + other
          + ".";
    }

    /** Names the first section of the corpus that contains a quote; empty if there is none. */
    private String elsewhere(QuoteArguments.Quote quote) {
      // Characters that a search ignores do not count.
      long letters = quote.text().codePoints().filter(Character::isLetterOrDigit).count();
      if (letters < MIN_SEARCHED) {
        return "";
      }
      return corpus.keywordSearch(List.of(quote.text()), 1).hits().stream()
          .flatMap(hit -> holder(quote.text(), hit.chunkId()).stream())
          .map(section -> ", but [" + section + "] does")
          .findFirst()
          .orElse("");
    }

    private Optional<String> holder(String quote, ChunkId chunk) {
      ContextTracker other = Toolbox.newContextOfOneCall();
      Citation citation = CitationReader.check(chunk, quote, read(List.of(chunk), other), corpus);
      return citation.verdict() == Verdict.SUPPORTED
          ? Optional.of(nameOf(citation, other))
          : Optional.empty();
    }

    private static String differences(Citation citation) {
      return citation.differences().stream()
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
