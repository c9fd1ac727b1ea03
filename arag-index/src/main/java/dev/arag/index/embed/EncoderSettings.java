package dev.arag.index.embed;

import java.util.Locale;

/**
 * What makes an encoder's vectors.
 *
 * @param name of the model and its number format
 * @param dimension floats in a vector
 * @param maxTokens the most tokens a text may have, the special ones around it included
 * @param pooling how token states become a vector
 * @param queryPrefix put before a query, as the model was trained; sentences go bare
 * @param firstToken id of the special token before every text
 * @param lastToken id of the special token after every text
 * @param unknownToken id standing for what the vocabulary lacks
 * @param weights the ONNX graph
 * @param tokenizer a Hugging Face {@code tokenizer.json}
 */
record EncoderSettings(
    String name,
    int dimension,
    int maxTokens,
    Pooling pooling,
    String queryPrefix,
    long firstToken,
    long lastToken,
    long unknownToken,
    ModelFile weights,
    ModelFile tokenizer) {

  static final EncoderSettings BGE_SMALL_ENGLISH =
      new EncoderSettings(
          "bge-small-en-v1.5-q",
          384,
          512,
          Pooling.CLS,
          "Represent this sentence for searching relevant passages: ",
          101,
          102,
          100,
          new ModelFile(
              "bge-small-en-v1.5-q.onnx",
              "6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4"),
          new ModelFile(
              "bge-small-en-v1.5-q-tokenizer.json",
              "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66"));

  /** {@code batch1}: one text a run, because quantised vectors depend on what is run with them. */
  String fingerprint() {
    return String.join(
        "/",
        name,
        Integer.toString(dimension),
        pooling.name().toLowerCase(Locale.ROOT),
        "l2",
        Integer.toString(maxTokens),
        "batch1",
        weights.sha256().substring(0, 12));
  }
}
