package dev.arag.index.embed;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Reads fields of one message of a protocol buffer. */
final class ProtocolBuffer {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int BYTES = 2;
  private static final int FIXED32 = 5;

  private final ByteBuffer message;

  ProtocolBuffer(ByteBuffer message) {
    this.message = message.duplicate();
  }

  /** The contents of all fields of this number that have a length: messages, texts, bytes. */
  List<ByteBuffer> messages(int field) {
    ByteBuffer at = message.duplicate();
    List<ByteBuffer> found = new ArrayList<>();
    while (at.hasRemaining()) {
      long tag = varint(at);
      if (tag >>> 3 == field && (tag & 7) == BYTES) {
        found.add(bytes(at));
      } else {
        skip(at, tag);
      }
    }
    return found;
  }

  /** The first number of a field, packed or not. */
  OptionalInt firstNumber(int field) {
    ByteBuffer at = message.duplicate();
    while (at.hasRemaining()) {
      long tag = varint(at);
      if (tag >>> 3 == field && (tag & 7) == VARINT) {
        return OptionalInt.of((int) varint(at));
      }
      if (tag >>> 3 == field && (tag & 7) == BYTES) {
        ByteBuffer packed = bytes(at);
        return packed.hasRemaining() ? OptionalInt.of((int) varint(packed)) : OptionalInt.empty();
      }
      skip(at, tag);
    }
    return OptionalInt.empty();
  }

  private static void skip(ByteBuffer at, long tag) {
    switch ((int) (tag & 7)) {
      case VARINT -> varint(at);
      case FIXED64 -> at.position(at.position() + Long.BYTES);
      case FIXED32 -> at.position(at.position() + Integer.BYTES);
      case BYTES -> bytes(at);
      default -> throw new IllegalArgumentException("wire type " + (tag & 7));
    }
  }

  private static ByteBuffer bytes(ByteBuffer at) {
    int length = Math.toIntExact(varint(at));
    ByteBuffer content = at.slice(at.position(), length);
    at.position(at.position() + length);
    return content;
  }

  private static long varint(ByteBuffer at) {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte next = at.get();
      value |= (next & 0x7fL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number of more than 64 bits");
  }
}
