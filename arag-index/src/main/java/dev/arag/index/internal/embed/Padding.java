package dev.arag.index.internal.embed;

/** The side on which the shorter texts of a run are padded. */
public enum Padding {
  /** Padding before the text, for models that use the state of the last token. */
  LEFT {
    @Override
    int start(int length, int columns) {
      return columns - length;
    }
  },
  /** Padding after the text. */
  RIGHT {
    @Override
    int start(int length, int columns) {
      return 0;
    }
  };

  /** Returns the column of the first token of a text. */
  abstract int start(int length, int columns);
}
