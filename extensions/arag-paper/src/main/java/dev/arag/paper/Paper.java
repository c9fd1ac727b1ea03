package dev.arag.paper;

import dev.arag.agent.spi.Profile;
import dev.arag.index.spi.SentenceRules;
import dev.arag.paper.internal.PaperProfile;
import dev.arag.paper.internal.PaperSentences;

/**
 * The behavior of the A-RAG paper (arXiv:2602.03442) and of its reference implementation, for
 * comparisons with published results:
 *
 * <pre>{@code
 * Agent agent = Agent.builder(corpus, model).profile(Paper.profile()).build();
 * }</pre>
 */
public final class Paper {
  private Paper() {}

  /**
   * Returns the profile that imitates the reference implementation. It differs from the default
   * profile in these points:
   *
   * <ul>
   *   <li>The loop runs exactly Algorithm 1 of the paper. The run adds no notes to tool results,
   *       and sends no corrections when the model stops too early.
   *   <li>Hits of {@code keyword_search} are sorted by the score of equation 1 of the paper.
   *       Accents are never ignored. A hit shows its first five sentences that contain a keyword.
   *   <li>{@code semantic_search} for k chunks finds the 3k best sentences, and returns their
   *       chunks. Short sentences are ignored.
   *   <li>Results have the text format of the reference implementation, without headings and
   *       sections. The system prompts and the tool descriptions are those of this library.
   * </ul>
   *
   * <p>The profile does not change how documents are split into sentences. For this, create the
   * index with {@link #sentenceRules()}.
   */
  public static Profile profile() {
    return PaperProfile.INSTANCE;
  }

  /**
   * Returns the rules of the reference implementation for sentences. In every language, a sentence
   * ends at each {@code .}, {@code !}, {@code ?} and line feed. A sentence includes the marks that
   * end it, but is embedded without them. White space at its end is not part of it. Sentences are
   * embedded without their headings.
   *
   * <pre>{@code
   * Index index = Index.builder(path).sentenceRules(Paper.sentenceRules()).openOrCreate();
   * }</pre>
   */
  public static SentenceRules sentenceRules() {
    return PaperSentences.INSTANCE;
  }
}
