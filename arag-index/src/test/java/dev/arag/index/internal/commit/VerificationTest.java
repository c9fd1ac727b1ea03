package dev.arag.index.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.arag.index.SampleIndex;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies files with correct checksums but inconsistent contents. */
class VerificationTest {
  private static SampleIndex sample;
  private AlteredIndex index;

  @BeforeAll
  static void build() {
    sample = SampleIndex.buildSmall(1);
  }

  @BeforeEach
  void open() throws IOException {
    index = new AlteredIndex(sample);
  }

  private void assertFound(String file, String what) throws IOException {
    assertThat(Verification.of(index.store).problems())
        .anySatisfy(
            problem -> {
              assertThat(problem.file()).isEqualTo(file);
              assertThat(problem.description()).contains(what);
            });
  }

  /** Returns the offset of the table of the groups of keys. */
  private static int table(ByteBuffer body) {
    return body.capacity() - 16 - 16 * (int) body.getLong(body.capacity() - 8);
  }

  private static int ends(ByteBuffer body) {
    return table(body) - 8 * (int) body.getLong(body.capacity() - 16);
  }

  private static int endOfRecords(ByteBuffer body) {
    return (int) body.getLong(table(body) - 8);
  }

  private static Manifest manifest(
      Manifest old, long generation, long next, EmbedderInfo embedder) {
    return new Manifest(
        generation, next, old.settings(), embedder, old.finder(), old.sources(), old.segments());
  }

  @Nested
  class ChunksFile {
    /** A change to a chunks file and a part of the problem that verification must report. */
    record ExpectedProblem(String what, Consumer<ChunksBody> change) {
      @Override
      public String toString() {
        return what;
      }
    }

    @Test
    void reportsNoProblemsForUnchangedFilesWithNewChecksums() throws IOException {
      for (SegmentEntry segment : index.manifest.segments()) {
        for (StoredFile file : segment.files()) {
          index.sign(file, index.body(file).array());
        }
      }
      assertThat(Verification.of(index.store).problems()).isEmpty();
      assertThat(Verification.of(index.store).files()).isEqualTo(sample.files().size());
    }

    @ParameterizedTest
    @MethodSource("changesOfChunks")
    void reportsAnInconsistentChunksFile(ExpectedProblem planted) throws IOException {
      StoredFile file = index.segment(0).chunks();
      ChunksBody body = new ChunksBody(index.body(file));
      planted.change().accept(body);
      index.sign(file, body.bytes.array());
      assertFound(file.name(), planted.what());
    }

    static ExpectedProblem[] changesOfChunks() {
      return new ExpectedProblem[] {
        planted("its record starts at", body -> add(body, body.documentAt(2), 1)),
        planted("its record starts at", body -> add(body, body.chunkAt(2) + 16, -1)),
        planted("its chunks start at", body -> add(body, body.documentAt(0) + 12, 1)),
        planted(
            "is not among the chunks of its document", body -> add(body, body.chunkAt(0) + 20, 1)),
        planted(
            "its number of sentences differs from the count",
            body -> add(body, body.chunkAt(1) + 8, 1)),
        planted("sentences do not start at 0", body -> add(body, body.chunkAt(0) + 8, 1)),
        planted("its ordinal is 5", body -> body.bytes.put(body.ordinalAt(0), five())),
        planted("its text starts at 5", body -> body.bytes.put(body.ordinalAt(0) + 1, five())),
        planted(
            "belongs to no sentence",
            body -> body.bytes.put(body.find(". The old") + 1, (byte) 120)),
        planted("its id does not begin with", body -> body.bytes.put(body.chunkIdAt(0), five())),
        planted("is not found through the keys", body -> body.bytes.put(body.chunkIdAt(0), five())),
        planted(
            "is not found through the keys", body -> body.bytes.put(body.documentIdAt(0), five())),
        planted(
            "the keys of ids are not in order",
            body -> body.swap(body.documentIdsAt(), body.documentIdsAt() + 12, 12)),
        planted("its id is found as number", ChunksFile::repeatDocumentId),
        planted("its id equals the id of document", ChunksFile::repeatDocumentId),
        planted("its id precedes the id of document", body -> swapRanks(body, 0, 1)),
        planted("has the rank of document", body -> add(body, body.documentAt(0) + 16, 1)),
        planted(
            "a record is too short for its contents",
            body -> body.bytes.put(body.documentIdAt(0) - 1, five())),
        planted(
            "the list of documents with warnings is wrong",
            body -> body.bytes.putInt(body.warnedAt(), 0)),
        planted("are not in order", body -> body.swap(body.warnedAt(), body.warnedAt() + 4, 4)),
        planted("retired keys are not in order", ChunksFile::swapRetired),
        planted("the sizes of its tables do not match", body -> add(body, body.trailerAt(1), 1)),
        planted("the manifest says", body -> add(body, body.trailerAt(3), 1)),
      };
    }

    private static ExpectedProblem planted(String what, Consumer<ChunksBody> change) {
      return new ExpectedProblem(what, change);
    }

    private static byte five() {
      return 5;
    }

