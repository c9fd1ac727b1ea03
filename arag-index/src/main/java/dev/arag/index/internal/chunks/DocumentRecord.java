package dev.arag.index.internal.chunks;

import dev.arag.core.text.Document;
import dev.arag.index.internal.file.RecordReader;
import dev.arag.index.internal.file.RecordWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A document's record; see {@link ChunksLayout}. */
final class DocumentRecord {
  private DocumentRecord() {}

  static void write(Document document, RecordWriter out) {
    out.putText(document.id());
    String title = document.title();
    out.putNumber(title == null ? 0 : 1);
    if (title != null) {
      out.putText(title);
    }
    out.putNumber(document.metadata().size());
    new TreeMap<>(document.metadata())
        .forEach(
            (key, value) -> {
              out.putText(key);
              writeValue(value, out);
            });
  }

  private static void writeValue(Object value, RecordWriter out) {
    if (value instanceof String text) {
      out.putNumber(ChunksLayout.TEXT);
      out.putText(text);
    } else if (value instanceof Long whole) {
      out.putNumber(ChunksLayout.WHOLE);
      out.putLong(whole);
    } else if (value instanceof Double decimal) {
      out.putNumber(ChunksLayout.DECIMAL);
      out.putLong(Double.doubleToRawLongBits(decimal));
    } else if (value instanceof Boolean truth) {
      out.putNumber(ChunksLayout.TRUTH);
      out.putNumber(truth ? 1 : 0);
    } else if (value instanceof List<?> texts) {
      out.putNumber(ChunksLayout.TEXTS);
      out.putTexts(texts.stream().map(String.class::cast).toList());
    } else {
      throw new IllegalArgumentException("Metadata cannot hold " + value.getClass());
    }
  }

  static StoredDocument read(RecordReader in) {
    String id = in.readText();
    String title = in.readNumber() == 0 ? null : in.readText();
    int count = in.readCount();
    Map<String, Object> metadata = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      metadata.put(in.readText(), readValue(in));
    }
    in.requireEnd();
    return new StoredDocument(id, title, metadata);
  }

  private static Object readValue(RecordReader in) {
    int kind = in.readInt();
    return switch (kind) {
      case ChunksLayout.TEXT -> in.readText();
      case ChunksLayout.WHOLE -> in.readLong();
      case ChunksLayout.DECIMAL -> Double.longBitsToDouble(in.readLong());
      case ChunksLayout.TRUTH -> in.readNumber() == 1;
      case ChunksLayout.TEXTS -> in.readTexts();
      default -> throw in.corrupt("unknown kind of metadata " + kind);
    };
  }
}
