package dev.arag.agent.extractive;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A parsed English question.
 *
 * @param type the type of answer that the first question word asks for
 */
record Question(ParsedText parsed, Type type) {
  /** The type of an answer. */
  enum Type {
    NAME,
    DATE,
    NUMBER
  }

  static Question of(String text) {
    ParsedText parsed = ParsedText.of(text);
    List<Type> types = parsed.words().stream().flatMap(word -> type(word.folded())).toList();
    return new Question(parsed, types.isEmpty() ? Type.NAME : types.get(0));
  }

  private static Stream<Type> type(String word) {
    return switch (word) {
      case "who", "whom", "whose", "where" -> Stream.of(Type.NAME);
      case "when", "year", "date" -> Stream.of(Type.DATE);
      case "many", "much" -> Stream.of(Type.NUMBER);
      default -> Stream.empty();
    };
  }

  String text() {
    return parsed.text();
  }

  Set<String> terms() {
    return parsed.terms();
  }

  boolean contains(ParsedText.Span name) {
    return terms().containsAll(name.terms());
  }

  /** Returns the keywords for a first search: the names, then the longest of the other words. */
  Stream<String> keywords() {
    return Stream.concat(parsed.names().stream().map(ParsedText.Span::text), words(terms()));
  }

  /** Returns the words with the given stems that are in no name, as written, longest first. */
  Stream<String> words(Set<String> stems) {
    return parsed.words().stream()
        .filter(word -> stems.contains(word.stem()) && !word.isStopWord())
        .filter(word -> parsed.names().stream().noneMatch(name -> name.contains(word)))
        .map(Word::text)
        .sorted(Comparator.comparingInt(String::length).reversed());
  }
}
