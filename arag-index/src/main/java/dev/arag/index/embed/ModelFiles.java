package dev.arag.index.embed;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;

/** Where the files of a model lie. */
interface ModelFiles {
  /**
   * Checks that the files are there, as far as that costs nothing.
   *
   * @throws dev.arag.core.error.EncoderUnavailableException if their artifact is missing
   */
  default void requirePresent() {}

  /** The bytes of its {@code tokenizer.json}. */
  byte[] tokenizer();

  /** A session over its graph; the caller closes it. */
  OrtSession open(OrtEnvironment environment, SessionOptions options) throws OrtException;

  /**
   * Hexadecimal digits that differ for files that give other vectors.
   *
   * @param salt whatever else should make them differ
   */
  String hash(String salt);

  /** For messages. */
  @Override
  String toString();
}
