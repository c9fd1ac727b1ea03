package dev.arag.index.embed;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes an ONNX graph (operator set 17) as a protocol buffer. Every method that adds a node or a
 * constant returns the name of its output, which other nodes use as an input.
 */
final class OnnxGraph {
  static final int FLOAT = 1;
  static final int UINT8 = 2;
  static final int INT32 = 6;
  static final int INT64 = 7;
  static final int BOOL = 9;
  static final int FLOAT16 = 10;

  private final Message graph = new Message();
  private final ByteArrayOutputStream external = new ByteArrayOutputStream();
  private final String externalName;
  private int names;

  /**
   * @param externalName the name of a file next to the graph that stores the weights, or an empty
   *     string to store them in the graph
   */
  OnnxGraph(String externalName) {
    this.externalName = externalName;
    graph.text(2, "tiny");
  }

  /** Adds an input. A dimension that is a number is fixed; any other dimension is dynamic. */
  OnnxGraph input(String name, int type, String... dimensions) {
    graph.message(11, value(name, type, dimensions));
    return this;
  }

  OnnxGraph output(String name, int type, String... dimensions) {
    graph.message(12, value(name, type, dimensions));
    return this;
  }

  private static Message value(String name, int type, String... dimensions) {
    Message shape = new Message();
    for (String dimension : dimensions) {
      Message one = new Message();
      if (dimension.matches("\\d+")) {
        one.number(1, Long.parseLong(dimension));
      } else {
        one.text(2, dimension);
      }
      shape.message(1, one);
    }
    Message tensor = new Message().number(1, type).message(2, shape);
    return new Message().text(1, name).message(2, new Message().message(1, tensor));
  }

  String floats(float[] values, long... dimensions) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * 4).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    return tensor(FLOAT, bytes.array(), !externalName.isEmpty(), dimensions);
  }

  String number(float value) {
    return tensor(FLOAT, bytes(4).putFloat(value).array(), false);
  }

  String longs(long... values) {
    ByteBuffer bytes = bytes(values.length * 8);
    bytes.asLongBuffer().put(values);
    return tensor(INT64, bytes.array(), false, values.length);
  }

  String scalar(long value) {
    return tensor(INT64, bytes(8).putLong(value).array(), false);
  }

  String zeroPoint(int value) {
    return tensor(UINT8, new byte[] {(byte) value}, false);
  }

  private static ByteBuffer bytes(int length) {
    return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
  }

  private String tensor(int type, byte[] raw, boolean isExternal, long... dimensions) {
    String name = nextName();
    Message tensor = new Message();
    for (long dimension : dimensions) {
      tensor.number(1, dimension);
    }
    tensor.number(2, type).text(8, name);
    if (isExternal) {
      tensor.message(13, entry("location", externalName));
      tensor.message(13, entry("offset", Integer.toString(external.size())));
      tensor.message(13, entry("length", Integer.toString(raw.length)));
      tensor.number(14, 1);
      external.writeBytes(raw);
    } else {
      tensor.bytes(9, raw);
    }
    graph.message(5, tensor);
    return name;
  }

  private static Message entry(String key, String value) {
    return new Message().text(1, key).text(2, value);
  }

  String node(String operator, List<String> inputs, Attribute... attributes) {
    return named(nextName(), operator, inputs, attributes);
  }

  String node(String operator, String... inputs) {
    return node(operator, List.of(inputs));
  }

  /** Adds a node whose output has the given name. */
  String named(String output, String operator, List<String> inputs, Attribute... attributes) {
    Message node = new Message();
    inputs.forEach(input -> node.text(1, input));
    node.text(2, output).text(4, operator);
    for (Attribute attribute : attributes) {
      node.message(5, attribute.message());
    }
    graph.message(1, node);
    return output;
  }

  private String nextName() {
    return "value" + names++;
  }

  void write(Path file) {
    Message model =
        new Message()
            .number(1, 8)
            .message(8, new Message().text(1, "").number(2, 17))
            .message(7, graph);
    try {
      Files.write(file, model.bytes());
      if (!externalName.isEmpty()) {
        Files.write(file.resolveSibling(externalName), external.toByteArray());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * An attribute of a node: one integer or a list of integers.
   *
   * @param type 2 for one integer, 7 for a list
   */
  record Attribute(String name, int type, long... values) {
    static Attribute one(String name, long value) {
      return new Attribute(name, 2, value);
    }

    static Attribute several(String name, long... values) {
      return new Attribute(name, 7, values);
    }

    Message message() {
      Message message = new Message().text(1, name).number(20, type);
      for (long value : values) {
        message.number(type == 2 ? 3 : 8, value);
      }
      return message;
    }
  }

  /** A builder for a protocol buffer message. */
  static final class Message {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Message number(int field, long value) {
      varint((long) field << 3);
      varint(value);
      return this;
    }

    Message text(int field, String text) {
      return bytes(field, text.getBytes(StandardCharsets.UTF_8));
    }

    Message message(int field, Message message) {
      return bytes(field, message.bytes());
    }

    Message bytes(int field, byte[] bytes) {
      varint((long) field << 3 | 2);
      varint(bytes.length);
      out.writeBytes(bytes);
      return this;
    }

    byte[] bytes() {
      return out.toByteArray();
    }

    private void varint(long value) {
      long rest = value;
      while ((rest & ~0x7fL) != 0) {
        out.write((int) (rest & 0x7f | 0x80));
        rest >>>= 7;
      }
      out.write((int) rest);
    }
  }
}
