package dev.arag.solr.internal.write;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.error.EmbeddingException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Sentence;
import dev.arag.index.split.Splitter;
import dev.arag.solr.internal.layout.DocumentFields.StoredSentence;
import dev.arag.solr.internal.layout.Keys;
import dev.arag.solr.internal.layout.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Embeds the sentences of a batch in groups. Sentences of the replaced versions keep their vectors.
 * Not thread-safe.
 */
final class BatchEmbedding {
  private static final int GROUP = 256;

  /**
   * If the unknown share of a text is larger than this, semantic search does not work for the
   * document.
   */
  private static final double UNKNOWN_SHARE = 0.2;

  private final Embedder embedder;
  private final State.Settings settings;
  private final LongConsumer progress;
  private final List<String> texts = new ArrayList<>();
  private final List<@Nullable Embedding> vectors = new ArrayList<>();
  private final List<Integer> toEmbed = new ArrayList<>();
  private final List<String> unknown = new ArrayList<>();
  private final Map<String, Integer> foreign = new TreeMap<>();
  private long cut;
  private long reused;

  /**
   * @param progress called with the number of sentences that have vectors
   */
  BatchEmbedding(Embedder embedder, State.Settings settings, LongConsumer progress) {
    this.embedder = embedder;
    this.settings = settings;
    this.progress = progress;
  }

  /** Returns all sentences of a batch, in order. */
  List<StoredSentence> run(List<Batch.Addition> additions, Runnable beforeGroup) {
    additions.forEach(this::add);
    for (int i = 0; i < toEmbed.size(); i += GROUP) {
      beforeGroup.run();
      embed(toEmbed.subList(i, Math.min(toEmbed.size(), i + GROUP)));
      progress.accept(reused + Math.min(toEmbed.size(), i + GROUP));
    }
    if (toEmbed.isEmpty()) {
      progress.accept(reused);
    }
    List<StoredSentence> sentences = new ArrayList<>(texts.size());
    for (int i = 0; i < texts.size(); i++) {
      sentences.add(new StoredSentence(texts.get(i), vectors.get(i)));
    }
    return sentences;
  }

  long embedded() {
    return toEmbed.size();
  }

  long reused() {
    return reused;
  }

  private void add(Batch.Addition addition) {
    double unknownLength = 0;
    long length = 0;
    for (Chunk chunk : addition.document().chunks()) {
      for (Sentence sentence : chunk.sentences()) {
        String text = settings.embeddedText(sentence);
        cut += embedder.fits(text) ? 0 : 1;
        add(text, addition.vectors().get(Keys.of(text)));
      }
      unknownLength += embedder.unknownShare(chunk.text()) * chunk.text().length();
      length += chunk.text().length();
    }
    diagnose(addition, length == 0 ? 0 : unknownLength / length);
  }

  private void add(String text, @Nullable Embedding reusable) {
    if (reusable == null) {
      toEmbed.add(texts.size());
    } else {
      reused++;
    }
    texts.add(text);
    vectors.add(reusable);
  }

  private void diagnose(Batch.Addition addition, double unknownShare) {
    Object language = addition.document().document().metadata().get(Splitter.LANGUAGE);
    if (language instanceof String code
        && !embedder.languages().isEmpty()
        && !embedder.languages().contains(code)
        && code.matches("[a-z]{2,3}")) {
      foreign.merge(code, 1, Integer::sum);
    } else if (unknownShare > UNKNOWN_SHARE) {
      unknown.add(
          String.format(
              Locale.ROOT,
              "%s: %.0f %% of its text is unknown to the encoder;"
                  + " semantic search will not work for it",
              addition.document().document().id(),
              100 * Math.min(1, unknownShare)));
    }
  }

  private void embed(List<Integer> group) {
    List<Embedding> embeddings = embedder.embedSentences(group.stream().map(texts::get).toList());
    if (embeddings.size() != group.size()) {
      throw new EmbeddingException(
          "The encoder returned "
              + embeddings.size()
              + " vectors for "
              + group.size()
              + " sentences.");
    }
    for (int i = 0; i < group.size(); i++) {
      requireDimension(embeddings.get(i));
      vectors.set(group.get(i), embeddings.get(i));
    }
  }

  private void requireDimension(Embedding embedding) {
    if (embedding.dimension() != embedder.dimension()) {
      throw new EmbeddingException(
          "The encoder returned a vector of "
              + embedding.dimension()
              + " floats, but its dimension is "
              + embedder.dimension()
              + ".");
    }
  }

  /**
   * Returns messages about texts that the encoder cannot represent well. Each message is one
   * sentence.
   */
  List<String> warnings() {
    List<String> all = new ArrayList<>(unknown);
    foreign.forEach((language, documents) -> all.add(foreign(language, documents)));
    if (cut > 0) {
      all.add(
          (cut == 1 ? "1 sentence is" : cut + " sentences are")
              + " longer than the encoder takes; only the start is embedded");
    }
    return all;
  }

  private static String foreign(String language, int documents) {
    return (documents == 1 ? "1 document is" : documents + " documents are")
        + " in "
        + Locale.forLanguageTag(language).getDisplayLanguage(Locale.ENGLISH)
        + " ("
        + language
        + "), for which the encoder was not trained: keyword search works, but semantic search"
        + " finds few relevant passages in "
        + (documents == 1 ? "it" : "them");
  }
}
