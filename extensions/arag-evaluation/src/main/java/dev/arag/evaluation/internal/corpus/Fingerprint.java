package dev.arag.evaluation.internal.corpus;

import dev.arag.agent.spi.LoopMessage;
import dev.arag.agent.spi.Profile;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Slice;
import dev.arag.core.text.Chunk;
import dev.arag.evaluation.data.Question;
import dev.arag.tools.call.RetrievalTool;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/** SHA-256 hashes that identify what the results of a batch depend on. */
public final class Fingerprint {
  private static final int PAGE = 1_000;

  private final MessageDigest digest;

  private Fingerprint() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }

  public static String of(List<Question> questions) {
    Fingerprint hash = new Fingerprint();
    for (Question question : questions) {
      hash.add(question.id())
          .add(question.text())
          .add(Objects.requireNonNullElse(question.type(), ""));
      hash.add(question.golds());
      hash.add(question.supporting());
      hash.add(question.supportingChunks());
    }
    return hash.hex();
  }

  /**
   * Returns the hash of all chunks in scope. It does not depend on how the corpus is stored. A
   * corpus that cannot list its documents has the hash {@code unknown}.
   */
  public static String of(Corpus corpus) {
    if (!(corpus instanceof Catalogue catalogue)) {
      return "unknown";
    }
    Fingerprint hash = new Fingerprint();
    forEachChunk(catalogue, chunk -> hash.add(chunk.id().value()).add(chunk.text()));
    return hash.hex();
  }

  /** Passes all chunks to a consumer, in corpus order. */
  public static void forEachChunk(Catalogue catalogue, Consumer<Chunk> consumer) {
    Slice slice = Slice.first(PAGE);
    List<CatalogueEntry> documents = catalogue.documents(slice);
    while (!documents.isEmpty()) {
      documents.forEach(each -> catalogue.chunksOf(each.id()).forEach(consumer));
      slice = slice.next();
      documents = catalogue.documents(slice);
    }
  }

  /** Returns the hash of the system prompt, the messages and the tools of the loop. */
  public static String ofPrompts(Corpus corpus, Profile profile) {
    Fingerprint hash = new Fingerprint().add(profile.aragPrompt());
    for (LoopMessage message : LoopMessage.values()) {
      hash.add(message.defaultText());
    }
    for (RetrievalTool tool : profile.tools(corpus).tools()) {
      hash.add(tool.name()).add(tool.description()).add(tool.parameters());
    }
    return hash.hex();
  }

  public static String of(String text) {
    return new Fingerprint().add(text).hex();
  }

  private void add(List<String> texts) {
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, texts.size()));
    texts.forEach(this::add);
  }

  /** Adds a string with its length, so that no two lists of strings have the same bytes. */
  private Fingerprint add(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
    digest.update(bytes);
    return this;
  }

  private String hex() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
