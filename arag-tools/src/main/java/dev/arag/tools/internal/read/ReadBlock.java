package dev.arag.tools.internal.read;

import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Section;
import dev.arag.core.text.SectionId;
import dev.arag.core.token.TokenCounter;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.internal.text.HeadingLine;
import dev.arag.tools.spi.CallContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A passage in the result of a read. A section is shown under its id and heading, with the ids
 * before and after it and the other headings of its chunk. A chunk is shown with each of its
 * sections under an id. The first section shown names the document.
 *
 * @param parts the text of the sections to send
 * @param withheld the sections of the passage whose text the model already has
 * @param otherHeadings the line with the other headings; empty if the passage is a whole chunk, or
 *     if another block of the result lists the headings of this chunk
 */
public record ReadBlock(
    Passage passage, List<SectionPart> parts, Set<Section> withheld, String otherHeadings) {
  /** The maximum length of the line with the other headings of a chunk, in o200k tokens. */
  private static final int OTHER_HEADINGS_TOKENS = 50;

  /**
   * @param neighborhood finds the ids before and after the passage; null to leave them out
   */
  public String render(@Nullable Neighborhood neighborhood, CallContext call) {
    return passage.sections().size() == 1
        ? renderSection(parts.get(0), neighborhood, call)
        : renderChunk(neighborhood != null, call);
  }

  private String renderSection(
      SectionPart part, @Nullable Neighborhood neighborhood, CallContext call) {
    String neighbors =
        neighborhood == null
            ? ""
            : around(neighborhood.before(passage), " · before ", call)
                + around(neighborhood.after(passage), " · after ", call);
    return title(passage.name(call), part.heading() + HeadingLine.tableMark(part.section()))
        + neighbors
        + "\n"
        + part.text()
        + otherHeadings;
  }

  private static String around(Optional<Passage> passage, String label, CallContext call) {
    return passage.map(each -> label + each.name(call)).orElse("");
  }

  private static String title(String name, String heading) {
    return "[" + name + "]" + (heading.isBlank() ? "" : " " + heading.strip());
  }

  private String renderChunk(boolean showsNeighbors, CallContext call) {
    Map<SectionId, SectionPart> byId =
        parts.stream().collect(Collectors.toMap(part -> part.section().id(), Function.identity()));
    StringBuilder out = new StringBuilder("[").append(passage.name(call)).append(']');
    if (showsNeighbors) {
      out.append(neighbor(passage.chunk().previous(), " · before ", call));
      out.append(neighbor(passage.chunk().next(), " · after ", call));
    }
    List<Section> read = new ArrayList<>();
    for (Section section : passage.sections()) {
      SectionPart part = byId.get(section.id());
      if (withheld.contains(section)) {
        read.add(section);
        continue;
      }
      appendRead(out, read, call);
      if (part != null) {
        String mark = HeadingLine.tableMark(section);
        out.append('\n').append(title(call.nameOf(section), part.heading() + mark));
        out.append('\n').append(part.text());
      }
    }
    appendRead(out, read, call);
    return out.toString();
  }

  /**
   * Appends one line for consecutive sections that the model already has, because a chunk may have
   * thousands of sections.
   */
  private void appendRead(StringBuilder out, List<Section> read, CallContext call) {
    if (read.isEmpty()) {
      return;
    }
    Section first = read.get(0);
    Section last = read.get(read.size() - 1);
    String rest =
        read.size() == 1
            ? HeadingLine.below(first.heading(), List.of()) + HeadingLine.tableMark(first)
            : "to [" + call.nameOf(last) + "]";
    out.append('\n').append(title(call.nameOf(first), rest)).append(" (read)");
    read.clear();
  }

  private static String neighbor(@Nullable ChunkId chunk, String label, CallContext call) {
    return chunk == null ? "" : label + call.tracker().nameOf(chunk);
  }

  /**
   * Returns the heading line of a section. Only that of the first part names the document.
   *
   * @param before the parts of the same passage before it
   */
  public static String heading(
      Section section, Passage passage, List<SectionPart> before, CallContext call) {
    if (before.isEmpty()) {
      return HeadingLine.of(passage.chunk().location(), section.heading(), call.shownMetadata());
    }
    Section above = before.get(before.size() - 1).section();
    return above.id().number() + 1 == section.id().number()
        ? HeadingLine.below(section.heading(), above.heading())
        : HeadingLine.below(section.heading(), List.of());
  }

  /**
   * Returns the corpus text that the block shows. The headings of the other sections count as text
   * of the section.
   */
  public List<Snippet> snippets() {
    int headings = TokenCounter.o200k().count(otherHeadings);
    List<Snippet> snippets = new ArrayList<>();
    for (SectionPart part : parts) {
      if (part.header() != null) {
        snippets.add(part.header().snippet(part.snippet()));
      }
      snippets.add(withMoreTokens(part.snippet(), headings));
    }
    return snippets;
  }

  private static Snippet withMoreTokens(Snippet snippet, int more) {
    return new Snippet(
        snippet.section(),
        snippet.sections(),
        snippet.location(),
        snippet.text(),
        snippet.offset(),
        snippet.tokens() + more,
        snippet.isWholeSection());
  }

  /**
   * Returns a line with the headings of the other sections of the chunk, in text order. Empty if
   * the passage is a whole chunk.
   */
  static String otherHeadings(Passage passage, CallContext call) {
    if (passage.isWholeChunk()) {
      return "";
    }
    Section shown = passage.sections().get(0);
    List<String> listed = new ArrayList<>();
    int tokens = 0;
    for (Section section : passage.chunk().sections()) {
      if (section.equals(shown)) {
        continue;
      }
      String entry = "." + section.id().number() + HeadingLine.last(" ", section.heading());
      entry += HeadingLine.tableMark(section);
      tokens += TokenCounter.o200k().count(entry);
      if (tokens > OTHER_HEADINGS_TOKENS) {
        break;
      }
      listed.add(entry);
    }
    int more = shown.count() - 1 - listed.size();
    if (more > 0) {
      listed.add("+" + more + " more");
    }
    String chunk = call.tracker().nameOf(passage.chunk().id());
    return "\n(also in " + chunk + ": " + String.join(", ", listed) + ")";
  }
}
