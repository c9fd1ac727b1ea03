package dev.arag.agent.extractive;

import dev.arag.agent.extractive.EnglishWords.Word;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes an answer in the format that the system prompt requests. All sentences are copied from
 * facts.
 */
final class AnswerWriter {
  private static final int MAX_QUOTED_WORDS = 25;
  private static final String NOT_FOUND = "NOT FOUND\nThe documents do not contain the answer.";

  private AnswerWriter() {}

  static String answer(Question question, List<Fact> facts) {
    RelevanceScorer relevance = new RelevanceScorer(question, facts);
    FactChainSearch search = new FactChainSearch(question, facts, relevance);
    return ComparisonSolver.solve(question, relevance, facts)
        .map(comparison -> write(comparison.answer(), comparison.facts()))
        .or(
            () ->
                search
                    .best()
                    .filter(chain -> relevance.isAboutQuestion(chain.facts()))
                    .map(chain -> write(shortAnswer(search, chain), chain.facts())))
        .orElse(NOT_FOUND);
  }

  private static String shortAnswer(FactChainSearch search, FactChain chain) {
    return search.answer(chain).orElseGet(() -> chain.last().text());
  }

  private static String write(String shortAnswer, List<Fact> facts) {
    StringBuilder answer = new StringBuilder(shortAnswer);
    Set<String> evidence = new LinkedHashSet<>();
    for (Fact fact : facts) {
      answer.append('\n').append(fact.text()).append(" [").append(fact.source()).append(']');
      evidence.add("\n[" + fact.source() + "] \"" + quote(fact.text()) + "\"");
    }
    answer.append("\n\nEvidence:");
    evidence.forEach(answer::append);
    return answer.toString();
  }

  /** Returns the first words of a text. The quote ends before white space, never inside a word. */
  private static String quote(String text) {
    List<Word> words = EnglishWords.words(text);
    if (words.size() <= MAX_QUOTED_WORDS) {
      return text;
    }
    int end = words.get(MAX_QUOTED_WORDS - 1).end();
    while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
      end++;
    }
    return text.substring(0, end);
  }
}
