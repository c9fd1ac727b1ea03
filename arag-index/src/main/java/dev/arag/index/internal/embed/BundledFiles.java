package dev.arag.index.internal.embed;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;

/** The files of the default embedder, which the artifact arag-model-bge-small-en contains. */
public record BundledFiles(ModelFile weights, ModelFile tokenizerFile) implements ModelFiles {
  public static final BundledFiles BGE_SMALL_ENGLISH =
      new BundledFiles(
          new ModelFile(
              "bge-small-en-v1.5-q.onnx",
              "6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4"),
          new ModelFile(
              "bge-small-en-v1.5-q-tokenizer.json",
              "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66"));

  @Override
  public void requirePresent() {
    weights.requirePresent();
    tokenizerFile.requirePresent();
  }

  @Override
  public byte[] tokenizer() {
    return tokenizerFile.read();
  }

  @Override
  public OrtSession open(OrtEnvironment environment, SessionOptions options) throws OrtException {
    return environment.createSession(weights.read(), options);
  }

  /** Ignores the salt, because the name of a bundled model already determines its prefixes. */
  @Override
  public String hash(String salt) {
    return weights.sha256().substring(0, 12);
  }

  @Override
  public String toString() {
    return weights.name();
  }
}
