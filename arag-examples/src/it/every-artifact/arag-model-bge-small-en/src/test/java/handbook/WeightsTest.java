package handbook;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import org.junit.jupiter.api.Test;

class WeightsTest {
  @Test
  void containsTheWeights() throws Exception {
    try (InputStream weights =
        WeightsTest.class.getResourceAsStream("/META-INF/arag/models/bge-small-en-v1.5-q.onnx")) {
      assertTrue(weights.readAllBytes().length > 10_000_000);
    }
  }
}
