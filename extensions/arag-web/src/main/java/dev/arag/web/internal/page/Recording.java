package dev.arag.web.internal.page;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Keeps the events that were sent for one question, so that a reloaded page can show them again. Of
 * consecutive drafts, only the last one with text is kept: it contains the text of the others, and
 * the empty one at the end of a run would delete it.
 */
final class Recording {
  private static final int MAX_LENGTH = 1 << 20;
  private static final String EVENT_END = "\n\n";
  private static final String EVENT_START = "data: ";
  private static final String DRAFT_START = "data: {\"type\":\"data-draft\"";

  private static final String EMPTY_DRAFT = "\"data\":{\"text\":\"\"}";

  private final ByteArrayOutputStream unfinished = new ByteArrayOutputStream();
  private final StringBuilder events = new StringBuilder();
  private String draft = "";

  /** Returns a stream that writes to another one and records what it wrote. */
  OutputStream record(OutputStream out) {
    return new FilterOutputStream(out) {
      @Override
      public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        keep(bytes, offset, length);
        out.write(bytes, offset, length);
      }
    };
  }

  private synchronized void keep(byte[] bytes, int offset, int length) {
    unfinished.write(bytes, offset, length);
    if (length > 0 && bytes[offset + length - 1] == '\n') {
      String text = unfinished.toString(StandardCharsets.UTF_8);
      if (text.endsWith(EVENT_END)) {
        unfinished.reset();
        for (String event : text.split(EVENT_END, -1)) {
          keep(event + EVENT_END);
        }
      }
    }
  }

  private void keep(String event) {
    if (event.startsWith(DRAFT_START)) {
      draft = event.contains(EMPTY_DRAFT) ? draft : event;
    } else if (event.startsWith(EVENT_START)) {
      append(draft);
      append(event);
      draft = "";
    }
  }

  private void append(String event) {
    if (events.length() + event.length() <= MAX_LENGTH) {
      events.append(event);
    }
  }

  synchronized int length() {
    return events.length() + draft.length();
  }

  synchronized String events() {
    return events + draft;
  }
}
