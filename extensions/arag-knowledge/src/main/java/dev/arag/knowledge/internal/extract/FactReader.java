package dev.arag.knowledge.internal.extract;

import dev.arag.core.internal.fold.Folding;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Sentence;
import dev.arag.knowledge.internal.extract.FactForm.Triple;
import dev.arag.knowledge.internal.store.Fact;
import dev.arag.knowledge.internal.store.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads the facts of a reply. A fact is dropped if it has no subject or object, or if no sentence
 * of the chunk contains a word of either. The sentence of a fact is the one with most of its words.
 */
final class FactReader {
  private static final int MAX_FACTS = 60;
  private static final int MAX_LENGTH = 200;

  private final List<Set<String>> own = new ArrayList<>();
  private final List<Set<String>> withHeading = new ArrayList<>();

  private FactReader(Chunk chunk) {
    for (Sentence sentence : chunk.sentences()) {
      own.add(Words.of(Folding.key(sentence.text())));
      withHeading.add(Words.of(Folding.key(sentence.embeddedText())));
    }
  }

  static List<Fact> read(FactForm reply, Chunk chunk) {
    FactReader reader = new FactReader(chunk);
    Map<String, Fact> facts = new LinkedHashMap<>();
    for (Triple each : reply.facts()) {
      Fact fact = reader.fact(clean(each.subject()), clean(each.relation()), clean(each.object()));
      if (fact.sentence() >= 0 && facts.size() < MAX_FACTS) {
        facts.putIfAbsent(fact.key(), fact);
      }
    }
    return List.copyOf(facts.values());
  }

  /** Returns a part of a fact in one line; empty if it is too long. */
  private static String clean(Optional<String> part) {
    String line = Words.inOneLine(part.orElse(""));
    return line.length() <= MAX_LENGTH ? line : "";
  }

  private Fact fact(String subject, String relation, String object) {
    boolean isComplete = Stream.of(subject, object).noneMatch(each -> Folding.key(each).isBlank());
    Set<String> names = Words.of(Folding.key(subject + " " + object));
    Set<String> others = Words.of(Folding.key(relation));
    int best = -1;
    long highest = 0;
    for (int i = 0; i < own.size() && isComplete; i++) {
      long score =
          4 * common(names, own.get(i))
              + 2 * common(names, withHeading.get(i))
              + common(others, own.get(i));
      if (score > highest && common(names, withHeading.get(i)) > 0) {
        best = i;
        highest = score;
      }
    }
    return new Fact(subject, relation, object, best);
  }

  private static long common(Set<String> left, Set<String> right) {
    return left.stream().filter(right::contains).count();
  }
}
