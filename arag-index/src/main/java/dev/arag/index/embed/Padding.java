package dev.arag.index.embed;

/** The side on which shorter texts of a run are padded. */
enum Padding {
  /** Before the text, for models that use the state of the last token. */
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
