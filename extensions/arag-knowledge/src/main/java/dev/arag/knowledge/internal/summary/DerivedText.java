package dev.arag.knowledge.internal.summary;

import dev.arag.agent.CitationReader;
import dev.arag.agent.citation.Span;
import dev.arag.agent.spi.Note;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Shown;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SentenceHit;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import dev.arag.tools.call.Snippet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Derived texts in prompts. They have no id, so that no answer can cite them. The passages that
 * they quote are shown below them.
 */
final class DerivedText {
  private static final String PASSAGES = "\n\nPassages of documents that support them:\n";

  /** The tokens of the id of a passage and of the lines around it. */
  private static final int PASSAGE_TOKENS = 30;

  /** A shorter quote proves nothing. */
  private static final int MIN_QUOTE = 8;

  private DerivedText() {}

  /** A derived text and its title, which may be empty. */
  record Item(String title, Note note) {
    String line() {
      String text = note.text().replaceAll("\\s+", " ").strip();
      return "- " + (title.isEmpty() ? "" : title + ": ") + text;
    }
  }

  /**
   * Shows the passages that items quote.
   *
   * @return the text for a prompt, and the passages
   */
  static Shown show(RunContext run, List<Item> items) {
    Shown shown = run.show(passages(run, items));
    String lines = items.stream().map(Item::line).collect(Collectors.joining("\n"));
    return new Shown(
        Shown.enclose(lines, shown.text()) + PASSAGES + shown.text(), shown.snippets());
  }

  /** Returns the sentences that items quote, each with the sentence before and after it. */
  private static List<SemanticHit> passages(RunContext run, List<Item> items) {
    Map<ChunkId, List<String>> quotes = new LinkedHashMap<>();
    for (Item item : items) {
      item.note()
          .quotes()
          .forEach(
              each ->
                  quotes.computeIfAbsent(each.chunkId(), id -> new ArrayList<>()).add(each.text()));
    }
    return run.corpus().read(quotes.keySet()).stream()
        .map(chunk -> passage(chunk, quotes.getOrDefault(chunk.id(), List.of())))
        .toList();
  }

  private static SemanticHit passage(Chunk chunk, List<String> quotes) {
    TreeSet<Integer> wanted = new TreeSet<>();
    for (String quote : quotes) {
      for (int i : sentences(quote, chunk)) {
        wanted.addAll(List.of(Math.max(0, i - 1), i, Math.min(i + 1, last(chunk))));
      }
    }
    return new SemanticHit(
        chunk,
        0,
        0,
        wanted.stream().map(i -> new SentenceHit(chunk.sentences().get(i), 0)).toList());
  }

  private static int last(Chunk chunk) {
    return chunk.sentences().size() - 1;
  }

  /** Returns the indices of the sentences that a quote overlaps. */
  static List<Integer> sentences(String quote, Chunk chunk) {
    List<Integer> found = new ArrayList<>();
    for (Span span : CitationReader.find(quote, chunk.text())) {
      for (int i = 0; i < chunk.sentences().size(); i++) {
        Sentence sentence = chunk.sentences().get(i);
        int start = sentence.offset() - chunk.location().offset();
        if (start < span.end() && start + sentence.text().length() > span.start()) {
          found.add(i);
        }
      }
    }
    return found;
  }

  /** Returns the items without the last ones that do not fit; at least one. */
  static List<Item> fitting(RunContext run, List<Item> items, int freeTokens) {
    int tokens = 0;
    for (int i = 0; i < items.size(); i++) {
      tokens += tokens(run, items.get(i));
      if (i > 0 && tokens > freeTokens) {
        return items.subList(0, i);
      }
    }
    return items;
  }

  /** Returns the tokens that an item and its passages need in a prompt, or somewhat more. */
  static int tokens(RunContext run, Item item) {
    int tokens = TokenCounter.o200k().count(item.line());
    for (SemanticHit hit : passages(run, List.of(item))) {
      String text = hit.snippet() + " " + String.join(" ", hit.location().heading());
      int gaps = PASSAGE_TOKENS * hit.matches().size();
      tokens += TokenCounter.o200k().count(text) + gaps;
    }
    return tokens;
  }

  /** Returns the quotes that shown texts contain, with the chunks of these texts. */
  static List<Note.Quote> check(List<String> quotes, List<Snippet> shown) {
    List<Note.Quote> checked = new ArrayList<>();
    for (String quote : quotes) {
      String text = quote.strip();
      Optional<Snippet> holder =
          text.codePointCount(0, text.length()) < MIN_QUOTE
              ? Optional.empty()
              : shown.stream()
                  .filter(each -> !CitationReader.find(text, each.text()).isEmpty())
                  .findFirst();
      holder.ifPresent(each -> checked.add(new Note.Quote(each.chunkId(), text)));
    }
    return checked;
  }
}
