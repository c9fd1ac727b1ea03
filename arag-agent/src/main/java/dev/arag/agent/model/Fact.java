package dev.arag.agent.model;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A sentence that a tool has shown, with the heading it stands under. */
final class Fact {
  private final String chunk;
  private final String heading;
  private final String text;
  private final int order;
  private final Set<String> terms = new HashSet<>();
  private final List<String> headingTerms;
  private final List<String> names;
  private final List<List<String>> nameTerms;

  /**
   * @param chunk the id as shown
   * @param order its place among all facts
   */
  Fact(String chunk, String heading, String text, int order) {
    this.chunk = chunk;
    this.heading = heading;
    this.text = text;
    this.order = order;
    headingTerms = EnglishWords.terms(heading);
    terms.addAll(headingTerms);
    terms.addAll(EnglishWords.terms(text));
    if (AnswerSpan.lifeDates(text).size() == 2) {
      terms.addAll(Set.of("born", "die"));
    }
    names = Names.in(heading + " . " + text);
    nameTerms = names.stream().map(EnglishWords::terms).toList();
  }

  String chunk() {
    return chunk;
  }

  String heading() {
    return heading;
  }

  String text() {
    return text;
  }

  int order() {
    return order;
  }

  /** Stems of the words of heading and text. */
  Set<String> terms() {
    return terms;
  }

  /** The names in heading and text, as written. */
  List<String> names() {
    return names;
  }

  /** Whether all words of a name stand here. */
  boolean mentions(String name) {
    return mentions(EnglishWords.terms(name));
  }

  boolean mentions(List<String> nameTerms) {
    return !nameTerms.isEmpty() && terms.containsAll(nameTerms);
  }

  /** Whether the heading is this name, or a part of it, or more than it. */
  boolean isAbout(String name) {
    return isAbout(EnglishWords.terms(name));
  }

  boolean isAbout(List<String> nameTerms) {
    return !nameTerms.isEmpty()
        && !headingTerms.isEmpty()
        && (headingTerms.containsAll(nameTerms) || nameTerms.containsAll(headingTerms));
  }

  /** The stems of each name, in the order of {@link #names()}. */
  List<List<String>> nameTerms() {
    return nameTerms;
  }

  /** The heading as a name: without what stands in brackets behind it. */
  String subject() {
    int bracket = heading.indexOf(" (");
    return (bracket > 0 ? heading.substring(0, bracket) : heading).strip();
  }
}
