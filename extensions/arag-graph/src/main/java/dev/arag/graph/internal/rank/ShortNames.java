package dev.arag.graph.internal.rank;

import dev.arag.core.corpus.MentionSource.Posting;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the mentions that name an entity by its last word. A text that introduces "Ada Lovelace"
 * then calls her "Lovelace", so the last word stands for the full name in documents that mention
 * the full name.
 */
final class ShortNames {
  private final EntityMentions mentions;

  ShortNames(EntityMentions mentions) {
    this.mentions = mentions;
  }

  /**
   * Returns the postings of an entity, followed by those of its short name. An entity in more than
   * {@value EntityMentions#MAX_CHUNKS} chunks has only its own postings. So has an entity whose
   * last word is too frequent, or is not a name.
   */
  List<Posting> postings(String key) {
    List<Posting> own = mentions.source().postings(key);
    String last = lastWord(key);
    boolean isLimited =
        mentions.chunks(key) <= EntityMentions.MAX_CHUNKS && !mentions.isTooFrequent(last);
    if (last.isEmpty() || !isLimited || !mentions.exists(last) || !mentions.isName(last)) {
      return own;
    }
    List<Posting> shorter = mentions.source().postings(last);
    mentions.read(EntityMentions.chunksOf(own));
    mentions.read(EntityMentions.chunksOf(shorter));
    Set<String> documents = new HashSet<>();
    Set<List<Object>> places = new HashSet<>();
    for (Posting posting : own) {
      documents.add(mentions.documentOf(posting.chunkId()));
      places.add(List.of(posting.chunkId(), posting.sentence()));
    }
    List<Posting> all = new ArrayList<>(own);
    for (Posting posting : shorter) {
      if (documents.contains(mentions.documentOf(posting.chunkId()))
          && places.add(List.of(posting.chunkId(), posting.sentence()))) {
        all.add(posting);
      }
    }
    return List.copyOf(all);
  }

  /** Returns the last of several words; empty if there is one word. */
  private static String lastWord(String key) {
    int space = key.lastIndexOf(' ');
    return space < 0 ? "" : key.substring(space + 1);
  }
}
