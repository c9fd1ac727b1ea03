package dev.arag.core.corpus;

import static java.util.Objects.requireNonNull;

import dev.arag.core.internal.fold.InvisibleText;
import dev.arag.core.text.Sentence;
import java.util.List;

/**
 * A query of a semantic search.
 *
 * @param text the text to compare with every sentence, without invisible characters such as
 *     zero-width spaces; not blank
 * @param rules the ranking rules, which determine the order of hits
 */
public record SemanticQuery(String text, RankingRules rules) {
  /** The maximum length of a {@linkplain #isShort short} sentence, in code points. */
  public static final int SHORT_LENGTH = 10;

  /**
   * @param text the text; invisible characters are removed
   * @throws IllegalArgumentException if the text is blank without its invisible characters
   */
  public SemanticQuery {
    text = InvisibleText.strip(requireNonNull(text, "text"));
    requireNonNull(rules, "rules");
    if (text.isBlank()) {
      throw new IllegalArgumentException("The query must not be blank.");
    }
  }

  /** Creates a query with the {@linkplain RankingRules#standard() standard ranking rules}. */
  public static SemanticQuery of(String text) {
    return new SemanticQuery(text, RankingRules.standard());
  }

  /**
   * Creates one query for each text of a {@link MeanSearch}, in the same order.
   *
   * @throws IllegalArgumentException if there are no texts, or if one is blank
   */
  public static List<SemanticQuery> all(List<String> texts, RankingRules rules) {
    requireNonNull(texts, "texts");
    requireNonNull(rules, "rules");
    List<SemanticQuery> queries =
        texts.stream().map(text -> new SemanticQuery(text, rules)).toList();
    if (queries.isEmpty()) {
      throw new IllegalArgumentException("A mean search needs at least one text.");
    }
    return queries;
  }

  /**
   * Whether a search considers a sentence. False only for a {@linkplain #isShort short} sentence,
   * if the rules ignore short sentences.
   */
  public boolean considers(Sentence sentence) {
    requireNonNull(sentence, "sentence");
    return !(rules.ignoresShortSentences() && isShort(sentence));
  }

  /**
   * Whether a sentence has at most {@value #SHORT_LENGTH} code points, without the characters
   * {@code .!?} and white space at its ends.
   */
  public static boolean isShort(Sentence sentence) {
    String text = requireNonNull(sentence, "sentence").textWithoutEndMarks();
    return text.codePointCount(0, text.length()) <= SHORT_LENGTH;
  }
}
