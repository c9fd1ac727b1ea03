package dev.arag.index.embed;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtProvider;
import ai.onnxruntime.OrtSession.SessionOptions;
import dev.arag.core.error.EmbeddingException;
import java.util.stream.Collectors;

/**
 * The hardware that runs a model. All providers but {@link #CPU} need another build of ONNX Runtime
 * on the class path. Their rounding differs slightly: an index may be built with one provider and
 * searched with another.
 */
public enum ExecutionProvider {
  /** The processor: available everywhere, and the default. */
  CPU("") {
    @Override
    OrtProvider provider() {
      return OrtProvider.CPU;
    }

    @Override
    void add(SessionOptions options) {}
  },
  /** An NVIDIA GPU; Linux and Windows, x64. */
  CUDA(
      "Replace onnxruntime by com.microsoft.onnxruntime:onnxruntime_gpu of the same version"
          + " (Linux or Windows, x64, CUDA installed)") {
    @Override
    OrtProvider provider() {
      return OrtProvider.CUDA;
    }

    @Override
    void add(SessionOptions options) throws OrtException {
      options.addCUDA();
    }
  },
  /** Apple's accelerators; macOS. */
  CORE_ML("It is part of ONNX Runtime on macOS (aarch64) only") {
    @Override
    OrtProvider provider() {
      return OrtProvider.CORE_ML;
    }

    @Override
    void add(SessionOptions options) throws OrtException {
      options.addCoreML();
    }
  },
  /** Any GPU with DirectX 12; Windows. */
  DIRECT_ML(
      "It needs Windows and an ONNX Runtime built with DirectML, named by the system property"
          + " onnxruntime.native.path") {
    @Override
    OrtProvider provider() {
      return OrtProvider.DIRECT_ML;
    }

    @Override
    void add(SessionOptions options) throws OrtException {
      options.addDirectML(0);
    }
  };

  private final String remedy;

  ExecutionProvider(String remedy) {
    this.remedy = remedy;
  }

  /**
   * Its constant in ONNX Runtime. A method, since this type is also loaded where ONNX Runtime is
   * missing.
   */
  abstract OrtProvider provider();

  /** Adds this provider to the options of a session. */
  abstract void add(SessionOptions options) throws OrtException;

  /** Fails if this provider is missing; the message explains how to add it. */
  void requireAvailable() {
    if (!OrtEnvironment.getAvailableProviders().contains(provider())) {
      throw new EmbeddingException(
          "The execution provider "
              + this
              + " is not part of the loaded ONNX Runtime (available: "
              + OrtEnvironment.getAvailableProviders().stream()
                  .map(OrtProvider::getName)
                  .collect(Collectors.joining(", "))
              + "). "
              + remedy
              + ", or use ExecutionProvider.CPU.");
    }
  }
}