    private static void add(ChunksBody body, int at, int added) {
      body.bytes.putInt(at, body.bytes.getInt(at) + added);
    }

    /** Gives the second document the id of the first. Both ids have the same length. */
    private static void repeatDocumentId(ChunksBody body) {
      int last = body.documentIdAt(0) + 1;
      body.bytes.put(body.documentIdAt(1) + 1, body.bytes.get(last));
    }

    private static void swapRanks(ChunksBody body, int left, int right) {
      body.swap(body.documentAt(left) + 16, body.documentAt(right) + 16, 4);
    }

    private static void swapRetired(ChunksBody body) {
      body.swap(body.retiredAt(), body.retiredAt() + 13, 13);
    }

    @Test
    void reportsTheOffsetOfAProblem() throws IOException {
      StoredFile file = index.segment(0).chunks();
      ChunksBody body = new ChunksBody(index.body(file));
      body.bytes.put(body.ordinalAt(3), five());
      long place = 64 + body.chunkAt(3);
      index.sign(file, body.bytes.array());
      assertThat(Verification.of(index.store).problems())
          .extracting(Verification.DamagedPart::file, Verification.DamagedPart::offset)
          .containsExactly(tuple(file.name(), place));
    }
  }

  @Nested
  class KeywordsFile {
    @Test
    void reportsFoldedTextThatDiffersFromTheChunk() throws IOException {
      StoredFile file = index.segment(1).keywords();
      ByteBuffer body = index.body(file);
      body.put(0, (byte) 'x');
      index.sign(file, body.array());
      assertFound(file.name(), "the stored text is not the folded text of chunk");
    }

    @Test
    void reportsDescendingTextEnds() throws IOException {
      StoredFile file = index.segment(1).keywords();
      ByteBuffer body = index.body(file);
      int ends = ends(body);
      body.putLong(ends, ends + 1L);
      index.sign(file, body.array());
      assertFound(file.name(), "a record from");
    }

    @Test
    void reportsPostingsThatDoNotMatchTheTexts() throws IOException {
      StoredFile file = index.segment(1).keywords();
      ByteBuffer body = index.body(file);
      int postings = endOfRecords(body);
      body.put(postings, (byte) (body.get(postings) ^ 2));
      index.sign(file, body.array());
      assertFound(file.name(), "posting");
    }

    @Test
    void reportsFewerTextsThanChunks() throws IOException {
      StoredFile file = index.segment(1).keywords();
      StoredFile other = index.segment(2).keywords();
      index.sign(file, index.body(other).array());
      assertFound(file.name(), "texts of");
    }
  }

