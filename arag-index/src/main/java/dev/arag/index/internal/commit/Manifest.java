package dev.arag.index.internal.commit;

import dev.arag.core.error.CorpusException;
import dev.arag.core.error.IndexVersionException;
import dev.arag.core.internal.fold.Folding;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.BlockWriter;
import dev.arag.index.internal.file.FileId;
import dev.arag.index.internal.file.FileIdentity;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.file.RecordReader;
import dev.arag.index.internal.file.RecordWriter;
import dev.arag.index.internal.store.Store;
import dev.arag.index.spi.Skip;
import dev.arag.index.spi.split.IndexSettings;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The manifest of a commit, which lists its segments and settings. The body of the manifest file is
 * one record, written by {@link RecordWriter}:
 *
 * <pre>
 * number generation, from 1 | number next file number | text folding rules
 * | number chunk tokens | number 0, 1: headings are embedded with their sentences, 2: sentence
 *   rules named paper, or 3: other sentence rules | with 3: text name of the rules
 * | number 0: neither embedder nor finder, 1: embedder, 2: finder, 3: both; plus 4 with rights
 *   | with an embedder: text fingerprint | number dimension
 *   | with a finder of mentions: text fingerprint
 * | number of sources, then for each source: byte[16] hash of its name
 *   | byte[16] hash of its real path | text path | number of skipped files, then for each file:
 *   text document id | text reason; sources are in ascending order of the first hash
 * | number of segments, then for each segment: file chunks | file keywords | optional file vectors
 *   | optional file deletes | with a finder: optional file mentions
 *   | counts of all documents | counts of documents that are not deleted
 * file: number | number length in bytes | byte[16] id
 * optional file: number 0, or number 1 followed by a file
 * counts: number documents | number chunks | number sentences
 * </pre>
 *
 * @param nextNumber a number that is larger than the numbers of all files used so far
 * @param embedder the embedder of the vectors; null if the index has no embeddings
 * @param finder the fingerprint of the finder of mentions; null if the index has no mentions
 * @param sources the locations of sources, by the hashed name of the source
 */
