package dev.arag.index.embed;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Finds the zero point of an output that the last node of a graph made 8-bit numbers of. ONNX
 * Runtime does not tell it. The graph is a protocol buffer, of which all but the fields asked for
 * are stepped over:
 *
 * <pre>
 * model    7 graph
 * graph    1 node*, 5 initializer*
 * node     1 input*, 2 output*, 4 operator
 * tensor   5 int32 data*, 8 name, 9 raw data
 * </pre>
 */
final class ZeroPoint {
  private static final int GRAPH = 7;
  private static final int NODE = 1;
  private static final int INITIALIZER = 5;

  private ZeroPoint() {}

  /** Empty if the output does not come from a QuantizeLinear whose zero point is a constant. */
  static OptionalInt of(Path model, String output) throws IOException {
    try (FileChannel channel = FileChannel.open(model, StandardOpenOption.READ)) {
      ByteBuffer bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
      List<ByteBuffer> graphs = new ProtocolBuffer(bytes).messages(GRAPH);
      return graphs.isEmpty() ? OptionalInt.empty() : of(graphs.get(0), output);
    } catch (RuntimeException e) {
      throw new IOException("its protocol buffer is damaged: " + e, e);
    }
  }

  private static OptionalInt of(ByteBuffer graph, String output) {
    for (ByteBuffer node : new ProtocolBuffer(graph).messages(NODE)) {
      if (texts(node, 2).contains(output) && texts(node, 4).contains("QuantizeLinear")) {
        List<String> inputs = texts(node, 1);
        return inputs.size() < 3 ? OptionalInt.of(0) : constant(graph, inputs.get(2));
      }
    }
    return OptionalInt.empty();
  }

  private static OptionalInt constant(ByteBuffer graph, String name) {
    for (ByteBuffer tensor : new ProtocolBuffer(graph).messages(INITIALIZER)) {
      if (texts(tensor, 8).contains(name)) {
        List<ByteBuffer> raw = new ProtocolBuffer(tensor).messages(9);
        return raw.isEmpty()
            ? new ProtocolBuffer(tensor).firstNumber(5)
            : OptionalInt.of(Byte.toUnsignedInt(raw.get(0).get(0)));
      }
    }
    return OptionalInt.empty();
  }

  private static List<String> texts(ByteBuffer message, int field) {
    List<String> texts = new ArrayList<>();
    for (ByteBuffer bytes : new ProtocolBuffer(message).messages(field)) {
      texts.add(StandardCharsets.UTF_8.decode(bytes).toString());
    }
    return texts;
  }
}
