package dev.arag.index.internal.keyword;

import dev.arag.core.internal.fold.Folding;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.file.ProblemCollector;
import dev.arag.index.internal.postings.PostingsAudit;
import dev.arag.index.internal.postings.PostingsCollector;
import dev.arag.index.internal.postings.PostingsReader;
import dev.arag.index.internal.postings.PostingsWriter;
import dev.arag.index.internal.store.Store;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The keywords file: the folded text of each chunk as its record, and the keys of these texts that
 * {@link TextKeys} defines, without positions.
 */
public final class KeywordFile {
  private KeywordFile() {}

  public static PostingsReader open(BlockReader file) {
    return PostingsReader.of(file, false);
  }

  /** Creates a file. */
  public static PostingsWriter create(Store store, String name) throws IOException {
    return PostingsWriter.create(store, name, FileKind.KEYWORDS, false);
  }

  /** Adds the text of the next chunk. */
  public static void add(String text, PostingsCollector file) throws IOException {
    String folded = Folding.fold(text).text();
    byte[] utf8 = folded.getBytes(StandardCharsets.UTF_8);
    TextKeys.of(new String(utf8, StandardCharsets.UTF_8), file);
    file.addRecord(utf8);
  }

  /**
   * Reads the whole file and reports contents that are inconsistent even though all checksums
   * match.
   */
  public static void audit(PostingsReader file, ProblemCollector problems) {
    new PostingsAudit(
            file,
            problems,
            (keys, chunk) ->
                TextKeys.of(new String(file.record(chunk), StandardCharsets.UTF_8), keys))
        .run();
  }
}
