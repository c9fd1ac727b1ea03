package dev.arag.core.corpus;

import static java.util.Objects.requireNonNull;

import dev.arag.core.internal.fold.InvisibleText;
import dev.arag.core.text.Sentence;
import java.util.List;

/**
 * A query by meaning.
 *
 * @param text the text to compare with every sentence, without invisible characters; not blank
 * @param profile the profile, which determines the order of hits
 */
public record SemanticQuery(String text, Profile profile) {
  /**
   * The length up to which the paper profile ignores sentences, in code points without the marks at
   * their ends.
   */
  public static final int IGNORED_LENGTH = 10;

  /**
   * @param text the text; invisible characters are removed
   * @throws IllegalArgumentException if the text is blank without its invisible characters
   */
  public SemanticQuery {
    text = InvisibleText.strip(requireNonNull(text, "text"));
    requireNonNull(profile, "profile");
    if (text.isBlank()) {
      throw new IllegalArgumentException("The query must not be blank.");
    }
  }

  /** Creates a query with the default profile. */
  public static SemanticQuery of(String text) {
    return new SemanticQuery(text, Profile.DEFAULT);
  }

  /**
   * Creates the queries of a search for the mean of several texts.
   *
   * @throws IllegalArgumentException if there are no texts, or if one is blank
   */
  public static List<SemanticQuery> all(List<String> texts, Profile profile) {
    requireNonNull(texts, "texts");
    requireNonNull(profile, "profile");
    List<SemanticQuery> queries =
        texts.stream().map(text -> new SemanticQuery(text, profile)).toList();
    if (queries.isEmpty()) {
      throw new IllegalArgumentException("A mean search needs at least one text.");
    }
    return queries;
  }

  /**
   * Whether the search considers a sentence. The paper profile ignores sentences of at most {@value
   * #IGNORED_LENGTH} characters.
   */
  public boolean considers(Sentence sentence) {
    requireNonNull(sentence, "sentence");
    if (profile != Profile.PAPER) {
      return true;
    }
    String text = sentence.textWithoutEndMarks();
    return text.codePointCount(0, text.length()) > IGNORED_LENGTH;
  }
}
