package dev.arag.knowledge.internal.summary;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Slice;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Section;
import dev.arag.index.spi.derived.DerivedRecord.Source;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Divides a corpus by the headings of its documents. A document of at most {@value #MAX_TOKENS}
 * tokens is one part, a longer one has sections: the text under each heading of its highest level,
 * in pieces of at most that size. Documents of a folder form groups. An edit changes only the parts
 * that contain the edited chunks.
 */
final class SummaryTree {
  /** The maximum size of a part whose summary is made from chunks, unless one chunk is larger. */
  static final int MAX_TOKENS = 6_000;

  /** A corpus with more documents has groups. */
  static final int MAX_DOCUMENTS = 500;

  private static final int MAX_CHILDREN = 20;

  /** A document starts a group if the hash of its id is a multiple of this number. */
  private static final int GROUP_SIZE = 12;

  private static final int PAGE = 500;

  private SummaryTree() {}

  /**
   * Returns the parts that cover a corpus: its documents, or groups of them if there are more than
   * {@value #MAX_DOCUMENTS}.
   */
  static List<Unit> of(Catalogue corpus) {
    List<CatalogueEntry> entries = new ArrayList<>();
    List<Unit> documents = new ArrayList<>();
    List<CatalogueEntry> page;
    Slice slice = Slice.first(PAGE);
    do {
      page = corpus.documents(slice);
      for (CatalogueEntry entry : page) {
        List<Chunk> chunks = corpus.chunksOf(entry.id());
        if (!chunks.isEmpty()) {
          entries.add(entry);
          documents.add(document(chunks));
        }
      }
      slice = slice.next();
    } while (page.size() == PAGE);
    return documents.size() <= MAX_DOCUMENTS ? documents : groups(entries, documents);
  }

  /**
   * Returns the part for a document.
   *
   * @param chunks its chunks in scope, at least one
   */
  static Unit document(List<Chunk> chunks) {
    String id = chunks.get(0).location().documentId();
    String title = chunks.get(0).location().title();
    int tokens = chunks.stream().mapToInt(Chunk::tokens).sum();
    if (tokens <= MAX_TOKENS) {
      return Unit.ofChunks(title, title, id, "document\n" + id, sources(chunks), tokens);
    }
    List<Unit> parts = sections(id, chunks);
    while (parts.size() > MAX_CHILDREN) {
      parts = merged(id, parts);
    }
    return Unit.ofUnits(title, id, "document\n" + id, parts);
  }

  private static List<Source> sources(List<Chunk> chunks) {
    return chunks.stream().map(Source::of).toList();
  }

  private static List<Unit> sections(String document, List<Chunk> chunks) {
    int depth = commonDepth(chunks);
    List<Unit> sections = new ArrayList<>();
    List<Chunk> section = new ArrayList<>();
    int tokens = 0;
    for (Chunk chunk : chunks) {
      boolean isSame =
          !section.isEmpty() && heading(section.get(0), depth).equals(heading(chunk, depth));
      if (!section.isEmpty() && (!isSame || tokens + chunk.tokens() > MAX_TOKENS)) {
        sections.add(section(document, depth, section, tokens));
        section.clear();
        tokens = 0;
      }
      section.add(chunk);
      tokens += chunk.tokens();
    }
    sections.add(section(document, depth, section, tokens));
    return sections;
  }

  private static Unit section(String document, int depth, List<Chunk> chunks, int tokens) {
    Chunk first = chunks.get(0);
    String heading = heading(first, depth);
    String title = heading.isEmpty() ? "Part from offset " + first.location().offset() : heading;
    String address = "section\n" + document + "\n" + title;
    return Unit.ofChunks(
        title, first.location().title(), document, address, sources(chunks), tokens);
  }

  /** Returns the number of headings that all chunks are under. */
  private static int commonDepth(List<Chunk> chunks) {
    List<String> common = path(chunks.get(0));
    for (Chunk chunk : chunks) {
      List<String> heading = path(chunk);
      int same = 0;
      while (same < Math.min(common.size(), heading.size())
          && common.get(same).equals(heading.get(same))) {
        same++;
      }
      common = common.subList(0, same);
    }
    return common.size();
  }

  /** Returns the headings of the longest section of a chunk. */
  private static List<String> path(Chunk chunk) {
    return chunk.sections().stream()
        .max(Comparator.comparingInt(section -> section.text().length()))
        .map(Section::heading)
        .orElse(chunk.location().heading());
  }

  private static String heading(Chunk chunk, int depth) {
    List<String> heading = path(chunk);
    return heading.size() > depth ? heading.get(depth) : "";
  }

  private static List<Unit> merged(String document, List<Unit> parts) {
    List<Unit> merged = new ArrayList<>();
    for (int i = 0; i < parts.size(); i += MAX_CHILDREN) {
      List<Unit> some = parts.subList(i, Math.min(parts.size(), i + MAX_CHILDREN));
      String title = some.get(0).title() + " to " + some.get(some.size() - 1).title();
      merged.add(Unit.ofUnits(title, document, "sections\n" + document + "\n" + title, some));
    }
    return merged;
  }

  /** The limits of the groups depend on the ids, so that a new document changes one group. */
  private static List<Unit> groups(List<CatalogueEntry> entries, List<Unit> documents) {
    List<Unit> groups = new ArrayList<>();
    List<Unit> group = new ArrayList<>();
    for (int i = 0; i < documents.size(); i++) {
      group.add(documents.get(i));
      String folder = folder(entries.get(i));
      boolean isLast =
          i + 1 == documents.size()
              || !folder.equals(folder(entries.get(i + 1)))
              || entries.get(i + 1).id().hashCode() % GROUP_SIZE == 0
              || group.size() == MAX_CHILDREN;
      if (isLast) {
        String title = folder.isBlank() ? "Documents from " + group.get(0).title() : folder;
        String address = "group\n" + folder + "\n" + group.get(0).document();
        groups.add(Unit.ofUnits(title, "", address, group));
        group.clear();
      }
    }
    return groups;
  }

  private static String folder(CatalogueEntry entry) {
    String id = entry.id();
    String source = Objects.requireNonNullElse(entry.source(), "");
    return source + " " + id.substring(0, id.lastIndexOf('/') + 1);
  }
}
