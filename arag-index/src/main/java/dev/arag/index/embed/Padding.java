package dev.arag.index.embed;

/** Where the shorter texts of a run are filled up. */
enum Padding {
  /** Before the text, as models that look at the last token want it. */
  LEFT {
    @Override
    int start(int length, int columns) {
      return columns - length;
    }
  },
  /** After the text. */
  RIGHT {
    @Override
    int start(int length, int columns) {
      return 0;
    }
  };

  /** The column of a text's first token. */
  abstract int start(int length, int columns);
}
