package dev.arag.index.embed;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.arag.core.embed.Embedding;
import dev.arag.core.error.EmbeddingException;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.Map;

/**
 * A loaded model. Safe for several threads, but not for a close while another call runs: that would
 * crash the process.
 */
final class Encoder implements AutoCloseable {
  private final EncoderSettings settings;
  private final Tokenizer tokenizer;
  private final OrtEnvironment environment;
  private final OrtSession session;

  private Encoder(
      EncoderSettings settings,
      Tokenizer tokenizer,
      OrtEnvironment environment,
      OrtSession session) {
    this.settings = settings;
    this.tokenizer = tokenizer;
    this.environment = environment;
    this.session = session;
  }

  static Encoder load(EncoderSettings settings) {
    byte[] weights = settings.weights().read();
    Tokenizer tokenizer = Tokenizer.load(settings.tokenizer());
    try {
      OrtEnvironment environment = newEnvironment();
      return new Encoder(settings, tokenizer, environment, newSession(environment, weights));
    } catch (OrtException | RuntimeException | LinkageError e) {
      tokenizer.close();
      throw new EmbeddingException(
          "ONNX Runtime could not load "
              + settings.name()
              + " ("
              + e
              + "). Its native library is unpacked to the folder named by java.io.tmpdir ("
              + System.getProperty("java.io.tmpdir")
              + "), which must be writable. There are libraries for Linux (x64, aarch64; glibc),"
              + " macOS (aarch64) and Windows (x64).",
          e);
    }
  }

  /** The environment is the process's own; where it would report on its use, it does not. */
  private static OrtEnvironment newEnvironment() throws OrtException {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    environment.setTelemetry(false);
    return environment;
  }

  /**
   * One thread for a run: several sentences side by side use the cores better than one sentence cut
   * up, and how many cores there are cannot change a vector.
   */
  private static OrtSession newSession(OrtEnvironment environment, byte[] weights)
      throws OrtException {
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      return environment.createSession(weights, options);
    }
  }

  /** The vector of a text, from as many of its tokens as the model takes. */
  Embedding encode(String text) {
    try {
      return Embedding.of(run(framed(tokenizer.ids(text, ownTokens()))));
    } catch (OrtException e) {
      throw new EmbeddingException(
          settings.name() + " could not encode a text: " + e.getMessage(), e);
    }
  }

  boolean fits(String text) {
    return tokenizer.ids(text, ownTokens() + 1).length <= ownTokens();
  }

  double unknownShare(String text) {
    return tokenizer.share(text, settings.unknownToken());
  }

  private int ownTokens() {
    return settings.maxTokens() - 2;
  }

  private long[] framed(long[] ids) {
    long[] framed = new long[ids.length + 2];
    framed[0] = settings.firstToken();
    System.arraycopy(ids, 0, framed, 1, ids.length);
    framed[framed.length - 1] = settings.lastToken();
    return framed;
  }

  private float[] run(long[] ids) throws OrtException {
    long[] mask = new long[ids.length];
    Arrays.fill(mask, 1);
    try (OnnxTensor inputIds = row(ids);
        OnnxTensor attentionMask = row(mask);
        OnnxTensor tokenTypes = row(new long[ids.length]);
        OrtSession.Result result =
            session.run(
                Map.of(
                    "input_ids", inputIds,
                    "attention_mask", attentionMask,
                    "token_type_ids", tokenTypes))) {
      OnnxTensor states = (OnnxTensor) result.get(0);
      return settings.pooling().pool(states.getFloatBuffer(), settings.dimension());
    }
  }

  private OnnxTensor row(long[] values) throws OrtException {
    return OnnxTensor.createTensor(
        environment, LongBuffer.wrap(values), new long[] {1, values.length});
  }

  @Override
  public void close() {
    tokenizer.close();
    try {
      session.close();
    } catch (OrtException e) {
      throw new EmbeddingException(settings.name() + " could not be closed: " + e.getMessage(), e);
    }
  }
}
