package dev.arag.extractive.internal;

import dev.arag.extractive.internal.ParsedText.Span;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A sentence from a tool result.
 *
 * @param source the id of the chunk or section, as the tool showed it
 * @param subject the stems of the first part of the heading path
 * @param terms the stems of the words in the heading and the sentence
 * @param leads the names to search for next: the subject and the names in the sentence
 */
record Fact(
    String source, ParsedText sentence, Set<String> subject, Set<String> terms, List<Span> leads) {
  static Fact of(String source, String heading, String sentence) {
    ParsedText parsed = ParsedText.of(sentence);
    ParsedText title = ParsedText.of(heading.split(" > | \\(", 2)[0]);
    Set<String> terms = new HashSet<>(ParsedText.of(heading).terms());
    terms.addAll(parsed.terms());
    Stream<Span> subject =
        title.terms().isEmpty() ? Stream.empty() : Stream.of(title.span(0, title.words().size()));
    // A word of one name may be capitalized only because it starts the sentence.
    Stream<Span> names =
        parsed.names().stream().filter(name -> !name.terms().isEmpty() && name.to() > 1);
    return new Fact(source, parsed, title.terms(), terms, Stream.concat(subject, names).toList());
  }

  boolean mentions(Span name) {
    return terms.containsAll(name.terms());
  }

  /** Whether the heading path starts with a name. */
  boolean isAbout(Span name) {
    return subject.equals(name.terms());
  }
}
