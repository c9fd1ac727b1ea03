package dev.arag.solr.internal.write;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.core.text.Sentence;
import dev.arag.index.split.IndexSettings;
import dev.arag.index.sync.EncoderCheck;
import dev.arag.index.sync.EncoderWarnings;
import dev.arag.solr.internal.layout.DocumentFields.StoredSentence;
import dev.arag.solr.internal.layout.Keys;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Embeds the sentences of a batch in groups. Sentences of the replaced versions keep their vectors.
 * Not thread-safe.
 */
final class BatchEmbedding {
  private static final int GROUP = 256;

  private final Embedder embedder;
  private final IndexSettings settings;
  private final LongConsumer progress;
  private final List<String> texts = new ArrayList<>();
  private final List<@Nullable Embedding> vectors = new ArrayList<>();
  private final List<Integer> toEmbed = new ArrayList<>();
  private final EncoderWarnings warnings = new EncoderWarnings();
  private long reused;

  /**
   * @param progress called with the number of sentences that have vectors
   */
  BatchEmbedding(Embedder embedder, IndexSettings settings, LongConsumer progress) {
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
    EncoderCheck check = new EncoderCheck(embedder);
    for (Chunk chunk : addition.document().chunks()) {
      for (Sentence sentence : chunk.sentences()) {
        String text = settings.embeddedText(sentence);
        check.addSentence(text);
        add(text, addition.vectors().get(Keys.of(text)));
      }
      check.addChunk(chunk);
    }
    Document document = addition.document().document();
    warnings.add(
        document.id(),
        check.unknownShare(),
        check.cutSentences(),
        check.untrainedLanguage(document.metadata()));
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

  private void embed(List<Integer> group) {
    List<String> of = group.stream().map(texts::get).toList();
    List<Embedding> embeddings =
        EncoderCheck.requireValid(embedder, of, embedder.embedSentences(of));
    for (int i = 0; i < group.size(); i++) {
      vectors.set(group.get(i), embeddings.get(i));
    }
  }

  /**
   * Returns messages about texts that the encoder cannot represent well. Each message is one
   * sentence.
   */
  List<String> warnings() {
    return warnings.messages();
  }
}
