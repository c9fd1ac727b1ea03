package dev.arag.index.embed;

/**
 * The hardware that runs a model. All providers except {@link #CPU} need a different build of ONNX
 * Runtime on the class path. Providers differ only slightly in rounding, so an index can be built
 * with one provider and searched with another.
 */
public enum ExecutionProvider {
  /** The CPU. This is the default, and it is always available. */
  CPU,
  /** An NVIDIA GPU on Linux or Windows, x64. */
  CUDA,
  /** Apple's accelerators on macOS. */
  CORE_ML,
  /** Any GPU that supports DirectX 12, on Windows. */
  DIRECT_ML
}
