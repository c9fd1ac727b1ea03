package dev.arag.agent.internal.model;

import dev.arag.agent.internal.server.ServerRule;
import dev.arag.agent.internal.server.ServerRule.Kind;
import java.util.List;

/**
 * The text of a model, split into reasoning and answer. A server that does not support the tags of
 * a model leaves the reasoning in the text.
 *
 * @param answer the answer without surrounding whitespace; empty if the reasoning has no end tag
 */
record ReasoningSplitter(String reasoning, String answer) {
  private static final List<Tags> TAGS =
      ServerRule.values(Kind.REASONING_TAGS).stream().map(Tags::of).toList();

  private static final List<String> ANSWER_STARTS = ServerRule.values(Kind.ANSWER_START);

  private record Tags(String open, String close) {
    static Tags of(String pair) {
      String[] tags = pair.split(" ");
      return new Tags(tags[0], tags[1]);
    }
  }

  static ReasoningSplitter of(String written) {
    ReasoningSplitter split = new ReasoningSplitter("", written);
    for (ReasoningSplitter next = split.next(); !next.equals(split); next = split.next()) {
      split = next;
    }
    return split.answer.equals(written)
        ? split
        : new ReasoningSplitter(split.reasoning, split.answer.strip());
  }

  /** Splits off the next part of the reasoning; returns this object if there is none. */
  private ReasoningSplitter next() {
    for (String start : ANSWER_STARTS) {
      int at = answer.indexOf(start);
      if (at >= 0) {
        return split(at, at + start.length());
      }
    }
    String text = answer.stripLeading();
    for (Tags tags : TAGS) {
      if (text.startsWith(tags.open)) {
        return opened(text, tags);
      }
    }
    return endOfUnopened();
  }

  private ReasoningSplitter opened(String text, Tags tags) {
    int end = text.indexOf(tags.close, tags.open.length());
    String rest = end < 0 ? "" : text.substring(end + tags.close.length());
    int until = end < 0 ? text.length() : end;
    return new ReasoningSplitter(reasoning + text.substring(tags.open.length(), until), rest);
  }

  /**
   * Splits at a closing tag without an opening tag. Such text occurs because some chat templates
   * put the opening tag into the prompt.
   */
  private ReasoningSplitter endOfUnopened() {
    for (Tags tags : TAGS) {
      int end = answer.indexOf(tags.close);
      if (end >= 0 && answer.lastIndexOf(tags.open, end) < 0) {
        return split(end, end + tags.close.length());
      }
    }
    return this;
  }

  private ReasoningSplitter split(int end, int next) {
    return new ReasoningSplitter(reasoning + answer.substring(0, end), answer.substring(next));
  }
}
