package dev.arag.agent.extractive;

import dev.arag.agent.extractive.EnglishWords.Word;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes the answer in the form the system prompt asks for, in words copied from the facts. */
final class ExtractiveAnswer {
  private static final int MOST_QUOTED_WORDS = 25;
  private static final String NOT_FOUND =
      "NOT FOUND\nNo sentence shown has anything to do with the question.";

  private ExtractiveAnswer() {}

  static String to(Question question, List<Fact> facts) {
    Relevance relevance = new Relevance(question, facts);
    ChainSearch search = new ChainSearch(question, facts, relevance);
    return Comparison.of(question, relevance, facts)
        .map(result -> write(result.answer(), result.facts()))
        .or(() -> search.best().map(chain -> write(shortAnswer(search, chain), chain.facts())))
        .orElse(NOT_FOUND);
  }

  private static String shortAnswer(ChainSearch search, Chain chain) {
    return search.answer(chain).orElseGet(() -> chain.last().text());
  }

  private static String write(String shortAnswer, List<Fact> facts) {
    StringBuilder answer = new StringBuilder(shortAnswer);
    Map<String, String> quotes = new LinkedHashMap<>();
    for (Fact fact : facts) {
      answer.append('\n').append(fact.text()).append(" [").append(fact.chunk()).append(']');
      quotes.putIfAbsent(fact.chunk(), quote(fact.text()));
    }
    answer.append("\n\nEvidence:");
    quotes.forEach((id, quote) -> answer.append("\n[" + id + "] \"" + quote + "\""));
    return answer.toString();
  }

  private static String quote(String text) {
    List<Word> words = EnglishWords.words(text);
    return words.size() <= MOST_QUOTED_WORDS
        ? text
        : text.substring(0, words.get(MOST_QUOTED_WORDS - 1).end());
  }
}
