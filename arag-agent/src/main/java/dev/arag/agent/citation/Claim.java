package dev.arag.agent.citation;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A sentence of an answer that cites sources, and whether its quotes prove the sentence. A model
 * judges this; see {@link dev.arag.agent.Agent.Builder#checkClaims()}. A claim is therefore less
 * certain than the {@link Verdict} of a citation, which compares words.
 *
 * @param text the sentence without its citation markers
 * @param start the start of the sentence in the text of the answer, in UTF-16 units
 * @param end the end of the sentence in the text of the answer, exclusive
 * @param citations the zero-based indexes of its citations in the citations of the answer, in
 *     order; at least one
 * @param verdict the judgment. The passages that the model compared are those around the
 *     {@linkplain Verdict#isVerified() verified} quotes
 * @param reason why the verdict is not {@link Entailment#ENTAILED}, in a few words of the model;
 *     may be empty
 * @param cached whether the verdict is from an earlier run, so that no model was asked
 */
public record Claim(
    String text,
    int start,
    int end,
    List<Integer> citations,
    Entailment verdict,
    String reason,
    boolean cached) {
  public Claim {
    requireNonNull(text, "text");
    citations = List.copyOf(requireNonNull(citations, "citations"));
    requireNonNull(verdict, "verdict");
    requireNonNull(reason, "reason");
  }

  /** Whether an answer of this length with this number of citations can contain this claim. */
  public boolean isIn(int length, int citations) {
    return start >= 0
        && start <= end
        && end <= length
        && this.citations.stream().allMatch(index -> index >= 0 && index < citations);
  }

  /** Returns a copy with another verdict. */
  public Claim with(Entailment verdict, String reason, boolean cached) {
    return new Claim(text, start, end, citations, verdict, reason, cached);
  }
}
