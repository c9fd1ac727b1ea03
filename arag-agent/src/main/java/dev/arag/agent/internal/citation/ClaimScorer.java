package dev.arag.agent.internal.citation;

import dev.arag.agent.internal.citation.ShownChunk.ShownSentence;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Scores how well texts fit the claim of a citation, by the words that they share. A word that
 * occurs in fewer sentences of the cited text has a higher weight.
 */
final class ClaimScorer {
  /**
   * The weight of a word of the claim that belongs to the words of another marker, such as "born in
   * Tarn" for the second marker of "She was born in Tarn [k2] and moved to Quill [k2]".
   */
  private static final double OTHER_CLAUSE = 0.25;

  private final Map<String, Double> weights = new LinkedHashMap<>();

  /**
   * @param clause the part of the claim that belongs to this citation only
   * @param sentences the sentences of the cited text
   */
  ClaimScorer(String claim, String clause, List<ShownSentence> sentences) {
    Set<String> own = ShownSentence.wordsOf(clause);
    for (String word : ShownSentence.wordsOf(claim)) {
      long count = sentences.stream().filter(each -> each.words().contains(word)).count();
      weights.put(word, (own.contains(word) ? 1 : OTHER_CLAUSE) / Math.max(1, count));
    }
  }

  /** Returns the score of a text with these words; 0 if it shares no word with the claim. */
  double score(Set<String> words) {
    double score = 0;
    for (Map.Entry<String, Double> each : weights.entrySet()) {
      score += words.contains(each.getKey()) ? each.getValue() : 0;
    }
    return score;
  }
}
