package dev.arag.agent.internal.claim;

import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Claim;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.citation.Span;
import dev.arag.agent.internal.citation.AnswerSentences;
import dev.arag.core.internal.hash.Sha256;
import dev.arag.core.internal.string.Truncation;
import dev.arag.core.text.Location;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.internal.text.SingleLine;
import dev.arag.tools.internal.text.TextSanitizer;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A sentence of an answer with the passages that contain its quotes.
 *
 * @param passages the text shown around each verified quote, with the title and the heading in the
 *     first line; without duplicates
 */
public record CitedSentence(Claim claim, List<String> passages) {
  /** Maximum length of a passage, and of the part of it before the quote. */
  private static final int MAX_PASSAGE = 1_500;

  private static final int MAX_BEFORE_QUOTE = 600;
  private static final int MAX_TITLE = 200;
  private static final int MAX_SENTENCE = 1_000;

  /**
   * @param shown the text that the model was shown
   */
  public static List<CitedSentence> of(ParsedAnswer answer, List<Snippet> shown) {
    return AnswerSentences.of(answer).stream()
        .map(claim -> new CitedSentence(claim, passages(claim, answer.citations(), shown)))
        .toList();
  }

  private static List<String> passages(Claim claim, List<Citation> all, List<Snippet> shown) {
    return claim.citations().stream()
        .map(all::get)
        .filter(citation -> citation.verdict().isVerified())
        .flatMap(citation -> passage(citation, shown).stream())
        .distinct()
        .toList();
  }

  private static Optional<String> passage(Citation citation, List<Snippet> shown) {
    Optional<String> quote = citation.quote().map(it -> Truncation.prefix(it, MAX_PASSAGE));
    return citation
        .span()
        .flatMap(span -> around(span, citation, shown))
        .or(() -> quote)
        .map(text -> citation.location().map(CitedSentence::title).orElse("") + "\n" + text);
  }

  private static String title(Location location) {
    String headings =
        Stream.concat(Stream.of(location.title()), location.heading().stream())
            .distinct()
            .collect(Collectors.joining(" > "));
    return Truncation.withEllipsis(TextSanitizer.sanitize(SingleLine.of(headings)), MAX_TITLE);
  }

  /** Returns the longest text shown that contains the start of a quote, without distant parts. */
  private static Optional<String> around(Span quote, Citation citation, List<Snippet> shown) {
    return shown.stream()
        .filter(each -> each.chunkId().equals(citation.chunkId()))
        .filter(each -> each.offset() <= quote.start())
        .filter(each -> quote.start() < each.offset() + each.text().length())
        .max(Comparator.comparingInt(each -> each.text().length()))
        .map(each -> around(each.text(), quote.start() - each.offset()));
  }

  private static String around(String text, int quote) {
    if (text.length() <= MAX_PASSAGE) {
      return text;
    }
    String before = Truncation.suffix(text.substring(0, quote), MAX_BEFORE_QUOTE);
    return before + Truncation.prefix(text.substring(quote), MAX_PASSAGE - before.length());
  }

  /**
   * Returns a key of everything on which the judgment of this sentence depends.
   *
   * @param prompt the text of the request without the sentences
   */
  public String key(String model, String prompt, String question) {
    List<String> values =
        Stream.concat(Stream.of(model, prompt, question, claim.text()), passages.stream())
            .map(value -> value.length() + ":" + value)
            .toList();
    return HexFormat.of().formatHex(Sha256.of(String.join("\n", values)));
  }

  /**
   * Returns the question, the passages and the numbered sentences as a request contains them.
   *
   * @param fence encloses text that a document or a model may have written
   */
  public static String render(
      String question, List<CitedSentence> sentences, UnaryOperator<String> fence) {
    Map<String, String> names = new LinkedHashMap<>();
    sentences.stream()
        .flatMap(each -> each.passages.stream())
        .forEach(passage -> names.putIfAbsent(passage, "P" + (names.size() + 1)));
    StringBuilder text = new StringBuilder("Question:\n").append(fence.apply(question));
    names.forEach(
        (passage, name) ->
            text.append("\n\nPassage ").append(name).append(":\n").append(fence.apply(passage)));
    for (int i = 0; i < sentences.size(); i++) {
      CitedSentence each = sentences.get(i);
      text.append("\n\nSentence ").append(i + 1).append(", to compare with ");
      text.append(String.join(", ", each.passages.stream().map(names::get).toList()));
      String sentence = TextSanitizer.sanitize(each.claim.text());
      text.append(":\n").append(fence.apply(Truncation.prefix(sentence, MAX_SENTENCE)));
    }
    return text.toString();
  }
}
