package dev.arag.openai.internal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Parses the data of server-sent events from a stream of bytes. All line endings are accepted, and
 * a character may be split between buffers. A line that does not follow the format is an error,
 * because skipping it could lose a part of the text.
 */
final class SseParser {
  private static final List<String> OTHER_FIELDS = List.of("event", "id", "retry");

  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final StringBuilder data = new StringBuilder();
  private final Queue<String> events = new ArrayDeque<>();
  private boolean isFirstLine = true;
  private boolean isAfterReturn;
  private boolean hasData;

  void add(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      byte next = bytes.get();
      if (next == '\n' && isAfterReturn) {
        isAfterReturn = false;
      } else if (next == '\n' || next == '\r') {
        isAfterReturn = next == '\r';
        endLine();
      } else {
        isAfterReturn = false;
        line.write(next);
      }
    }
  }

  /** Returns the data of the next event; null if no further event is complete. */
  @Nullable String next() {
    return events.poll();
  }

  /** Returns the length of the event that is not complete. */
  int length() {
    return line.size() + data.length();
  }

  private void endLine() throws IOException {
    String text = line.toString(StandardCharsets.UTF_8);
    line.reset();
    if (isFirstLine && text.startsWith("\uFEFF")) {
      text = text.substring(1);
    }
    isFirstLine = false;
    if (text.isEmpty()) {
      endEvent();
    } else if (!text.startsWith(":")) {
      field(text);
    }
  }

  private void field(String text) throws IOException {
    int colon = text.indexOf(':');
    String name = colon < 0 ? text : text.substring(0, colon);
    if (name.equals("data")) {
      String value = colon < 0 ? "" : text.substring(colon + 1);
      data.append(hasData ? "\n" : "").append(value.startsWith(" ") ? value.substring(1) : value);
      hasData = true;
    } else if (!OTHER_FIELDS.contains(name)) {
      throw new IOException("The stream is corrupt: a line is not part of a server-sent event.");
    }
  }

  private void endEvent() {
    if (hasData) {
      events.add(data.toString());
    }
    data.setLength(0);
    hasData = false;
  }
}
