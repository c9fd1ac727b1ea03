package dev.arag.index.internal.mention;

import dev.arag.core.corpus.CorpusOrder;
import dev.arag.core.internal.fold.Folding;
import dev.arag.core.text.Chunk;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.file.ProblemCollector;
import java.util.List;

/**
 * Checks whether the contents of a mentions file are consistent. Each mention of a chunk must be
 * counted in the postings of its key, and no other mention. A sum of hashes of all mentions
 * compares them, because the mentions of a large index do not fit in memory. Use one instance per
 * check. Not thread-safe.
 */
final class MentionAudit {
  private final MentionReader reader;
  private final ChunksReader texts;
  private final ProblemCollector problems;
  private String lastKey = "";
  private long mentioned;
  private long posted;
  private long postings;
  private boolean isComplete = true;

  MentionAudit(MentionReader reader, ChunksReader texts, ProblemCollector problems) {
    this.reader = reader;
    this.texts = texts;
    this.problems = problems;
  }

  void run() {
    for (int i = 0; i < reader.chunks(); i++) {
      int chunk = i;
      check(reader.offsetOf(chunk), () -> checkChunk(chunk));
    }
    for (int i = 0; i < reader.groups(); i++) {
      int group = i;
      check(reader.offsetOfGroup(group), () -> checkGroup(group));
    }
    problems.check(0, this::checkEnd);
  }

  /** Runs a check. If it throws an exception, the sums cannot be compared. */
  private void check(long offset, Runnable check) {
    boolean[] isDone = new boolean[1];
    problems.check(
        offset,
        () -> {
          check.run();
          isDone[0] = true;
        });
    isComplete &= isDone[0];
  }

  private void checkChunk(int number) {
    Chunk chunk = texts.read(number);
    StoredMention last = new StoredMention(0, -1, 0);
    for (StoredMention mention : reader.mentions(number)) {
      if (!mention.isIn(chunk) || !isAfter(last, mention)) {
        throw reader.corrupt(
            reader.offsetOf(number), "the mentions of " + chunk.id() + " do not match its text");
      }
      String form = mention.form(chunk);
      mentioned += hash(Folding.key(form), form, number, mention.sentence());
      last = mention;
    }
  }

  private static boolean isAfter(StoredMention last, StoredMention next) {
    if (last.sentence() != next.sentence()) {
      return last.sentence() < next.sentence();
    }
    return last.start() < next.start()
        || (last.start() == next.start() && last.length() < next.length());
  }

  private void checkGroup(int group) {
    List<StoredKey> keys = reader.group(group);
    long place = reader.offsetOfGroup(group);
    problems.require(
        keys.get(0).start() == reader.endBefore(group), place, "some bytes belong to no group");
    problems.require(
        reader.hasRightWords(group, keys), place, "the words of a group do not match its keys");
    for (StoredKey key : keys) {
      problems.require(
          CorpusOrder.compareCodePoints(lastKey, key.key()) < 0,
          place,
          "the keys are not in ascending order: " + key.key());
      lastKey = key.key();
      checkForms(key, place);
      checkPostings(key);
    }
  }

  private void checkForms(StoredKey key, long place) {
    String last = "";
    for (String form : key.forms()) {
      problems.require(
          CorpusOrder.compareCodePoints(last, form) < 0 && Folding.key(form).equals(key.key()),
          place,
          "the forms of " + key.key() + " are not in ascending order, or have another key");
      last = form;
    }
  }

  private void checkPostings(StoredKey key) {
    PostingCursor cursor = reader.postings(key);
    while (cursor.next()) {
      String form = key.forms().get(cursor.form());
      posted += cursor.count() * hash(key.key(), form, cursor.chunk(), cursor.sentence());
      postings++;
    }
  }

  private static long hash(String key, String form, int chunk, int sentence) {
    long hash = 31L * key.hashCode() + form.hashCode();
    return mix(mix(mix(hash) + chunk) + sentence);
  }

  private static long mix(long value) {
    long mixed = (value ^ (value >>> 32)) * 0x9E3779B97F4A7C15L;
    return (mixed ^ (mixed >>> 29)) * 0xBF58476D1CE4E5B9L + 1;
  }

  private void checkEnd() {
    long place = reader.tables();
    problems.require(
        reader.endBefore(reader.groups()) == place, place, "some bytes belong to no group");
    if (isComplete) {
      problems.require(
          postings == reader.postings(), place, "it has " + postings + " postings, not the count");
      problems.require(
          mentioned == posted, place, "the postings do not match the mentions of the chunks");
    }
  }
}
