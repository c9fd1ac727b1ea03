package dev.arag.index.internal.embed;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.onnxruntime.OrtEnvironment;
import dev.arag.core.error.EmbedderUnavailableException;
import java.util.function.Supplier;

/** Checks for artifacts that embedders need. Applications without semantic search can omit them. */
public final class RequiredArtifacts {
  private RequiredArtifacts() {}

  /**
   * Checks that ONNX Runtime and the tokenizer library are on the class path, without loading
   * native code.
   *
   * @throws EmbedderUnavailableException if one of them is missing
   */
  public static void requireLibraries() {
    require(isPresent(() -> OrtEnvironment.class), "com.microsoft.onnxruntime:onnxruntime");
    require(isPresent(() -> HuggingFaceTokenizer.class), "ai.djl.huggingface:tokenizers");
  }

  /**
   * @throws EmbedderUnavailableException if the artifact is missing
   */
  static void require(boolean isPresent, String artifact) {
    if (!isPresent) {
      throw new EmbedderUnavailableException(
          artifact
              + " is not on the class path, but the embedder needs it. Add it to the dependencies,"
              + " use another embedder with Index.builder(dir).embedder(...), or use keyword search"
              + " only with Index.builder(dir).withoutEmbeddings().");
    }
  }

  private static boolean isPresent(Supplier<Class<?>> type) {
    try {
      return type.get() != null;
    } catch (NoClassDefFoundError e) {
      return false;
    }
  }
}
