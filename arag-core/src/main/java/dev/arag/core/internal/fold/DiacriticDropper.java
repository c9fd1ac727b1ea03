package dev.arag.core.internal.fold;

/** Removes the diacritics from a folded text, one combining sequence at a time. */
final class DiacriticDropper {
  private final FoldTables tables = FoldTables.INSTANCE;
  private final CombiningSequence sequence = new CombiningSequence(tables);
  private final FoldedText folded;
  private final String source;
  private final FoldOutput out;
  private int at;

  DiacriticDropper(FoldedText folded) {
    this.folded = folded;
    this.source = folded.text();
    this.out = new FoldOutput(source.length());
  }

  /**
   * Whether a folded text has any diacritics. Most texts have none, so the caller can avoid the
   * work.
   */
  static boolean isNeeded(String folded) {
    FoldTables tables = FoldTables.INSTANCE;
    int next = 0;
    while (next < folded.length()) {
      int codePoint = folded.codePointAt(next);
      if (codePoint >= 0x80 && (tables.word(codePoint) & FoldTables.ACCENTED) != 0) {
        return true;
      }
      next += Character.charCount(codePoint);
    }
    return false;
  }

  FoldedText drop() {
    while (at < source.length()) {
      step();
    }
    return out.finish(source, folded.sourceLength(), folded.map());
  }

  private void step() {
    char unit = source.charAt(at);
    if (unit == ' ' && out.endsWithSpace()) {
      // All characters between two spaces were diacritics and were removed. Omit the second space.
      out.edit(out.length(), at, at + 1);
      at++;
      return;
    }
    if (unit < 0x80 && (at + 1 == source.length() || source.charAt(at + 1) < 0x80)) {
      out.append(unit);
      at++;
      return;
    }
    stepSegment();
  }

  private void stepSegment() {
    int end = collectSegment();
    if (accented()) {
      dropFromSegment(end);
      return;
    }
    while (at < end) {
      out.append(source.charAt(at++));
    }
  }

  private boolean accented() {
    for (int i = 0; i < sequence.length(); i++) {
      if ((tables.word(sequence.codePoint(i)) & FoldTables.ACCENTED) != 0) {
        return true;
      }
    }
    return false;
  }

  private void dropFromSegment(int end) {
    sequence.dropDiacritics();
    int start = out.length();
    for (int i = 0; i < sequence.length(); i++) {
      out.appendCodePoint(sequence.codePoint(i));
    }
    if (end - at != 1 || out.length() - start != 1) {
      out.edit(start, at, end);
    }
    at = end;
  }

  private int collectSegment() {
    sequence.clear();
    int next = at;
    while (next < source.length()) {
      int codePoint = source.codePointAt(next);
      boolean inner = (tables.word(codePoint) & FoldTables.INNER) != 0;
      if (!inner && sequence.length() > 0) {
        break;
      }
      sequence.append(codePoint);
      next += Character.charCount(codePoint);
    }
    return next;
  }
}
