package dev.arag.index.spi.split;

import static java.util.Objects.requireNonNull;

import dev.arag.core.error.CorpusException;
import dev.arag.core.text.Document;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.spi.SentenceRules;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The settings by which the documents of an index are split, their sentences are embedded, and
 * readers are restricted. Every store (index or search server) uses this class, because stored
 * vectors depend on {@link #embeddedText}. {@link #equals} compares sentence rules only by their
 * names.
 *
 * @param chunkTokens the maximum sum of the lengths of the sentences in a chunk, in o200k tokens
 * @param headingsInEmbeddings whether each sentence is embedded together with its heading; false if
 *     {@code rules} is not null, because such rules have no headings
 * @param rules the rules for sentences; null for the default rules of this library
 * @param hasRights whether a corpus of the index contains only documents that a {@link
 *     dev.arag.core.corpus.Scope#readableBy} allows
 */
public record IndexSettings(
    int chunkTokens,
    boolean headingsInEmbeddings,
    @Nullable SentenceRules rules,
    boolean hasRights) {
  private static final Pattern RULES_NAME = Pattern.compile("(?!default$)[a-z][a-z0-9-]*");

  /** The name of the default sentence rules, which are those of this library. */
  public static final String DEFAULT_RULES = "default";

  /** The settings of a new index. */
  public static final IndexSettings DEFAULT =
      new IndexSettings(Splitter.DEFAULT_CHUNK_TOKENS, true, null, false);

  public IndexSettings {
    if (rules != null && !RULES_NAME.matcher(rules.name()).matches()) {
      throw new IllegalArgumentException(
          ("The name of sentence rules must be a lower-case letter, then lower-case"
                  + " letters, digits and dashes, but not \"default\"; was \"%s\"")
              .formatted(rules.name()));
    }
  }

  /**
   * Returns the settings that an index has recorded. Unless the rules are the default rules, only
   * their name is known, so that {@link #requireKnownRules} throws an exception.
   *
   * @param rules the name of the rules
   */
  public static IndexSettings recorded(
      int chunkTokens, boolean headingsInEmbeddings, String rules) {
    return new IndexSettings(
        chunkTokens,
        headingsInEmbeddings,
        requireNonNull(rules, "rules").equals(DEFAULT_RULES) ? null : new RecordedRules(rules),
        false);
  }

  /** Returns these settings with or without rights. */
  public IndexSettings withRights(boolean newRights) {
    return new IndexSettings(chunkTokens, headingsInEmbeddings, rules, newRights);
  }

  /** The name of the rules. */
  public String rulesName() {
    return rules == null ? DEFAULT_RULES : rules.name();
  }

  /**
   * Returns these settings with the values that an application has set. A null argument leaves the
   * corresponding setting unchanged.
   *
   * @throws IllegalArgumentException if {@code newHeadingsInEmbeddings} is true and the rules are
   *     not the default rules
   */
  public IndexSettings with(
      @Nullable Integer newChunkTokens,
      @Nullable Boolean newHeadingsInEmbeddings,
      RulesChoice choice) {
    SentenceRules chosen = requireNonNull(choice, "choice").of(rules);
    if (chosen != null && Boolean.TRUE.equals(newHeadingsInEmbeddings)) {
      throw new IllegalArgumentException(
          "headingsInEmbeddings must be false with the sentence rules \""
              + chosen.name()
              + "\", which have no headings.");
    }
    boolean withHeadings =
        newHeadingsInEmbeddings == null ? headingsInEmbeddings : newHeadingsInEmbeddings;
    return new IndexSettings(
        newChunkTokens == null ? chunkTokens : newChunkTokens,
        withHeadings && chosen == null,
        chosen,
        hasRights);
  }

  /**
   * Returns these settings with the sentence rules of other settings. The rules must have the same
   * name.
   */
  public IndexSettings withRulesOf(IndexSettings given) {
    return new IndexSettings(chunkTokens, headingsInEmbeddings, given.rules(), hasRights);
  }

  /**
   * Checks that the given settings have the same sentence rules and the same rights as these
   * settings, which describe stored documents. The length of chunks may differ.
   *
   * @param given the settings that the application has set
   * @param store the kind of the store for the message, such as {@code index}
   * @param name the kind and the name of the store for the message, such as {@code The index X}
   * @throws CorpusException if the rules or the rights differ
   */
  public void requireSame(IndexSettings given, String store, String name) {
    if (!rulesName().equals(requireNonNull(given, "given").rulesName())) {
      throw new CorpusException(
          ("%s was created with the sentence rules \"%s\" and cannot be used with \"%s\"."
                  + " Open it with its own rules, or create another %s.")
              .formatted(
                  requireNonNull(name, "name"),
                  rulesName(),
                  given.rulesName(),
                  requireNonNull(store, "store")));
    }
    if (hasRights != given.hasRights) {
      throw new CorpusException(
          ("%s was created %s rights and cannot be used %s. Open it with its own setting, rebuild it"
                  + " with rights, or create another %s.")
              .formatted(
                  name,
                  hasRights ? "with" : "without",
                  given.hasRights ? "with rights" : "without rights",
                  store));
    }
  }

  /**
   * Checks that a store with these settings respects the principals of a document.
   *
   * @throws CorpusException if the document has principals and the store has no rights, so that
   *     everybody could read the document
   */
  public void requireRightsFor(Document document) {
    if (!hasRights && !requireNonNull(document, "document").readableBy().isEmpty()) {
      throw new CorpusException(
          "The document "
              + document.id()
              + " has principals (readableBy), but the index has no rights, so that everybody could"
              + " read it. Create or rebuild the index with Builder.rights.");
    }
  }

  /**
   * Checks that these settings can be used to split documents and to embed sentences.
   *
   * @param name the kind and the name of the store for the message, such as {@code The index X}
   * @throws CorpusException if only the name of the sentence rules is known
   */
  public void requireKnownRules(String name) {
    if (rules instanceof RecordedRules recorded) {
      throw recorded.missing(requireNonNull(name, "name"));
    }
  }

  /** Returns the splitter for documents. */
  public Splitter splitter(TokenCounter counter) {
    return new Splitter(chunkTokens, counter, rules);
  }

  /** Returns the text that is embedded for a sentence; not blank. */
  public String embeddedText(Sentence sentence) {
    if (headingsInEmbeddings) {
      return requireNonNull(sentence, "sentence").embeddedText();
    }
    String text = rules == null ? "" : rules.embeddedText(sentence);
    return text.isEmpty() ? sentence.withoutHeading().embeddedText() : text;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof IndexSettings that
        && chunkTokens == that.chunkTokens
        && headingsInEmbeddings == that.headingsInEmbeddings
        && hasRights == that.hasRights
        && rulesName().equals(that.rulesName());
  }

  @Override
  public int hashCode() {
    return Objects.hash(chunkTokens, headingsInEmbeddings, rulesName(), hasRights);
  }

  /** Rules of which an index has recorded only the name. */
  private record RecordedRules(String name) implements SentenceRules {
    @Override
    public String version() {
      throw missing();
    }

    @Override
    public List<Range> find(String text, int from, int to) {
      throw missing();
    }

    @Override
    public String embeddedText(Sentence sentence) {
      throw missing();
    }

    private CorpusException missing() {
      return missing("The index");
    }

    CorpusException missing(String store) {
      return new CorpusException(
          ("%s was created with the sentence rules \"%s\". It can be searched, but a sync"
                  + " needs these rules. Set them with sentenceRules or knownRules of the builder.")
              .formatted(store, name));
    }
  }
}
