package dev.arag.index.internal.chunks;

import dev.arag.core.text.CorpusOrder;
import dev.arag.core.text.Document;
import dev.arag.index.internal.file.RecordReader;
import dev.arag.index.internal.file.RecordWriter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the record of a document, whose format is described in {@link ChunksLayout}. The
 * fields that a sync needs for every document come first, so that a sync does not have to decode
 * the other fields.
 */
final class DocumentRecord {
  private DocumentRecord() {}

  static void write(Document document, int titleLine, Origin origin, RecordWriter out) {
    out.putBytes(origin.hash().toBytes());
    out.putText(document.id());
    out.putText(origin.source());
    out.putText(origin.key());
    out.putTexts(origin.warnings());
    writeTitle(document.title().orElse(null), titleLine, out);
    writeMetadata(document.metadata(), out);
    if (!document.readableBy().isEmpty()) {
      out.putTexts(List.copyOf(document.readableBy()));
    }
  }

  private static void writeTitle(@Nullable String title, int titleLine, RecordWriter out) {
    out.putNumber(title == null ? 0 : 1);
    if (title != null) {
      out.putText(title);
      out.putNumber(titleLine);
    }
  }

  private static void writeMetadata(Map<String, Object> metadata, RecordWriter out) {
    out.putNumber(metadata.size());
    SortedMap<String, Object> sorted = new TreeMap<>(CorpusOrder::compareCodePoints);
    sorted.putAll(metadata);
    sorted.forEach(
        (key, value) -> {
          out.putText(key);
          writeValue(key, value, out);
        });
  }

  private static void writeValue(String key, Object value, RecordWriter out) {
    if (value instanceof String text) {
      out.putNumber(ChunksLayout.TEXT);
      out.putText(text);
    } else if (value instanceof Long number) {
      out.putNumber(ChunksLayout.INT64);
      out.putLong(number);
    } else if (value instanceof Double number) {
      out.putNumber(ChunksLayout.FLOAT64);
      out.putLong(Double.doubleToRawLongBits(number));
    } else if (value instanceof Boolean flag) {
      out.putNumber(ChunksLayout.FLAG);
      out.putNumber(flag ? 1 : 0);
    } else if (value instanceof List<?> texts) {
      out.putNumber(ChunksLayout.TEXTS);
      out.putTexts(texts.stream().map(String.class::cast).toList());
    } else {
      throw new IllegalArgumentException(
          ("The metadata value of \"%s\" has the %s. A value must be a String, Long,"
                  + " Double, Boolean or List of strings.")
              .formatted(key, value.getClass()));
    }
  }

  /** The first fields of a record. */
  record Head(StoredHash hash, String id, String source, String key) {}

  static Head readHead(RecordReader in) {
    StoredHash hash = StoredHash.of(in.readBytes(StoredHash.BYTES));
    return new Head(hash, readId(in), in.readText(), readKey(in));
  }

  private static String readKey(RecordReader in) {
    String key = in.readText();
    if (!Origin.isKey(key)) {
      throw in.corrupt("a key is not 13 printable ASCII characters");
    }
    return key;
  }

  private static String readId(RecordReader in) {
    String id = in.readText();
    if (id.isBlank()) {
      throw in.corrupt("a document has no id");
    }
    return id;
  }

  static StoredDocument read(RecordReader in) {
    Head head = readHead(in);
    List<String> warnings = in.readTexts();
    Origin origin = new Origin(head.source(), head.hash(), head.key(), warnings);
    String title = readFlag(in) ? in.readText() : null;
    int titleLine = title == null ? 0 : readTitleLine(title.length(), in);
    Map<String, Object> metadata = readMetadata(in);
    Set<String> readableBy = in.isAtEnd() ? Set.of() : new TreeSet<>(in.readTexts());
    in.requireEnd();
    return new StoredDocument(head.id(), title, titleLine, metadata, readableBy, origin);
  }

  /** The line is the title with a line feed. */
  private static int readTitleLine(int titleLength, RecordReader in) {
    int length = in.readInt();
    if (length != 0 && length != titleLength + 1) {
      throw in.corrupt(
          "a title of " + titleLength + " UTF-16 units has a line of " + length + " units");
    }
    return length;
  }

  private static boolean readFlag(RecordReader in) {
    long flag = in.readNumber();
    if (flag > 1) {
      throw in.corrupt("a flag is " + flag + ", not 0 or 1");
    }
    return flag == 1;
  }

  private static Map<String, Object> readMetadata(RecordReader in) {
    int count = in.readCount();
    SortedMap<String, Object> metadata = new TreeMap<>(CorpusOrder::compareCodePoints);
    for (int i = 0; i < count; i++) {
      String key = in.readText();
      boolean ascends =
          metadata.isEmpty() || CorpusOrder.compareCodePoints(metadata.lastKey(), key) < 0;
      if (key.isBlank() || !ascends) {
        throw in.corrupt("a metadata key is blank or out of order");
      }
      metadata.put(key, readValue(in));
    }
    return metadata;
  }

  private static Object readValue(RecordReader in) {
    int kind = in.readInt();
    return switch (kind) {
      case ChunksLayout.TEXT -> in.readText();
      case ChunksLayout.INT64 -> in.readLong();
      case ChunksLayout.FLOAT64 -> readFloat64(in);
      case ChunksLayout.FLAG -> readFlag(in);
      case ChunksLayout.TEXTS -> in.readTexts();
      default -> throw in.corrupt("unknown kind of metadata value " + kind);
    };
  }

  private static double readFloat64(RecordReader in) {
    double value = Double.longBitsToDouble(in.readLong());
    if (!Double.isFinite(value)) {
      throw in.corrupt("a metadata number is not finite");
    }
    return value;
  }
}
