package dev.arag.index;

import dev.arag.core.text.Sentence;
import dev.arag.index.spi.SentenceRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Rules for tests: each line is a sentence, which is embedded in upper case. */
public record LineRules(String name) implements SentenceRules {
  public LineRules() {
    this("lines");
  }

  @Override
  public String version() {
    return name + " 1";
  }

  @Override
  public List<Range> find(String text, int from, int to) {
    List<Range> lines = new ArrayList<>();
    int start = from;
    for (int at = from; at <= to; at++) {
      if (at == to || text.charAt(at) == '\n') {
        if (!text.substring(start, at).isBlank()) {
          lines.add(new Range(start, at));
        }
        start = at + 1;
      }
    }
    return lines;
  }

  @Override
  public String embeddedText(Sentence sentence) {
    return sentence.text().toUpperCase(Locale.ROOT);
  }
}
