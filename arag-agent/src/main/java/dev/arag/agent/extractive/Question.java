package dev.arag.agent.extractive;

import dev.arag.agent.extractive.EnglishWords.Word;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A parsed English question.
 *
 * @param text the question as written
 * @param type the type of answer that the question asks for
 * @param names the texts in quotation marks, followed by the runs of capitalized words
 * @param terms the stems of all words that are not stop words
 * @param hops the order in which the parts of the question must be resolved
 * @param choices the two names in an either-or question; empty for any other question
 */
record Question(
    String text,
    AnswerType type,
    List<String> names,
    Set<String> terms,
    HopOrder hops,
    List<String> choices) {
  private static final Set<String> LATER =
      Set.of(
          "later", "last", "latest", "younger", "youngest", "recently", "newer", "more", "larger");

  static Question of(String text) {
    List<String> names = new ArrayList<>(quoted(text));
    for (String run : NameFinder.in(text)) {
      // In a question, "and" usually joins two names. In a fact, "and" may be part of a title.
      for (String name : run.split(" and ", -1)) {
        if (names.stream().noneMatch(other -> other.contains(name))) {
          names.add(name);
        }
      }
    }
    return new Question(
        text,
        AnswerType.of(EnglishWords.words(text)),
        List.copyOf(names),
        new LinkedHashSet<>(EnglishWords.terms(text)),
        HopOrder.of(text),
        choices(text));
  }

  boolean asksForLater() {
    return EnglishWords.words(text).stream().anyMatch(word -> LATER.contains(word.folded()));
  }

  boolean isAbout(String term) {
    return terms.contains(term);
  }

  /** Whether the question contains all words of a name. */
  boolean contains(String name) {
    return terms.containsAll(EnglishWords.terms(name));
  }

  /** Returns up to {@code most} keywords: first the names, then the longest of the other words. */
  List<String> keywords(int most) {
    Set<String> keywords = new LinkedHashSet<>(names.subList(0, Math.min(4, names.size())));
    EnglishWords.words(text).stream()
        .filter(word -> !word.isStopWord() && !isInName(word))
        .sorted((one, other) -> Integer.compare(other.text().length(), one.text().length()))
        .limit(Math.max(1, most - names.size()))
        .forEach(word -> keywords.add(word.text()));
    return keywords.stream().filter(keyword -> keyword.length() > 1).limit(most).toList();
  }

  /**
   * Returns the last word of the last hop that is not a name; empty if the question has only one
   * hop.
   */
  Optional<String> lastHopWord() {
    return EnglishWords.words(text).stream()
        .filter(word -> !word.isStopWord() && !word.isCapitalized() && hops.isNested())
        .filter(word -> hops.isOuter(EnglishWords.stem(word)))
        .map(Word::text)
        .reduce((one, next) -> next);
  }

  private boolean isInName(Word word) {
    return names.stream().anyMatch(name -> name.contains(word.text()));
  }

  private static List<String> quoted(String text) {
    List<String> quoted = new ArrayList<>();
    int open = text.indexOf('"');
    while (open >= 0) {
      int close = text.indexOf('"', open + 1);
      if (close < 0) {
        break;
      }
      String inside = text.substring(open + 1, close).strip();
      if (!EnglishWords.terms(inside).isEmpty() && inside.length() < 60) {
        quoted.add(inside);
      }
      open = text.indexOf('"', close + 1);
    }
    return quoted;
  }

  private static List<String> choices(String text) {
    String plain = text.endsWith("?") ? text.substring(0, text.length() - 1).strip() : text;
    int or = plain.lastIndexOf(" or ");
    if (or >= 0) {
      return pair(lastPart(plain.substring(0, or)), plain.substring(or + 4));
    }
    for (String lead : List.of(" out of ", " between ")) {
      int at = plain.lastIndexOf(lead);
      int and = plain.lastIndexOf(" and ");
      if (at >= 0 && and > at) {
        return pair(plain.substring(at + lead.length(), and), plain.substring(and + 5));
      }
    }
    return List.of();
  }

  private static List<String> pair(String first, String second) {
    boolean areNames =
        !EnglishWords.terms(first).isEmpty() && !EnglishWords.terms(second).isEmpty();
    return areNames ? List.of(first.strip(), second.strip()) : List.of();
  }

  /**
   * Returns the choice before "or". This is the text after the last comma or colon; without such a
   * mark, the last name.
   */
  private static String lastPart(String text) {
    String bare = text.endsWith(",") ? text.substring(0, text.length() - 1) : text;
    int cut = Math.max(bare.lastIndexOf(", "), bare.lastIndexOf(": "));
    if (cut >= 0) {
      return bare.substring(cut + 2);
    }
    List<TextSpan> names = NameFinder.locate(bare);
    return names.isEmpty() ? "" : names.get(names.size() - 1).text();
  }

  /**
   * Returns the word after "which", "what" or "many" in folded form, usually a noun; empty if there
   * is none.
   */
  String noun() {
    List<Word> words = EnglishWords.words(text);
    for (int i = 0; i + 1 < words.size(); i++) {
      if (List.of("which", "what", "many").contains(words.get(i).folded())) {
        String next = words.get(i + 1).folded();
        return words.get(i + 1).isStopWord() ? "" : next;
      }
    }
    return "";
  }

  /**
   * Whether the question asks about something related to a name, such as the director of a film.
   */
  boolean isIndirect() {
    return terms.contains("direct") || terms.contains("perform") || terms.contains("compos");
  }
}
