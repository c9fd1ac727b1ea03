package dev.arag.index.internal.commit;

import dev.arag.core.error.CorruptIndexException;
import dev.arag.core.internal.fold.Folding;
import dev.arag.core.text.Chunk;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.ProblemCollector;
import dev.arag.index.internal.keyword.KeywordFile;
import dev.arag.index.internal.mention.MentionFile;
import dev.arag.index.internal.postings.PostingsReader;
import dev.arag.index.internal.vector.VectorReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether the files of one segment are consistent. Use one instance per check. Not
 * thread-safe.
 */
final class SegmentAudit {
  private final SegmentEntry entry;
  private final @Nullable EmbedderInfo embedder;
  private final Function<StoredFile, BlockReader> files;
  private final Function<StoredFile, ProblemCollector> problems;

  /**
   * @param embedder the embedder of the vectors; null if the index has no embeddings
   * @param files returns the reader of an open file
   * @param problems returns the collector for the problems of a file
   */
  SegmentAudit(
      SegmentEntry entry,
      @Nullable EmbedderInfo embedder,
      Function<StoredFile, BlockReader> files,
      Function<StoredFile, ProblemCollector> problems) {
    this.entry = entry;
    this.embedder = embedder;
    this.files = files;
    this.problems = problems;
  }

  /** Checks the files and returns the segment; empty if the segment cannot be opened. */
  Optional<Segment> run() {
    ChunksReader chunks = open(entry.chunks(), ChunksReader::of);
    PostingsReader keywords = open(entry.keywords(), KeywordFile::open);
    VectorReader vectors = open(entry.vectors(), VectorReader::of);
    PostingsReader mentions = open(entry.mentions(), MentionFile::open);
    if (chunks == null || keywords == null) {
      return Optional.empty();
    }
    checkChunks(chunks);
    checkTexts(chunks, keywords);
    if (vectors != null) {
      checkVectors(chunks, vectors);
    }
    StoredFile diagnostics = entry.diagnostics();
    if (diagnostics != null) {
      problems
          .apply(diagnostics)
          .check(0, () -> DiagnosticsFile.read(files.apply(diagnostics), chunks.documents()));
    }
    if (mentions != null) {
      checkMentions(chunks, mentions);
    }
    StoredFile deletes = entry.deletes();
    BlockReader deleted = deletes == null ? null : files.apply(deletes);
    Segment segment = new Segment(entry, chunks, keywords, vectors, null, deleted, mentions);
    StoredFile shown = deletes == null ? entry.chunks() : deletes;
    problems.apply(shown).check(0, () -> checkLive(segment, problems.apply(shown)));
    return Optional.of(segment);
  }

  private <T> @Nullable T open(@Nullable StoredFile file, Function<BlockReader, T> opener) {
    if (file == null) {
      return null;
    }
    try {
      return opener.apply(files.apply(file));
    } catch (CorruptIndexException e) {
      problems.apply(file).report(0, String.valueOf(e.getMessage()));
      return null;
    }
  }

  private void checkChunks(ChunksReader chunks) {
    Counts claimed = entry.all();
    Counts held = new Counts(chunks.documents(), chunks.chunks(), chunks.sentences());
    problems
        .apply(entry.chunks())
        .require(
            held.equals(claimed),
            0,
            "it contains " + held.describe() + ", but the manifest says " + claimed.describe());
  }

  /** Reads the text of each chunk once and compares it with the stored folded text. */
  private void checkTexts(ChunksReader chunks, PostingsReader keywords) {
    ProblemCollector wrong = problems.apply(entry.keywords());
    boolean isWhole = keywords.chunks() == chunks.chunks();
    wrong.require(
        isWhole,
        0,
        "it has texts of " + keywords.chunks() + " chunks instead of " + chunks.chunks());
    ProblemCollector found = problems.apply(entry.chunks());
    FoldedTexts folded = new FoldedTexts(keywords, wrong);
    found.check(0, () -> chunks.audit(found, isWhole ? folded::compare : (chunk, number) -> {}));
    if (isWhole) {
      KeywordFile.audit(keywords, wrong);
    }
  }

  /** Compares the texts of a keywords file with the chunks. */
  private record FoldedTexts(PostingsReader keywords, ProblemCollector problems) {
    void compare(Chunk chunk, int number) {
      problems.check(0, () -> compareWhole(chunk, number));
    }

    private void compareWhole(Chunk chunk, int number) {
      byte[] expected = Folding.fold(chunk.text()).text().getBytes(StandardCharsets.UTF_8);
      problems.require(
          Arrays.equals(expected, keywords.record(number)),
          keywords.start(number),
          "the stored text is not the folded text of chunk " + chunk.id());
    }
  }

  private void checkVectors(ChunksReader chunks, VectorReader vectors) {
    ProblemCollector found = problems.apply(entry.vectors());
    found.require(
        vectors.rows() == chunks.sentences(),
        0,
        "it has " + vectors.rows() + " rows for " + chunks.sentences() + " sentences");
    found.require(
        embedder == null || vectors.dimension() == embedder.dimension(),
        0,
        "its rows have "
            + vectors.dimension()
            + " floats, which is not the dimension of the embedder");
    found.check(0, () -> vectors.audit(found));
  }

  private void checkMentions(ChunksReader chunks, PostingsReader mentions) {
    ProblemCollector found = problems.apply(entry.mentions());
    int held = mentions.chunks();
    boolean isWhole = held == chunks.chunks();
    found.require(
        isWhole, 0, "it has mentions of " + held + " chunks instead of " + chunks.chunks());
    if (isWhole) {
      MentionFile.audit(mentions, chunks, found);
    }
  }

  private void checkLive(Segment segment, ProblemCollector found) {
    Counts dead = segment.count(segment.deleted());
    found.require(
        dead.equals(entry.dead()),
        0,
        "it deletes " + dead.describe() + ", but the manifest says " + entry.dead().describe());
    found.require(entry.hasDeleted() == entry.dead().documents() > 0, 0, "it deletes no document");
  }
}
