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
  /** Corpus text in the lines, in o200k tokens. */
  int tokens() {
    return shown.stream().mapToInt(Snippet::tokens).sum();
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
      Turn turn) {
    Lines lines = new Lines(hit);
    lines.first(turn, sentences);
    for (Sentence sentence : sentences) {
      lines.sentence(
          sentence, SentenceWindow.around(sentence.text(), matchStart.applyAsInt(sentence)));
    }
    if (omitted > 0) {
      lines.out.append("\n(").append(omitted).append(" more matching ");
      lines.out.append(omitted == 1 ? "sentence)" : "sentences)");
    }
    return new HitText(lines.out.toString(), lines.shown);
  }

  private static final class Lines {
    private final Hit hit;
    private final StringBuilder out = new StringBuilder();
    private final List<Snippet> shown = new ArrayList<>();
    private String heading = "";
    private int headingTokens;

    Lines(Hit hit) {
      this.hit = hit;
    }

    void first(Turn turn, List<Sentence> sentences) {
      List<String> path =
          sentences.isEmpty() ? hit.location().heading() : sentences.get(0).heading();
      heading = HitHeading.of(hit.location(), path);
      headingTokens = count(heading);
      out.append('[').append(turn.nameOf(hit.chunk())).append(']');
      out.append(heading.isEmpty() ? "" : " " + heading);
      out.append(turn.isAbove(hit.chunk()) ? " (read)" : "");
    }

    void sentence(Sentence sentence, SentenceWindow window) {
      under(HitHeading.of(hit.location(), sentence.heading()));
      String text = window.of(sentence.text());
      out.append("\n- ").append(window.cutsStart() ? "…" : "").append(text);
      out.append(window.cutsEnd(sentence.text()) ? "…" : "");
      int offset = sentence.offset() + window.start();
      int tokens = count(text) + headingTokens;
      headingTokens = 0;
      shown.add(new Snippet(hit.chunk(), hit.location(), text, offset, tokens, false));
    }

    private void under(String next) {
      if (!next.equals(heading)) {
        heading = next;
        headingTokens += count(next);
        out.append("\n# ").append(next);
      }
    }

    private static int count(String text) {
      return TokenCounter.o200k().count(text);
    }
  }
}
