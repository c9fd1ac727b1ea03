package dev.arag.agent.grounding;

import dev.arag.agent.citation.Span;
import dev.arag.agent.internal.citation.IdListParser;
import dev.arag.agent.internal.citation.InlineCitationReader;
import dev.arag.agent.internal.citation.ShownChunk;
import dev.arag.agent.internal.citation.ShownIds;
import dev.arag.agent.internal.grounding.ShownTerms;
import dev.arag.agent.internal.grounding.UnseenTermFinder;
import dev.arag.tools.Snippet;
import java.util.Collection;
import java.util.List;

/** Finds names and figures of an answer that occur in none of the texts the model was shown. */
public final class UnseenTerms {
  private UnseenTerms() {}

  /**
   * The figures and names of an answer that stand in none of some texts. Figures are compared by
   * value (15,140 is 15 140, "nineteen" is 19), names word by word, without accents and case; ids
   * and the quotes beside them in brackets are passed over.
   *
   * @param answer without the evidence block
   * @param shown every snippet that was shown: what an id may be
   * @param texts what was shown, and the question
   * @return in the order of the answer; at most some 50
   */
  public static List<UnseenTerm> find(
      String answer, List<Snippet> shown, Collection<String> texts) {
    IdListParser ids = new IdListParser(new ShownIds(ShownChunk.byId(shown).values()));
    List<Span> brackets = InlineCitationReader.read(answer, ids).brackets();
    return UnseenTermFinder.in(answer, brackets, new ShownTerms(texts));
  }
}
