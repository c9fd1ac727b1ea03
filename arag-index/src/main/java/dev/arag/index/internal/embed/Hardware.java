package dev.arag.index.internal.embed;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtProvider;
import ai.onnxruntime.OrtSession.SessionOptions;
import dev.arag.core.error.EmbeddingException;
import java.util.stream.Collectors;

/** Adds the hardware of an execution provider, which has the same name, to a session. */
public enum Hardware {
  CPU("") {
    @Override
    void add(SessionOptions options) {}
  },
  CUDA(
      "Replace onnxruntime with com.microsoft.onnxruntime:onnxruntime_gpu of the same version"
          + " (Linux or Windows, x64, CUDA installed)") {
    @Override
    void add(SessionOptions options) throws OrtException {
      options.addCUDA();
    }
  },
  CORE_ML("It is part of ONNX Runtime on macOS (aarch64) only") {
    @Override
    void add(SessionOptions options) throws OrtException {
      options.addCoreML();
    }
  },
  DIRECT_ML(
      "It needs Windows and a build of ONNX Runtime with DirectML; set the system property"
          + " onnxruntime.native.path to the folder of this build") {
    @Override
    void add(SessionOptions options) throws OrtException {
      options.addDirectML(0);
    }
  };

  private final String remedy;

  Hardware(String remedy) {
    this.remedy = remedy;
  }

  /**
   * Returns the constant of ONNX Runtime for this provider. This is a method and not a field,
   * because this type must load even if ONNX Runtime is not on the class path.
   */
  private OrtProvider provider() {
    return OrtProvider.valueOf(name());
  }

  /** Adds this provider to the options of a session. */
  abstract void add(SessionOptions options) throws OrtException;

  /** Throws an exception that explains how to add this provider if it is not available. */
  void requireAvailable() {
    if (!OrtEnvironment.getAvailableProviders().contains(provider())) {
      String available =
          OrtEnvironment.getAvailableProviders().stream()
              .map(OrtProvider::getName)
              .collect(Collectors.joining(", "));
      throw new EmbeddingException(
          ("The execution provider %s is not part of the loaded ONNX Runtime (available: %s). %s,"
                  + " or use ExecutionProvider.CPU.")
              .formatted(this, available, remedy));
    }
  }
}