  @Nested
  class VectorsAndDiagnostics {
    @ParameterizedTest
    @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, 1.5f, 1e30f})
    void reportsAVectorThatIsNotNormalized(float value) throws IOException {
      StoredFile file = index.segment(0).vectors();
      ByteBuffer body = index.body(file);
      body.putFloat(64 * 3, value);
      index.sign(file, body.array());
      assertThat(Verification.of(index.store).problems())
          .extracting(Verification.DamagedPart::file, Verification.DamagedPart::offset)
          .containsExactly(tuple(file.name(), 64L + 64 * 3));
    }

    @Test
    void reportsMissingRows() throws IOException {
      StoredFile file = index.segment(0).vectors();
      index.sign(file, index.body(index.segment(1).vectors()).array());
      assertFound(file.name(), "rows for");
    }

    /** If a code is too small, no search finds its row. */
    @ParameterizedTest
    @ValueSource(ints = {0, 16 * 3 + 5})
    void reportsAWrongCode(int place) throws IOException {
      StoredFile file = index.segment(0).vectors();
      ByteBuffer body = index.body(file);
      int codes = (int) body.getLong(body.capacity() - 16) * 64;
      body.put(codes + place, (byte) (body.get(codes + place) + 1));
      index.sign(file, body.array());
      assertFound(file.name(), "do not match its rows");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 8})
    void reportsWrongTileParameters(int place) throws IOException {
      StoredFile file = index.segment(0).vectors();
      ByteBuffer body = index.body(file);
      int facts = (int) body.getLong(body.capacity() - 16) * (64 + 16);
      body.putFloat(facts + place, Math.nextDown(body.getFloat(facts + place)));
      index.sign(file, body.array());
      assertFound(file.name(), "do not match its rows");
    }

    @Test
    void reportsImpossibleDiagnostics() throws IOException {
      StoredFile file = index.segment(0).diagnostics();
      ByteBuffer body = index.body(file);
      body.putInt(body.capacity() - 16, 1_000);
      index.sign(file, body.array());
      assertFound(file.name(), "diagnostics are out of order or unknown: 1000");
    }
  }

  @Nested
  class MentionsFile {
    /** The mentions of chunk 0 start at 0; each has a sentence, a start and a length. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void reportsAMentionThatIsNotInTheText(int place) throws IOException {
      StoredFile file = index.segment(0).mentions();
      ByteBuffer body = index.body(file);
      body.put(place, (byte) 120);
      index.sign(file, body.array());
      assertFound(file.name(), "do not match its text");
    }

    @Test
    void reportsEachUnreadableRecord() throws IOException {
      StoredFile file = index.segment(0).mentions();
      ByteBuffer body = index.body(file);
      int damaged = 0;
      long start = 0;
      for (int at = ends(body); at < table(body); at += 8) {
        long end = body.getLong(at);
        if (end > start) {
          body.put((int) start, (byte) 120);
          damaged++;
        }
        start = end;
      }
      index.sign(file, body.array());
      assertThat(damaged).isGreaterThan(1);
      assertThat(Verification.of(index.store).problems())
          .filteredOn(problem -> problem.description().contains("do not match its text"))
          .hasSize(damaged);
    }

    @Test
    void reportsAMentionWithoutAPosting() throws IOException {
      StoredFile file = index.segment(0).mentions();
      ByteBuffer body = index.body(file);
      body.put(2, (byte) (body.get(2) - 1));
      index.sign(file, body.array());
      assertFound(file.name(), "the postings of the keys do not match the chunks");
    }

    @Test
    void reportsAPostingInAnotherChunk() throws IOException {
      StoredFile file = index.segment(0).mentions();
      ByteBuffer body = index.body(file);
      int chunks = (int) body.getLong(body.capacity() - 16);
      int postings = endOfRecords(body);
      assertThat(chunks).isGreaterThan(2);
      body.put(postings, (byte) (body.get(postings) == 0 ? 1 : 0));
      index.sign(file, body.array());
      assertFound(file.name(), "the postings of the keys do not match the chunks");
    }

    @Test
    void reportsMentionsOfOtherChunks() throws IOException {
      index.sign(index.segment(1).mentions(), index.body(index.segment(2).mentions()).array());
      assertFound(index.segment(1).mentions().name(), "it has mentions of");
    }
  }

  @Nested
  class ManifestAndSegments {
    @Test
    void reportsAWrongNumberOfDeletes() throws IOException {
      StoredFile file = index.segment(0).deletes();
      ByteBuffer body = index.body(file);
      body.put(0, (byte) (body.get(0) ^ 0x80));
      index.sign(file, body.array());
      assertFound(file.name(), "it does not delete");
    }

    @Test
    void reportsInconsistentLiveCounts() throws IOException {
      String file = index.segment(0).deletes().name();
      index.segments(
          entry ->
              new SegmentEntry(
                  entry.chunks(),
                  entry.keywords(),
                  entry.vectors(),
                  entry.diagnostics(),
                  entry.deletes(),
                  entry.mentions(),
                  entry.all(),
                  entry.live().plus(new Counts(0, 0, entry.hasDeleted() ? 1 : 0))));
      assertFound(file, "the manifest says");
    }

    @Test
    void reportsASegmentThatIsListedTwice() throws IOException {
      index.addSegment(index.segment(1));
      assertFound(FileNames.MANIFEST, "twice");
      assertFound(index.segment(1).chunks().name(), "is also in");
    }

    @Test
    void reportsIdsThatOccurInTwoSegments() throws IOException {
      SegmentEntry last = index.segment(2);
      long number = index.manifest.nextNumber() - 1;
      StoredFile chunks = index.copy(last.chunks(), number);
      index.addSegment(
          new SegmentEntry(
              chunks,
              index.copy(last.keywords(), number),
              index.copy(last.vectors(), number),
              null,
              last.deletes(),
              index.copy(last.mentions(), number),
              last.all(),
              last.live()));
      assertFound(chunks.name(), "document d46 is also in " + last.chunks().name());
      assertFound(chunks.name(), "chunk c46 is also in " + last.chunks().name());
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"as the next number", "its generation is 0", "no embedder", "has a finder"})
    void reportsAnImpossibleManifest(String what) throws IOException {
      index.publish(changesOfTheManifest().get(what).apply(index.manifest));
      assertFound(FileNames.MANIFEST, what);
    }

    private static Map<String, Function<Manifest, Manifest>> changesOfTheManifest() {
      Map<String, Function<Manifest, Manifest>> changes = new TreeMap<>();
      changes.put("as the next number", old -> manifest(old, old.generation(), 6, old.embedder()));
      changes.put("its generation is 0", old -> manifest(old, 0, old.nextNumber(), old.embedder()));
      changes.put("no embedder", old -> manifest(old, old.generation(), old.nextNumber(), null));
      changes.put("has a finder", ManifestAndSegments::withoutMentions);
      return changes;
    }

    private static Manifest withoutMentions(Manifest old) {
      return new Manifest(
          old.generation(),
          old.nextNumber(),
          old.settings(),
          old.embedder(),
          old.finder(),
          old.sources(),
          old.segments().stream().map(entry -> entry.withMentions(null)).toList());
    }

    @Test
    void reportsADimensionThatDiffersFromTheEmbedder() throws IOException {
      String file = index.segment(0).vectors().name();
      Manifest old = index.manifest;
      EmbedderInfo other = new EmbedderInfo("picky", 17);
      index.publish(manifest(old, old.generation(), old.nextNumber(), other));
      assertFound(file, "which is not the dimension of the embedder");
    }
  }
}
