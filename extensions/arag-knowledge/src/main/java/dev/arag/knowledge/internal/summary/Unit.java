package dev.arag.knowledge.internal.summary;

import dev.arag.core.internal.hash.Sha256;
import dev.arag.core.text.ChunkId;
import dev.arag.index.spi.derived.DerivedRecord.Source;
import dev.arag.knowledge.internal.store.Words;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A part of a corpus that has one summary: a section, a document or a group of documents. It
 * contains only chunks in the scope of the corpus from which it was made.
 *
 * @param title the title for prompts
 * @param document the id of the document; empty for a group
 * @param address identifies the part, also after an edit of its text
 * @param content identifies the texts from which the summary is made. Parts with the same texts
 *     share their summary
 * @param sources the chunks in text order
 * @param tokens the tokens of the chunks
 * @param children the parts from whose summaries the summary is made; empty if it is made from the
 *     chunks
 */
record Unit(
    String title,
    String document,
    String address,
    String content,
    List<Source> sources,
    int tokens,
    List<Unit> children) {
  private static final int HASH_CHARACTERS = 32;
  private static final int MAX_TITLE = 120;

  Unit {
    sources = List.copyOf(sources);
    children = List.copyOf(children);
  }

  /**
   * Returns a part whose summary is made from chunks.
   *
   * @param documentTitle the title of the document, which the model is shown
   */
  static Unit ofChunks(
      String title,
      String documentTitle,
      String document,
      String address,
      List<Source> sources,
      int tokens) {
    String hashes = sources.stream().map(Source::hash).collect(Collectors.joining(","));
    String content = documentTitle + "\n" + hashes;
    return new Unit(
        oneLine(title), document, hash(address), hash(content), sources, tokens, List.of());
  }

  /** Returns a part whose summary is made from the summaries of other parts. */
  static Unit ofUnits(String title, String document, String address, List<Unit> children) {
    String content =
        children.stream()
            .map(child -> child.title() + "\n" + child.content())
            .collect(Collectors.joining("\n", "parts\n", ""));
    return new Unit(
        oneLine(title),
        document,
        hash(address),
        hash(content),
        children.stream().flatMap(child -> child.sources().stream()).toList(),
        children.stream().mapToInt(Unit::tokens).sum(),
        children);
  }

  private static String oneLine(String title) {
    String line = Words.inOneLine(title);
    return line.codePointCount(0, line.length()) <= MAX_TITLE
        ? line
        : line.substring(0, line.offsetByCodePoints(0, MAX_TITLE)).strip();
  }

  static String hash(String text) {
    return HexFormat.of().formatHex(Sha256.of(text)).substring(0, HASH_CHARACTERS);
  }

  /** Compares only the hashes, because a part may have thousands of chunks. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Unit unit
        && content.equals(unit.content)
        && address.equals(unit.address);
  }

  @Override
  public int hashCode() {
    return content.hashCode();
  }

  List<ChunkId> chunks() {
    return sources.stream().map(Source::chunk).toList();
  }
}
