package dev.arag.agent.extractive;

import dev.arag.agent.extractive.EnglishWords.Word;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The type of answer that a question asks for. */
enum AnswerType {
  PERSON,
  PLACE,
  DATE,
  NUMBER,
  YES_OR_NO,
  THING;

  private static final Set<String> AUXILIARIES =
      Set.of("is", "are", "was", "were", "do", "does", "did", "has", "have", "can");

  private static final Set<String> PLACES =
      Set.of(
          "country",
          "city",
          "state",
          "county",
          "province",
          "region",
          "town",
          "village",
          "place",
          "continent",
          "island",
          "district",
          "headquarters",
          "birthplace");

  private static final Set<String> PEOPLE =
      Set.of(
          "actor", "actress", "director", "player", "singer", "author", "man", "woman", "nobleman");

  static AnswerType of(List<Word> words) {
    if (!words.isEmpty() && AUXILIARIES.contains(words.get(0).folded())) {
      return YES_OR_NO;
    }
    for (int i = 0; i < words.size(); i++) {
      AnswerType type = of(words.get(i).folded(), words.subList(i + 1, words.size()));
      if (type != null) {
        return type;
      }
    }
    return THING;
  }

  private static @Nullable AnswerType of(String word, List<Word> rest) {
    return switch (word) {
      case "who", "whom", "whose" -> PERSON;
      case "when" -> DATE;
      case "where" -> PLACE;
      case "how" ->
          isNext(rest, Set.of("many", "much", "long", "old", "far", "tall")) ? NUMBER : null;
      case "what", "which" -> ofNoun(rest);
      default -> null;
    };
  }

  private static AnswerType ofNoun(List<Word> rest) {
    List<String> near = rest.stream().limit(4).map(Word::folded).toList();
    if (near.contains("year") || near.contains("date") || near.contains("month")) {
      return DATE;
    }
    if (near.contains("population") || near.contains("number")) {
      return NUMBER;
    }
    if (near.stream().anyMatch(PLACES::contains)) {
      return PLACE;
    }
    return near.stream().anyMatch(PEOPLE::contains) ? PERSON : THING;
  }

  private static boolean isNext(List<Word> rest, Set<String> words) {
    return !rest.isEmpty() && words.contains(rest.get(0).folded());
  }
}
