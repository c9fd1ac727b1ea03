package dev.arag.index.internal.search;

import static java.util.Objects.requireNonNull;

import dev.arag.core.graph.Mention;
import dev.arag.core.graph.MentionSource;
import dev.arag.core.graph.Posting;
import dev.arag.core.text.ChunkId;
import java.util.List;
import java.util.Optional;

/** The mentions of a view of an index that shows a fixed commit. */
final class IndexMentions implements MentionSource {
  private final IndexView view;

  IndexMentions(IndexView fixed) {
    this.view = fixed;
  }

  @Override
  public int chunks() {
    return view.readMentions(ScopedMentions::chunks);
  }

  @Override
  public int chunks(String key) {
    requireNonNull(key, "key");
    return view.readMentions(mentions -> mentions.chunks(key));
  }

  @Override
  public List<Posting> postings(String key) {
    requireNonNull(key, "key");
    return view.readMentions(mentions -> mentions.postings(key));
  }

  @Override
  public List<Mention> mentions(ChunkId chunk) {
    requireNonNull(chunk, "chunk");
    return view.readMentions(mentions -> mentions.mentions(chunk));
  }

  @Override
  public Optional<String> name(String key) {
    requireNonNull(key, "key");
    return view.readMentions(mentions -> mentions.name(key));
  }

  @Override
  public List<String> keysWith(String word, int limit) {
    requireNonNull(word, "word");
    if (limit < 1) {
      throw new IllegalArgumentException("limit must be >= 1, was " + limit);
    }
    return view.readMentions(mentions -> mentions.keysWith(word, limit));
  }
}
