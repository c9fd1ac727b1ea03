package dev.arag.tools;

import dev.arag.core.corpus.Hit;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * One hit as lines: its id and heading, then its sentences, each under its own heading.
 *
 * @param text the lines
 * @param shown the corpus text in them
 */
record HitText(String text, List<Snippet> shown) {
  /** Length of the lines in o200k tokens. */
  int tokens() {
    return TokenCounter.o200k().count(text);
  }

  /**
   * @param sentences those of the hit to show
   * @param omitted how many more spoke for it; 0 says nothing
   * @param matchStart where in a sentence the match begins, in UTF-16 units
   */
  static HitText of(
      Hit hit,
      List<Sentence> sentences,
      int omitted,
      ToIntFunction<Sentence> matchStart,
      CallContext turn) {
    Lines lines = new Lines(hit);
    lines.first(turn, sentences);
    int added = 0;
    while (added < sentences.size()
        && lines.add(sentences.get(added), matchStart, turn.maxSearchTokens())) {
      added++;
    }
    lines.omitted(omitted + sentences.size() - added);
    return new HitText(lines.out.toString(), lines.shown);
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

    void first(CallContext turn, List<Sentence> sentences) {
      List<String> path =
          sentences.isEmpty() ? hit.location().heading() : sentences.get(0).heading();
      heading = HitHeading.of(hit.location(), path);
      out.append('[').append(turn.nameOf(hit.chunk())).append(']');
      out.append(heading.isEmpty() ? "" : " " + heading);
      out.append(turn.isAbove(hit.chunk()) ? " (read)" : "");
    }

    /** Adds a sentence if there is room for it; for the first there always is. */
    boolean add(Sentence sentence, ToIntFunction<Sentence> matchStart, int maxTokens) {
      String above = HitHeading.of(hit.location(), sentence.heading());
      boolean isNew = !above.equals(heading);
      SentenceWindow window =
          SentenceWindow.around(sentence.text(), () -> matchStart.applyAsInt(sentence));
      String text = window.of(sentence.text());
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

    void omitted(int sentences) {
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
