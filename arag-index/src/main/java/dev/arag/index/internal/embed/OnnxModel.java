package dev.arag.index.internal.embed;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A model in a session of ONNX Runtime. Exports of the same model can differ in inputs and outputs,
 * so this class reads them from the session. Thread-safe, except that {@link #close} must not be
 * called during another call, because this would crash the process.
 */
public final class OnnxModel implements AutoCloseable {
  private final OrtEnvironment environment;
  private final OrtSession session;
  private final List<ModelInput> inputs;
  private final ModelOutput output;
  private final ModelSpec spec;

  private OnnxModel(
      OrtEnvironment environment,
      OrtSession session,
      List<ModelInput> inputs,
      ModelOutput output,
      ModelSpec spec) {
    this.environment = environment;
    this.session = session;
    this.inputs = inputs;
    this.output = output;
    this.spec = spec;
  }

  static OnnxModel load(EmbedderSettings settings) throws OrtException {
    OrtEnvironment environment = newEnvironment();
    OrtSession session = newSession(environment, settings);
    try {
      return new OnnxModel(
          environment,
          session,
          ModelInput.all(session.getInputInfo(), settings.spec().maxTokens()),
          ModelOutput.of(session.getOutputInfo(), settings),
          settings.spec());
    } catch (OrtException | RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /** Returns the ONNX Runtime environment of the process, with telemetry disabled. */
  public static OrtEnvironment newEnvironment() throws OrtException {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    environment.setTelemetry(false);
    return environment;
  }

  private static OrtSession newSession(OrtEnvironment environment, EmbedderSettings settings)
      throws OrtException {
    OnnxSettings run = settings.run();
    run.provider().requireAvailable();
    try (SessionOptions options = new SessionOptions()) {
      options.setIntraOpNumThreads(run.threadsPerRun());
      options.setInterOpNumThreads(1);
      run.provider().add(options);
      return settings.files().open(environment, options);
    }
  }

  /** Returns whether one run can process several texts. */
  boolean acceptsSeveral() {
    return inputs.stream().allMatch(ModelInput::acceptsSeveral);
  }

  /** Computes one vector for each text. The texts are token ids; the vectors are not normalized. */
  List<float[]> run(List<long[]> texts) throws OrtException {
    int columns = Math.max(TokenBatch.longest(texts), fixedColumns());
    TokenBatch batch = new TokenBatch(texts, spec.padding(), columns);
    Map<String, OnnxTensor> tensors = new HashMap<>();
    try {
      for (ModelInput input : inputs) {
        tensors.put(input.name(), input.tensor(environment, batch));
      }
      try (OrtSession.Result result = session.run(tensors, Set.of(output.name()))) {
        return output.vectors((OnnxTensor) result.get(0), batch);
      }
    } finally {
      tensors.values().forEach(OnnxTensor::close);
    }
  }

  private int fixedColumns() {
    return inputs.stream().mapToInt(ModelInput::fixedColumns).max().orElse(0);
  }

  @Override
  public void close() throws OrtException {
    session.close();
  }
}
