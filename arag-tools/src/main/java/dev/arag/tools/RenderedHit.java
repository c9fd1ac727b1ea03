package dev.arag.tools;

import dev.arag.core.corpus.Hit;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import dev.arag.tools.internal.text.HeadingLine;
import dev.arag.tools.internal.text.SentenceWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * The text of one hit: a line with the name and heading, followed by the sentences. A sentence
 * under a different heading is preceded by that heading.
 *
 * @param text the rendered lines
 * @param shown the corpus text in the lines
 */
record RenderedHit(String text, List<Snippet> shown) {
  /** The length of the text in o200k tokens. */
  int tokens() {
    return TokenCounter.o200k().count(text);
  }

  /**
   * @param sentences the sentences to show
   * @param omitted the number of further matching sentences that are not shown
   * @param matchStart returns the start of the match in a sentence, in UTF-16 units
   */
  static RenderedHit of(
      Hit hit,
      List<Sentence> sentences,
      int omitted,
      ToIntFunction<Sentence> matchStart,
      CallContext call) {
    Lines lines = new Lines(hit);
    lines.addHeader(call, sentences);
    int added = 0;
    while (added < sentences.size()
        && lines.add(sentences.get(added), matchStart, call.maxSearchTokens())) {
      added++;
    }
    lines.addOmitted(omitted + sentences.size() - added);
    return new RenderedHit(lines.out.toString(), lines.shown);
  }

  private static final class Lines {
    private final Hit hit;
    private final StringBuilder out = new StringBuilder();
    private final List<Snippet> shown = new ArrayList<>();
    private String heading = "";
    private int used;

    Lines(Hit hit) {
      this.hit = hit;
    }

    void addHeader(CallContext call, List<Sentence> sentences) {
      List<String> path =
          sentences.isEmpty() ? hit.location().heading() : sentences.get(0).heading();
      heading = HeadingLine.of(hit.location(), path);
      out.append('[').append(call.nameOf(hit.chunk())).append(']');
      out.append(heading.isEmpty() ? "" : " " + heading);
      out.append(call.isInContext(hit.chunk()) ? " (read)" : "");
    }

    /**
     * Adds a sentence if it fits within the limit. The first sentence is always added. Returns
     * whether the sentence was added.
     */
    boolean add(Sentence sentence, ToIntFunction<Sentence> matchStart, int maxTokens) {
      String above = HeadingLine.of(hit.location(), sentence.heading());
      boolean isNew = !above.equals(heading);
      SentenceWindow window =
          SentenceWindow.around(sentence.text(), () -> matchStart.applyAsInt(sentence));
      String text = window.extract(sentence.text());
      int tokens = count(text) + (shown.isEmpty() || isNew ? count(above) : 0);
      if (!shown.isEmpty() && used + tokens > maxTokens) {
        return false;
      }
      used += tokens;
      heading = above;
      out.append(isNew ? "\n# " + above : "").append("\n- ");
      out.append(window.cutsStart() ? "…" : "").append(text);
      out.append(window.cutsEnd(sentence.text()) ? "…" : "");
      int offset = sentence.offset() + window.start();
      shown.add(new Snippet(hit.chunk(), hit.location(), text, offset, tokens, false));
      return true;
    }

    void addOmitted(int sentences) {
      if (sentences > 0) {
        out.append("\n(").append(sentences).append(" more matching ");
        out.append(sentences == 1 ? "sentence)" : "sentences)");
      }
    }

    private static int count(String text) {
      return TokenCounter.o200k().count(text);
    }
  }
}
