package dev.arag.index.internal.embed;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;

/** The files of the default embedder, which the artifact arag-model-bge-small-en contains. */
public record BundledFiles(ModelFile weights, ModelFile tokenizerFile) implements ModelFiles {
  public static final BundledFiles BGE_SMALL_ENGLISH =
      new BundledFiles(
          new ModelFile("bge-small-en-v1.5-q.onnx", "fd1caefc"),
          new ModelFile("bge-small-en-v1.5-q-tokenizer.json", "fec4e1bc"));

  /** The first digits of the SHA-256 hash of the weights of {@link #BGE_SMALL_ENGLISH}. */
  static final String WEIGHTS_HASH = "6c9c6101a956";

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
    return WEIGHTS_HASH;
  }

  @Override
  public String toString() {
    return weights.name();
  }
}