public record Manifest(
    long generation,
    long nextNumber,
    IndexSettings settings,
    @Nullable EmbedderInfo embedder,
    @Nullable String finder,
    SortedMap<SourceFingerprint, SourceRecord> sources,
    List<SegmentEntry> segments) {
  /** Sentences are embedded with their headings. */
  private static final long WITH_HEADINGS = 1;

  /** Documents are split and sentences are embedded by the rules named {@code paper}. */
  private static final long PAPER = 2;

  private static final String PAPER_RULES = "paper";

  /** The name of the rules follows. */
  private static final long OTHER_RULES = 3;

  private static final long EMBEDDER = 1;
  private static final long FINDER = 2;
  private static final long RIGHTS = 4;

  public Manifest {
    sources = Collections.unmodifiableSortedMap(new TreeMap<>(sources));
    segments = List.copyOf(segments);
  }

  /**
   * Compares two manifests like {@link #equals}, but is faster because it compares the generations
   * first.
   */
  boolean isSame(Manifest other) {
    return generation == other.generation && equals(other);
  }

  /**
   * Returns a manifest for the next commit. It has the same documents but a higher next file
   * number.
   */
  Manifest skippingTo(long number) {
    return new Manifest(generation + 1, number, settings, embedder, finder, sources, segments);
  }

  /** Returns a manifest without documents, to which the documents of a rebuilt index are added. */
  Manifest withoutDocuments() {
    return new Manifest(generation, nextNumber, settings, embedder, finder, sources, List.of());
  }

  /** Returns the total size of all segment files in bytes. */
  public long bytes() {
    return segments.stream().mapToLong(SegmentEntry::bytes).sum();
  }

  /** Returns the counts of documents that are not deleted, and of their chunks and sentences. */
  public Counts live() {
    return segments.stream().map(SegmentEntry::live).reduce(Counts.NONE, Counts::plus);
  }

  /** Returns what the last sync of each source skipped, sorted by id. */
  public List<Skip> skipped() {
    return sources.values().stream()
        .flatMap(source -> source.skipped().stream())
        .sorted(Comparator.comparing(Skip::source))
        .toList();
  }

  /** Returns the names of all segment files. */
  List<String> files() {
    return segments.stream()
        .flatMap(segment -> segment.files().stream())
        .map(StoredFile::name)
        .toList();
  }

  /**
   * Reads the manifest of an index.
   *
   * @throws NoSuchFileException if the index has no manifest
   * @throws CorpusException if the manifest is corrupt or has an incompatible version
   */
  public static Manifest read(Store store) throws NoSuchFileException {
    return read(open(store));
  }

  /**
   * Reads the manifest of an index that may have an older format version, or texts that are folded
   * with the rules of another version.
   */
  static Manifest readOfAnyVersion(Store store) throws NoSuchFileException {
    return parse(open(store), rules -> {});
  }

  private static BlockReader open(Store store) throws NoSuchFileException {
    return BlockReader.open(store, FileNames.MANIFEST, FileKind.MANIFEST, null);
  }

  static Manifest read(BlockReader file) {
    file.requireNewest();
    return parse(file, rules -> requireFolding(file.file(), rules));
  }

  private static Manifest parse(BlockReader file, Consumer<String> folding) {
    RecordReader in = RecordReader.of(file, 0, file.length());
    long generation = in.readNumber();
    long nextNumber = in.readNumber();
    folding.accept(in.readText());
    IndexSettings settings = readSettings(in);
    long parts = in.readNumber();
    if (parts > (EMBEDDER | FINDER | RIGHTS)) {
      throw in.corrupt("its flags of embedder, finder and rights are " + parts);
    }
    settings = settings.withRights((parts & RIGHTS) != 0);
    EmbedderInfo embedder =
        (parts & EMBEDDER) == 0 ? null : new EmbedderInfo(in.readText(), in.readInt());
    String finder = (parts & FINDER) == 0 ? null : in.readText();
    SortedMap<SourceFingerprint, SourceRecord> sources = readSources(in);
    List<SegmentEntry> segments = readSegments(in, finder != null, !file.isOld());
    in.requireEnd();
    return new Manifest(generation, nextNumber, settings, embedder, finder, sources, segments);
  }

  /**
   * Requires that the stored texts were folded with the rules of this library version. A search
   * would otherwise miss matches without any error.
   */
  private static void requireFolding(String file, String rules) {
    if (!rules.equals(Folding.RULES)) {
      throw new IndexVersionException(
          ("The index with the manifest %s was built with the text normalization rules %s,"
                  + " but this library uses the rules %s. Rebuild the index from its sources.")
              .formatted(file, rules, Folding.RULES),
          true);
    }
  }

  private static IndexSettings readSettings(RecordReader in) {
    int chunkTokens = in.readInt();
    long embedding = in.readNumber();
    if (embedding > OTHER_RULES) {
      throw in.corrupt("the embedded text is not 0, 1, 2 or 3: " + embedding);
    }
    String rules = embedding == PAPER ? PAPER_RULES : IndexSettings.DEFAULT_RULES;
    return IndexSettings.recorded(
        chunkTokens, embedding == WITH_HEADINGS, embedding == OTHER_RULES ? in.readText() : rules);
  }

  private static boolean readFlag(RecordReader in) {
    long flag = in.readNumber();
    if (flag > 1) {
      throw in.corrupt("a flag is neither 0 nor 1: " + flag);
    }
    return flag == 1;
  }

  private static SortedMap<SourceFingerprint, SourceRecord> readSources(RecordReader in) {
    int count = in.readCount();
    SortedMap<SourceFingerprint, SourceRecord> sources = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      SourceFingerprint name = readFingerprint(in);
      if (i > 0 && name.compareTo(sources.lastKey()) <= 0) {
        throw in.corrupt("sources are not in ascending order");
      }
      sources.put(name, new SourceRecord(readFingerprint(in), in.readText(), readSkipped(in)));
    }
    return sources;
  }

  private static List<Skip> readSkipped(RecordReader in) {
    int count = in.readCount();
    List<Skip> skipped = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      skipped.add(new Skip(in.readText(), in.readText()));
    }
    return skipped;
  }

  private static SourceFingerprint readFingerprint(RecordReader in) {
    return SourceFingerprint.of(in.readBytes(SourceFingerprint.BYTES));
  }

  private static List<SegmentEntry> readSegments(
      RecordReader in, boolean hasFinder, boolean hasDiagnostics) {
    int count = in.readCount();
    List<SegmentEntry> segments = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      segments.add(
          new SegmentEntry(
              readFile(in, FileKind.CHUNKS),
              readFile(in, FileKind.KEYWORDS),
              readOptionalFile(in, FileKind.VECTORS),
              hasDiagnostics ? readOptionalFile(in, FileKind.DIAGNOSTICS) : null,
              readOptionalFile(in, FileKind.DELETES),
              hasFinder ? readOptionalFile(in, FileKind.MENTIONS) : null,
              readCounts(in),
              readCounts(in)));
    }
    return segments;
  }

  private static @Nullable StoredFile readOptionalFile(RecordReader in, FileKind kind) {
    return readFlag(in) ? readFile(in, kind) : null;
  }

  private static StoredFile readFile(RecordReader in, FileKind kind) {
    long number = in.readNumber();
    long length = in.readNumber();
    FileId id = new FileId(in.readLong(), in.readLong());
    return new StoredFile(kind, number, new FileIdentity(length, id));
  }

  private static Counts readCounts(RecordReader in) {
    return new Counts(in.readNumber(), in.readNumber(), in.readNumber());
  }

  void write(BlockWriter file) throws IOException {
    RecordWriter out = new RecordWriter();
    out.putNumber(generation);
    out.putNumber(nextNumber);
    out.putText(Folding.RULES);
    out.putNumber(settings.chunkTokens());
    writeRules(out);
    writeMakers(out);
    writeSources(out);
    out.putNumber(segments.size());
    segments.forEach(segment -> writeSegment(segment, finder != null, out));
    out.writeTo(file);
  }

  private void writeRules(RecordWriter out) {
    String rules = settings.rulesName();
    if (settings.rules() == null) {
      out.putNumber(settings.headingsInEmbeddings() ? WITH_HEADINGS : 0);
    } else if (rules.equals(PAPER_RULES)) {
      out.putNumber(PAPER);
    } else {
      out.putNumber(OTHER_RULES);
      out.putText(rules);
    }
  }

  private void writeMakers(RecordWriter out) {
    out.putNumber(
        (embedder == null ? 0 : EMBEDDER)
            | (finder == null ? 0 : FINDER)
            | (settings.hasRights() ? RIGHTS : 0));
    if (embedder != null) {
      out.putText(embedder.fingerprint());
      out.putNumber(embedder.dimension());
    }
    if (finder != null) {
      out.putText(finder);
    }
  }

  private void writeSources(RecordWriter out) {
    out.putNumber(sources.size());
    for (Map.Entry<SourceFingerprint, SourceRecord> source : sources.entrySet()) {
      out.putBytes(source.getKey().toBytes());
      out.putBytes(source.getValue().pathHash().toBytes());
      out.putText(source.getValue().path());
      List<Skip> skipped = source.getValue().skipped();
      out.putNumber(skipped.size());
      for (Skip each : skipped) {
        out.putText(each.source());
        out.putText(each.reason());
      }
    }
  }

  private static void writeSegment(SegmentEntry segment, boolean hasFinder, RecordWriter out) {
    writeFile(segment.chunks(), out);
    writeFile(segment.keywords(), out);
    writeOptionalFile(segment.vectors(), out);
    writeOptionalFile(segment.diagnostics(), out);
    writeOptionalFile(segment.deletes(), out);
    if (hasFinder) {
      writeOptionalFile(segment.mentions(), out);
    }
    writeCounts(segment.all(), out);
    writeCounts(segment.live(), out);
  }

  private static void writeOptionalFile(@Nullable StoredFile file, RecordWriter out) {
    out.putNumber(file == null ? 0 : 1);
    if (file != null) {
      writeFile(file, out);
    }
  }

  private static void writeFile(StoredFile file, RecordWriter out) {
    out.putNumber(file.number());
    out.putNumber(file.seal().length());
    out.putLong(file.seal().id().first());
    out.putLong(file.seal().id().second());
  }

  private static void writeCounts(Counts counts, RecordWriter out) {
    out.putNumber(counts.documents());
    out.putNumber(counts.chunks());
    out.putNumber(counts.sentences());
  }
}
