package dev.arag.index.embed;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;

/** Access to the files of a model. */
interface ModelFiles {
  /**
   * Checks that the files exist, if that is cheap.
   *
   * @throws dev.arag.core.error.EncoderUnavailableException if their artifact is missing
   */
  default void requirePresent() {}

  /** Reads its {@code tokenizer.json}. */
  byte[] tokenizer();

  /** Opens a session with its graph; the caller closes it. */
  OrtSession open(OrtEnvironment environment, SessionOptions options) throws OrtException;

  /**
   * Computes a hash in hexadecimal digits; files that produce different vectors have different
   * hashes.
   *
   * @param salt further text that the hash depends on
   */
  String hash(String salt);

  /** The location of the model, for messages. */
  @Override
  String toString();
}
