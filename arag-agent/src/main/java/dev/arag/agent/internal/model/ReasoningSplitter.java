package dev.arag.agent.internal.model;

import java.util.List;

/**
 * What a model wrote, cut into what it thought and what it said. Servers that do not know a model's
 * marks leave its thinking in the text.
 *
 * @param said without white space around it; empty if the thinking never ended
 */
record ReasoningSplitter(String thought, String said) {
  private static final List<Marks> MARKS =
      List.of(
          new Marks("<think>", "</think>"),
          new Marks("<thinking>", "</thinking>"),
          new Marks("<thought>", "</thought>"),
          new Marks("<reasoning>", "</reasoning>"),
          new Marks("<seed:think>", "</seed:think>"),
          new Marks("[THINK]", "[/THINK]"),
          new Marks("◁think▷", "◁/think▷"));

  private static final String FINAL_CHANNEL = "<|channel|>final<|message|>";

  private record Marks(String open, String close) {}

  static ReasoningSplitter of(String written) {
    ReasoningSplitter split = new ReasoningSplitter("", written);
    for (ReasoningSplitter next = split.next(); !next.equals(split); next = split.next()) {
      split = next;
    }
    return split.said.equals(written)
        ? split
        : new ReasoningSplitter(split.thought, split.said.strip());
  }

  /** With one more piece of thinking split off; itself if there is none. */
  private ReasoningSplitter next() {
    int channel = said.indexOf(FINAL_CHANNEL);
    if (channel >= 0) {
      return split(channel, channel + FINAL_CHANNEL.length());
    }
    String text = said.stripLeading();
    for (Marks marks : MARKS) {
      if (text.startsWith(marks.open)) {
        return opened(text, marks);
      }
    }
    return endOfUnopened();
  }

  private ReasoningSplitter opened(String text, Marks marks) {
    int end = text.indexOf(marks.close, marks.open.length());
    String rest = end < 0 ? "" : text.substring(end + marks.close.length());
    int until = end < 0 ? text.length() : end;
    return new ReasoningSplitter(thought + text.substring(marks.open.length(), until), rest);
  }

  /** Chat templates that write the opening mark into the prompt leave only the closing one. */
  private ReasoningSplitter endOfUnopened() {
    for (Marks marks : MARKS) {
      int end = said.indexOf(marks.close);
      if (end >= 0 && said.lastIndexOf(marks.open, end) < 0) {
        return split(end, end + marks.close.length());
      }
    }
    return this;
  }

  private ReasoningSplitter split(int end, int next) {
    return new ReasoningSplitter(thought + said.substring(0, end), said.substring(next));
  }
}
