package dev.arag.mcp.internal.tool;

import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.CitationReader;
import dev.arag.agent.citation.Verdict;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.core.text.SectionId;
import dev.arag.tools.ChunkNames;
import dev.arag.tools.ContextTracker;
import dev.arag.tools.Snippet;
import dev.arag.tools.ToolCall;
import dev.arag.tools.Toolbox;
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
    private final ContextTracker tracker = ContextTracker.ofOneCall();
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
        String verdict =
            checked.map(citation -> describe(citation, texts)).orElse("UNKNOWN: no such chunk.");
        lines.add((lines.size() + 1) + ". [" + shown(quote, checked) + "] " + verdict);
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
      List<String> found =
          ids.values().stream().flatMap(Optional::stream).distinct().map(tracker::nameOf).toList();
      return found.isEmpty()
          ? List.of()
          : Toolbox.over(corpus)
              .withMaxResultTokens(Integer.MAX_VALUE)
              .call(ToolCall.of(Toolbox.CHUNK_READ, Map.of("chunk_ids", found)), tracker)
              .shown();
    }

    private static String describe(Citation citation, List<Snippet> texts) {
      String verdict = citation.verdict() + ": ";
      return switch (citation.verdict()) {
        case SUPPORTED -> verdict + "the chunk contains these words.";
        case NEAR -> verdict + "the chunk differs: " + differences(citation) + ".";
        case MISATTRIBUTED -> verdict + "not in this chunk" + holder(citation, texts) + ".";
        case STITCHED -> verdict + "the chunk contains these words only in separate places.";
        default -> verdict + "the chunk does not contain these words.";
      };
    }

    private static String differences(Citation citation) {
      return citation.differences().stream()
          .map(each -> quoted(each.shown()) + " instead of " + quoted(each.quoted()))
          .collect(Collectors.joining(", "));
    }

    private static String quoted(String word) {
      return word.isEmpty() ? "nothing" : "\"" + word + "\"";
    }

    /** Names the other chunk that contains the quote. */
    private static String holder(Citation citation, List<Snippet> texts) {
      Location there = citation.location();
      return there == null
          ? ""
          : texts.stream()
              .filter(text -> text.location().documentId().equals(there.documentId()))
              .filter(text -> text.location().offset() == there.offset())
              .filter(text -> !text.chunk().equals(citation.chunk()))
              .findFirst()
              .map(text -> ", but in [" + ContextTracker.ofOneCall().nameOf(text.chunk()) + "]")
              .orElse("");
    }

    /** The section that contains the quote, or the id as written. */
    private String shown(QuoteArguments.Quote quote, Optional<Citation> checked) {
      return checked
          .filter(citation -> citation.section() >= 0)
          .map(citation -> tracker.nameOf(new SectionId(citation.chunk(), citation.section())))
          .orElseGet(quote::shortId);
    }
  }
}
