package dev.arag.tools.internal.search;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.Section;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.internal.read.ChunkReadTool;
import dev.arag.tools.internal.read.Passage;
import dev.arag.tools.internal.read.ReadBlock;
import dev.arag.tools.internal.read.SectionPart;
import dev.arag.tools.spi.CallContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Renders chunks with their full text, in the form in which {@code chunk_read} shows them. The ids
 * of neighbors are left out, because the model does not need them to cite a chunk.
 */
public final class FullText {
  static final String SEPARATOR = "\n\n";

  private FullText() {}

  /** Renders a chunk, or the notice that the next request already contains its text. */
  static RenderedHit of(Chunk chunk, CallContext call) {
    Passage passage = Passage.of(chunk);
    Set<Section> withheld =
        passage.sections().stream()
            .filter(section -> call.shouldWithhold(section.id()))
            .collect(Collectors.toSet());
    withheld.forEach(section -> call.withhold(section.id()));
    if (withheld.size() == passage.sections().size()) {
      return new RenderedHit(ChunkReadTool.shownBefore(passage, call), List.of());
    }
    List<SectionPart> parts = parts(passage, withheld, call);
    ReadBlock block = new ReadBlock(passage, parts, withheld, "");
    String rendered = block.render(null, call);
    String cut = isComplete(passage, withheld, parts) ? "" : "\n(the rest was not sent: limit)";
    return new RenderedHit(rendered + cut, block.snippets());
  }

  private static List<SectionPart> parts(Passage passage, Set<Section> withheld, CallContext call) {
    List<SectionPart> parts = new ArrayList<>();
    int left = call.maxResultTokens();
    for (Section section : passage.sections()) {
      if (!withheld.contains(section) && left > 0) {
        String heading = ReadBlock.heading(section, passage, parts, call);
        SectionPart part = SectionPart.first(passage.chunk(), section, heading, left);
        parts.add(part);
        left = part.isLast() ? left - part.tokens() : 0;
      }
    }
    return parts;
  }

  private static boolean isComplete(
      Passage passage, Set<Section> withheld, List<SectionPart> parts) {
    return parts.size() + withheld.size() == passage.sections().size()
        && parts.stream().allMatch(SectionPart::isLast);
  }

  /** Joins rendered chunks with empty lines between them. */
  static String join(List<RenderedHit> blocks) {
    return blocks.stream().map(RenderedHit::text).collect(Collectors.joining(SEPARATOR));
  }

  static List<Snippet> snippets(List<RenderedHit> blocks) {
    return blocks.stream().flatMap(block -> block.shown().stream()).toList();
  }
}
