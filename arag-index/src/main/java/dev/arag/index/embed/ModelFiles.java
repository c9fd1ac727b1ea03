package dev.arag.index.embed;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;
import java.util.OptionalInt;

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

  /** The number that stands for zero in an output of 8-bit numbers; empty if it is not known. */
  OptionalInt zeroPoint(String output);

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
