package dev.arag.index.internal.embed;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;

/** Access to the files of a model. */
public interface ModelFiles {
  /**
   * Checks that the files are on the class path. Does nothing for files in a folder.
   *
   * @throws dev.arag.core.error.EmbedderUnavailableException if the artifact that contains the
   *     files is missing
   */
  default void requirePresent() {}

  /** Reads the {@code tokenizer.json} of the model. */
  byte[] tokenizer();

  /** Opens a session with the model. The caller closes the session. */
  OrtSession open(OrtEnvironment environment, SessionOptions options) throws OrtException;

  /**
   * Returns a hash in hexadecimal digits. Files that produce different vectors have different
   * hashes.
   *
   * @param salt additional text to include in the hash
   */
  String hash(String salt);

  /** Returns the location of the model for use in messages. */
  @Override
  String toString();
}
