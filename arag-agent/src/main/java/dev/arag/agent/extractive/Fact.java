package dev.arag.agent.extractive;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** A sentence from a tool result, with the heading above it. */
final class Fact {
  private static final Pattern SECTION_NUMBER = Pattern.compile("\\.[0-9]+$");

  private final String source;
  private final String chunk;
  private final String heading;
  private final String text;
  private final int order;
  private final Set<String> terms = new HashSet<>();
  private final List<String> headingTerms;
  private final List<String> names;
  private final List<String> leads;
  private final List<List<String>> leadTerms;
  private final String subject;
  private final List<String> titleTerms;

  /**
   * @param source the id of the chunk or section, as the tool showed it
   * @param heading the heading above the sentence
   * @param text the sentence
   * @param order the position of this fact among all facts
   */
  Fact(String source, String heading, String text, int order) {
    this.source = source;
    this.chunk = SECTION_NUMBER.matcher(source).replaceFirst("");
    this.heading = heading;
    this.text = text;
    this.order = order;
    headingTerms = EnglishWords.terms(heading);
    terms.addAll(headingTerms);
    terms.addAll(EnglishWords.terms(text));
    if (AnswerExtractor.lifeDates(text).size() == 2) {
      terms.addAll(Set.of("born", "die"));
    }
    subject = subject(heading);
    titleTerms = EnglishWords.terms(subject);
    names = NameFinder.in(subject + " . " + text);
    leads = names.stream().filter(this::isLead).toList();
    leadTerms = leads.stream().map(EnglishWords::terms).toList();
  }

  /** The id of the chunk or section, as the tool showed it. */
  String source() {
    return source;
  }

  /** The id of the chunk. */
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

  /** The stems of the words in the heading and the text. */
  Set<String> terms() {
    return terms;
  }

  /** The names in the heading and in the text, as written. */
  List<String> names() {
    return names;
  }

  /** Whether the heading and the text contain all words of a name. */
  boolean mentions(String name) {
    return mentions(EnglishWords.terms(name));
  }

  boolean mentions(List<String> nameTerms) {
    return !nameTerms.isEmpty() && terms.containsAll(nameTerms);
  }

  /** Whether the heading contains the name, or the title is a part of the name. */
  boolean isAbout(String name) {
    return isAbout(EnglishWords.terms(name));
  }

  boolean isAbout(List<String> nameTerms) {
    return !nameTerms.isEmpty()
        && !titleTerms.isEmpty()
        && (headingTerms.containsAll(nameTerms) || nameTerms.containsAll(titleTerms));
  }

  /**
   * The names to search for next. A single word that occurs only at the start of the text is
   * excluded, because it may be capitalized for that reason only.
   */
  List<String> leads() {
    return leads;
  }

  /** The stems of each name in {@link #leads()}, in the same order. */
  List<List<String>> leadTerms() {
    return leadTerms;
  }

  /** The subject of the text: the first part of the heading path, without a suffix in brackets. */
  String subject() {
    return subject;
  }

  List<String> titleTerms() {
    return titleTerms;
  }

  private boolean isLead(String name) {
    boolean isOneWord = name.indexOf(' ') < 0;
    boolean onlyStartsText = text.startsWith(name) && text.indexOf(name, 1) < 0;
    List<String> stems = EnglishWords.terms(name);
    return !stems.isEmpty() && !(isOneWord && onlyStartsText && !titleTerms.containsAll(stems));
  }

  private static String subject(String heading) {
    int path = heading.indexOf(" > ");
    String title = path > 0 ? heading.substring(0, path) : heading;
    int bracket = title.indexOf(" (");
    return (bracket > 0 ? title.substring(0, bracket) : title).strip();
  }
}
