package dev.arag.index.internal.mention;

import dev.arag.core.corpus.CorpusOrder;
import dev.arag.core.graph.Mention;
import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.fold.Folding;
import dev.arag.core.text.Chunk;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.file.ProblemCollector;
import dev.arag.index.internal.file.RecordReader;
import dev.arag.index.internal.postings.PostingsAudit;
import dev.arag.index.internal.postings.PostingsReader;
import dev.arag.index.internal.postings.PostingsWriter;
import dev.arag.index.internal.postings.StoredKey;
import dev.arag.index.internal.store.Store;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Reads a mentions file. It has a key for each form of a name, see {@link MentionKey}, whose
 * postings have the sentence as their position. The record of a chunk lists its mentions by
 * sentence, start and length: number sentences after that of the mention before | number start;
 * after a mention in the same sentence, the distance to its start | number length. Thread-safe.
 *
 * @param postings the file
 */
public record MentionReader(PostingsReader postings) {
  public static MentionReader of(BlockReader file) {
    return new MentionReader(PostingsReader.of(file, true));
  }

  /** Creates a file. */
  public static PostingsWriter create(Store store, String name) throws IOException {
    return PostingsWriter.create(store, name, FileKind.MENTIONS, true);
  }

  /** Returns the mentions of a chunk by sentence, start and length. */
  private List<StoredMention> mentions(int chunk) {
    RecordReader in = postings.recordReader(chunk);
    List<StoredMention> mentions = new ArrayList<>();
    int sentence = 0;
    int place = 0;
    while (!in.isAtEnd()) {
      int distance = in.readInt();
      place = in.readInt() + (distance == 0 ? place : 0);
      sentence += distance;
      if (sentence < 0 || place < 0) {
        throw in.corrupt("a mention is in an unknown sentence");
      }
      mentions.add(new StoredMention(sentence, place, in.readInt()));
    }
    return mentions;
  }

  /**
   * Returns the mentions of a chunk, ordered by sentence, then by key.
   *
   * @param text the chunk, whose text contains the mentions
   */
  public List<Mention> mentions(Chunk text, int chunk) {
    SortedMap<Integer, SortedMap<String, Integer>> counts = new TreeMap<>();
    for (StoredMention mention : mentions(chunk)) {
      String key = mention.isIn(text) ? Folding.key(mention.form(text)) : "";
      if (key.isBlank()) {
        throw postings.corrupt(
            postings.place(chunk), "a mention is not in the text of " + text.id());
      }
      counts
          .computeIfAbsent(
              mention.sentence(), each -> new TreeMap<>(CorpusOrder::compareCodePoints))
          .merge(key, 1, Integer::sum);
    }
    List<Mention> mentions = new ArrayList<>();
    counts.forEach(
        (sentence, keys) ->
            keys.forEach((key, count) -> mentions.add(new Mention(key, sentence, count))));
    return mentions;
  }

  /** Returns the keys of all forms of a folded name, in ascending order. */
  public List<StoredKey> forms(String key) {
    List<StoredKey> forms = new ArrayList<>();
    postings.forEachWith(MentionKey.start(key), forms::add);
    return forms;
  }

  /** Returns the keys that contain a word, in ascending order. */
  public SortedSet<String> keysWith(String word) {
    SortedSet<String> found = new TreeSet<>(CorpusOrder::compareCodePoints);
    if (!word.isEmpty()) {
      postings.forEachWith(StoredKey.latin1(word), each -> found.add(MentionKey.key(each)));
    }
    found.removeIf(key -> !hasWord(key, word));
    return found;
  }

  /** Whether a word is one of the longest runs of letters, numbers and marks of a key. */
  private static boolean hasWord(String key, String word) {
    int at = key.indexOf(word);
    while (at >= 0) {
      int end = at + word.length();
      boolean isWord =
          (at == 0 || !CharacterClass.isWordPart(key.codePointBefore(at)))
              && (end == key.length() || !CharacterClass.isWordPart(key.codePointAt(end)));
      if (isWord) {
        return word.codePoints().allMatch(CharacterClass::isWordPart);
      }
      at = key.indexOf(word, at + 1);
    }
    return false;
  }

  /**
   * Reads the whole file and reports contents that are inconsistent even though all checksums
   * match.
   */
  public void audit(ChunksReader texts, ProblemCollector problems) {
    new PostingsAudit(
            postings,
            problems,
            (keys, number) -> {
              Chunk chunk = texts.read(number);
              StoredMention last = new StoredMention(0, -1, 0);
              for (StoredMention mention : mentions(number)) {
                if (!mention.isIn(chunk) || !mention.isAfter(last)) {
                  throw postings.corrupt(
                      postings.place(number),
                      "the mentions of " + chunk.id() + " do not match its text");
                }
                byte[] key = MentionKey.bytes(mention.form(chunk));
                keys.add(key, 0, key.length, mention.sentence(), true);
                last = mention;
              }
            })
        .run();
  }
}
