package dev.arag.index.internal.chunks;

import dev.arag.core.corpus.CorpusOrder;
import dev.arag.core.text.Document;
import dev.arag.index.internal.file.RecordReader;
import dev.arag.index.internal.file.RecordWriter;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A document's record; see {@link ChunksLayout}. What a sync asks of every document stands first,
 * so that it is read without the rest.
 */
final class DocumentRecord {
  private DocumentRecord() {}

  static void write(Document document, Origin origin, RecordWriter out) {
    out.putBytes(origin.hash().toBytes());
    out.putText(document.id());
    out.putText(origin.source());
    out.putText(origin.key());
    out.putTexts(origin.warnings());
    writeTitle(document.title(), out);
    writeMetadata(document.metadata(), out);
  }

  private static void writeTitle(@Nullable String title, RecordWriter out) {
    out.putNumber(title == null ? 0 : 1);
    if (title != null) {
      out.putText(title);
    }
  }

  private static void writeMetadata(Map<String, Object> metadata, RecordWriter out) {
    out.putNumber(metadata.size());
    SortedMap<String, Object> sorted = new TreeMap<>(CorpusOrder::compareCodePoints);
    sorted.putAll(metadata);
    sorted.forEach(
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

  /** The first part of a record; what follows is left unread. */
  record Head(StoredHash hash, String id, String source, String key) {}

  static Head readHead(RecordReader in) {
    StoredHash hash = StoredHash.of(in.readBytes(StoredHash.BYTES));
    return new Head(hash, readId(in), in.readText(), readKey(in));
  }

  private static String readKey(RecordReader in) {
    String key = in.readText();
    if (!Origin.isKey(key)) {
      throw in.corrupt("a key that is none");
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
    Map<String, Object> metadata = readMetadata(in);
    in.requireEnd();
    return new StoredDocument(head.id(), title, metadata, origin);
  }

  private static boolean readFlag(RecordReader in) {
    long flag = in.readNumber();
    if (flag > 1) {
      throw in.corrupt("neither yes nor no: " + flag);
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
        throw in.corrupt("a key of metadata is blank or not in order");
      }
      metadata.put(key, readValue(in));
    }
    return metadata;
  }

  private static Object readValue(RecordReader in) {
    int kind = in.readInt();
    return switch (kind) {
      case ChunksLayout.TEXT -> in.readText();
      case ChunksLayout.WHOLE -> in.readLong();
      case ChunksLayout.DECIMAL -> readDecimal(in);
      case ChunksLayout.TRUTH -> readFlag(in);
      case ChunksLayout.TEXTS -> in.readTexts();
      default -> throw in.corrupt("unknown kind of metadata " + kind);
    };
  }

  private static double readDecimal(RecordReader in) {
    double value = Double.longBitsToDouble(in.readLong());
    if (!Double.isFinite(value)) {
      throw in.corrupt("a number that is not finite");
    }
    return value;
  }
}
