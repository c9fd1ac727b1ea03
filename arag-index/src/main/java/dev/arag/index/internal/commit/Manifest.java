package dev.arag.index.internal.commit;

import dev.arag.core.error.CorpusException;
import dev.arag.core.error.IndexTooOldException;
import dev.arag.core.internal.fold.Folding;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.BlockWriter;
import dev.arag.index.internal.file.FileId;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.file.FileSeal;
import dev.arag.index.internal.file.RecordReader;
import dev.arag.index.internal.file.RecordWriter;
import dev.arag.index.internal.store.Store;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What an index holds at one generation. The body of the file is one record, written by {@link
 * RecordWriter}:
 *
 * <pre>
 * number generation, from 1 | number next file number | text Unicode version of folded texts
 * | number chunk tokens | number 0 or 1: headings are embedded with their sentences
 * | number 0 or 1: there is an encoder | if 1: text fingerprint | number dimension
 * | texts warnings about texts | texts warnings about what the encoder makes of them
 * | number of the sources file, 0 for none
 * | number of segments, each: file chunks | file keywords | number 0 or 1: has vectors
 *   | if 1: file vectors | number documents | number chunks | number sentences
 * file: number | number length in bytes | byte[16] id
 * </pre>
 *
 * @param nextNumber the number the next file gets
 * @param encoder null where nothing is embedded
 * @param sources the number of the sources file; 0 for none. It is not sealed here: it holds paths,
 *     and the rest of an index is the same wherever its sources lie
 */
public record Manifest(
    long generation,
    long nextNumber,
    Settings settings,
    @Nullable EncoderMark encoder,
    List<String> textWarnings,
    List<String> encoderWarnings,
    long sources,
    List<SegmentEntry> segments) {
  public Manifest {
    textWarnings = List.copyOf(textWarnings);
    encoderWarnings = List.copyOf(encoderWarnings);
    segments = List.copyOf(segments);
  }

  /** The length of all files that the manifest seals. */
  public long bytes() {
    return segments.stream()
        .flatMap(segment -> segment.files().stream())
        .mapToLong(file -> file.seal().length())
        .sum();
  }

  /** All warnings. */
  public List<String> warnings() {
    return Stream.concat(textWarnings.stream(), encoderWarnings.stream()).toList();
  }

  /** The names of all files that belong to this state, but for the manifest itself. */
  public List<String> files() {
    List<String> names = new ArrayList<>();
    segments.forEach(segment -> segment.files().forEach(file -> names.add(file.name())));
    if (sources > 0) {
      names.add(FileNames.of(FileKind.SOURCES, sources));
    }
    return names;
  }

  /**
   * Reads the manifest of an index.
   *
   * @throws NoSuchFileException if there is none
   * @throws CorpusException if it is damaged, or of another version
   */
  public static Manifest read(Store store) throws NoSuchFileException {
    return read(BlockReader.open(store, FileNames.MANIFEST, FileKind.MANIFEST, null));
  }

  static Manifest read(BlockReader file) {
    RecordReader in = RecordReader.of(file, 0, file.length());
    long generation = in.readNumber();
    long nextNumber = in.readNumber();
    requireFolding(file.file(), in.readText());
    Settings settings = new Settings(in.readInt(), in.readNumber() == 1);
    EncoderMark encoder =
        in.readNumber() == 0 ? null : new EncoderMark(in.readText(), in.readInt());
    List<String> textWarnings = in.readTexts();
    List<String> encoderWarnings = in.readTexts();
    long sources = in.readNumber();
    List<SegmentEntry> segments = readSegments(in);
    in.requireEnd();
    return new Manifest(
        generation,
        nextNumber,
        settings,
        encoder,
        textWarnings,
        encoderWarnings,
        sources,
        segments);
  }

  /** Texts folded by other rules than the keywords would be searched in vain, without a word. */
  private static void requireFolding(String file, String unicodeVersion) {
    if (!unicodeVersion.equals(Folding.UNICODE_VERSION)) {
      throw new IndexTooOldException(
          "The texts of "
              + file
              + " were folded with Unicode "
              + unicodeVersion
              + ", this library folds with "
              + Folding.UNICODE_VERSION
              + ". Build the index anew from its sources.");
    }
  }

  private static List<SegmentEntry> readSegments(RecordReader in) {
    int count = in.readCount();
    List<SegmentEntry> segments = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      StoredFile chunks = readFile(in, FileKind.CHUNKS);
      StoredFile keywords = readFile(in, FileKind.KEYWORDS);
      StoredFile vectors = in.readNumber() == 0 ? null : readFile(in, FileKind.VECTORS);
      segments.add(
          new SegmentEntry(
              chunks, keywords, vectors, in.readNumber(), in.readNumber(), in.readNumber()));
    }
    return segments;
  }

  private static StoredFile readFile(RecordReader in, FileKind kind) {
    long number = in.readNumber();
    long length = in.readNumber();
    FileId id = new FileId(in.readLong(), in.readLong());
    return new StoredFile(kind, number, new FileSeal(length, id));
  }

  void write(BlockWriter file) throws IOException {
    RecordWriter out = new RecordWriter();
    out.putNumber(generation);
    out.putNumber(nextNumber);
    out.putText(Folding.UNICODE_VERSION);
    out.putNumber(settings.chunkTokens());
    out.putNumber(settings.headingsInEmbeddings() ? 1 : 0);
    writeEncoder(out);
    out.putTexts(textWarnings);
    out.putTexts(encoderWarnings);
    out.putNumber(sources);
    out.putNumber(segments.size());
    segments.forEach(segment -> writeSegment(segment, out));
    out.writeTo(file);
  }

  private void writeEncoder(RecordWriter out) {
    out.putNumber(encoder == null ? 0 : 1);
    if (encoder != null) {
      out.putText(encoder.fingerprint());
      out.putNumber(encoder.dimension());
    }
  }

  private static void writeSegment(SegmentEntry segment, RecordWriter out) {
    writeFile(segment.chunks(), out);
    writeFile(segment.keywords(), out);
    StoredFile vectors = segment.vectors();
    out.putNumber(vectors == null ? 0 : 1);
    if (vectors != null) {
      writeFile(vectors, out);
    }
    out.putNumber(segment.documentCount());
    out.putNumber(segment.chunkCount());
    out.putNumber(segment.sentenceCount());
  }

  private static void writeFile(StoredFile file, RecordWriter out) {
    out.putNumber(file.number());
    out.putNumber(file.seal().length());
    out.putLong(file.seal().id().first());
    out.putLong(file.seal().id().second());
  }
}
