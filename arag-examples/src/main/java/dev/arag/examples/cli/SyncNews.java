package dev.arag.examples.cli;

import dev.arag.index.SyncProgress;

/** What there is to tell of an index under construction: first what was read, then what is left. */
final class SyncNews {
  private final ProgressLine line;
  private final Speed speed;

  SyncNews(ProgressLine line, Speed speed) {
    this.line = line;
    this.speed = speed;
  }

  void tell(SyncProgress progress) {
    if (progress.embedded() == 0) {
      speed.start();
      line.show(0, reading(progress));
    } else {
      tellEmbedded(progress.embedded(), progress.sentences());
    }
  }

  void tellEmbedded(long embedded, long sentences) {
    String rate = speed.of(embedded, sentences);
    line.show(
        (double) embedded / sentences,
        "embedded " + Words.number(embedded) + " of " + Words.count(sentences, "sentence") + rate);
  }

  private static String reading(SyncProgress progress) {
    return "read "
        + Words.count(progress.documents(), "document")
        + ", "
        + Words.count(progress.sentences(), "sentence");
  }
}
