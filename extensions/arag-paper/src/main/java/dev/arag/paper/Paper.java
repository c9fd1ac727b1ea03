package dev.arag.paper;

import dev.arag.agent.spi.Profile;
import dev.arag.index.spi.SentenceRules;
import dev.arag.paper.internal.PaperProfile;
import dev.arag.paper.internal.PaperSentences;

/**
 * The A-RAG paper (arXiv:2602.03442) for agents.
 *
 * <pre>{@code
 * Agent agent = Agent.builder(corpus, model).profile(Paper.profile()).build();
 * }</pre>
 */
public final class Paper {
  private Paper() {}

  /**
   * Returns the profile of the reference implementation:
   *
   * <ul>
   *   <li>The loop runs exactly Algorithm 1. The model receives tool results without notes or
   *       corrections.
   *   <li>Keyword hits are sorted by the score of equation 1. Accents are never ignored. A hit
   *       shows its first five sentences with a keyword.
   *   <li>Semantic hits are the chunks of the best sentences, three per requested chunk. Short
   *       sentences are ignored.
   *   <li>The form of the results is that of the reference implementation. There are no headings
   *       and no sections. The system prompts and the tool descriptions are of this library.
   * </ul>
   *
   * <p>For the sentences of the reference implementation, the index must have its {@link
   * #sentenceRules()} too.
   */
  public static Profile profile() {
    return PaperProfile.INSTANCE;
  }

  /**
   * Returns the rules of the reference implementation for sentences. In every language, a sentence
   * ends at each {@code .}, {@code !}, {@code ?} and line feed. It includes the marks and the white
   * space up to the next sentence, without the white space at its end, and it is embedded without
   * the marks. Sentences have no headings.
   *
   * <pre>{@code
   * Index index = Index.builder(path).sentenceRules(Paper.sentenceRules()).openOrCreate();
   * }</pre>
   */
  public static SentenceRules sentenceRules() {
    return PaperSentences.INSTANCE;
  }
}
