package dev.arag.agent.extractive;

import dev.arag.agent.extractive.EnglishWords.Word;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A question, parsed by rules.
 *
 * @param names quoted texts and runs of capitalized words, in order
 * @param terms the stems of its words
 * @param hops the order in which its parts are resolved
 * @param choices the two names of an either-or question; empty for any other question
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
      // In a question "and" usually joins two names; in a fact it may belong to a title.
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

  /** Up to {@code most} keywords: the names, then the longest other words. */
  List<String> keywords(int most) {
    Set<String> keywords = new LinkedHashSet<>(names.subList(0, Math.min(4, names.size())));
    EnglishWords.words(text).stream()
        .filter(word -> !word.isStopWord() && !isInName(word))
        .sorted((one, other) -> Integer.compare(other.text().length(), one.text().length()))
        .limit(Math.max(1, most - names.size()))
        .forEach(word -> keywords.add(word.text()));
    return keywords.stream().filter(keyword -> keyword.length() > 1).limit(most).toList();
  }

  /** The last word of the last hop that is not a name; empty for a question of one hop. */
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

  /** The choice before "or": the text after the last comma or colon, or else the last name. */
  private static String lastPart(String text) {
    String bare = text.endsWith(",") ? text.substring(0, text.length() - 1) : text;
    int cut = Math.max(bare.lastIndexOf(", "), bare.lastIndexOf(": "));
    if (cut >= 0) {
      return bare.substring(cut + 2);
    }
    List<TextSpan> names = NameFinder.locate(bare);
    return names.isEmpty() ? "" : names.get(names.size() - 1).text();
  }

  /** The folded noun after "which", "what" or "many"; empty if there is none. */
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

  /** Whether the question is about something related to a name, such as a film's director. */
  boolean isIndirect() {
    return terms.contains("direct") || terms.contains("perform") || terms.contains("compos");
  }
}
