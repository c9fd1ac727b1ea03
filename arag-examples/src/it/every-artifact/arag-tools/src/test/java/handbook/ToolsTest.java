package handbook;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.tools.call.ToolCall;
import dev.arag.tools.Toolbox;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ToolsTest {
  @Test
  void reads() throws Exception {
    Toolbox tools =
        Toolbox.of(InMemoryCorpus.of(Document.of("k1", "Mira Voss was born in Tarn.")));
    ToolCall call = ToolCall.of("chunk_read", Map.of("chunk_ids", List.of("k1")));
    assertTrue(tools.call(call, Toolbox.newContext()).text().contains("born in Tarn"));
  }
}
