package dev.arag.tools.internal.read;

import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Section;
import dev.arag.core.text.SectionId;
import dev.arag.core.token.TokenCounter;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.internal.context.ConversationTracker;
import dev.arag.tools.spi.CallContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The sections that one read sends. If the limit does not allow all sections, requested passages
 * have priority over their neighbors.
 *
 * @param sent the blocks to send, in reading order
 * @param withheld the requested passages whose text is not sent because the model already has it
 * @param notSent the names of the chunks and sections that exceed the limit
 */
public record ReadPlan(List<ReadBlock> sent, List<Passage> withheld, List<String> notSent) {
  static ReadPlan of(
      List<Passage> requested, int neighbors, Neighborhood neighborhood, CallContext call) {
    Set<Passage> readingOrder = new LinkedHashSet<>();
    requested.forEach(passage -> readingOrder.addAll(neighborhood.around(passage, neighbors)));
    Selection selection = new Selection(call);
    requested.forEach(selection::addRequested);
    for (int distance = 1; distance <= neighbors; distance++) {
      for (Passage passage : requested) {
        neighborhood.around(passage, distance).stream()
            .filter(neighbor -> !requested.contains(neighbor))
            .forEach(selection::addNeighbor);
      }
    }
    List<Passage> order = List.copyOf(readingOrder);
    selection.sent.sort(Comparator.comparingInt(block -> order.indexOf(block.passage())));
    ReadPlan plan = new ReadPlan(selection.sent, selection.withheld, selection.notSent);
    ConversationTracker tracker = ConversationTracker.of(call.tracker());
    plan.parts().forEach(part -> part.record(tracker));
    return plan;
  }

  /** The parts of all blocks, in reading order. */
  List<SectionPart> parts() {
    return sent.stream().flatMap(block -> block.parts().stream()).toList();
  }

  List<Snippet> snippets() {
    return sent.stream().flatMap(block -> block.snippets().stream()).toList();
  }

  /** Collects the sections to send, in order of priority, until the limit is reached. */
  private static final class Selection {
    private final CallContext call;
    private final List<ReadBlock> sent = new ArrayList<>();
    private final Set<SectionId> planned = new HashSet<>();
    private final Set<Passage> neighbors = new HashSet<>();

    /** The chunks whose headings are listed below a section, which is done once for each chunk. */
    private final Set<ChunkId> listed = new HashSet<>();

    private final List<Passage> withheld = new ArrayList<>();
    private final List<String> notSent = new ArrayList<>();
    private int tokensLeft;

    Selection(CallContext call) {
      this.call = call;
      this.tokensLeft = call.maxResultTokens();
    }

    void addRequested(Passage passage) {
      if (!add(passage)) {
        withheld.add(passage);
      }
    }

    /** Adds a neighbor once. The nearest neighbors come first. */
    void addNeighbor(Passage passage) {
      if (neighbors.add(passage)) {
        add(passage);
      }
    }

    /** Returns whether the passage contains any text that the model does not have. */
    private boolean add(Passage passage) {
      List<Section> wanted =
          passage.sections().stream()
              .filter(section -> !call.shouldWithhold(section.id()))
              .toList();
      List<Section> withheldHere = new ArrayList<>(passage.sections());
      withheldHere.removeAll(wanted);
      List<Section> added = wanted.stream().filter(each -> planned.add(each.id())).toList();
      boolean isListed = listed.contains(passage.chunk().id());
      String otherHeadings = isListed ? "" : ReadBlock.otherHeadings(passage, call);
      int extra = TokenCounter.o200k().count(otherHeadings);
      List<SectionPart> parts = new ArrayList<>();
      List<Section> left = new ArrayList<>();
      for (Section section : added) {
        Optional<SectionPart> part =
            left.isEmpty() ? next(passage, section, parts, extra) : Optional.empty();
        part.ifPresentOrElse(parts::add, () -> left.add(section));
      }
      addNotSent(passage, left);
      if (!parts.isEmpty()) {
        withheldHere.forEach(section -> call.withhold(section.id()));
        sent.add(new ReadBlock(passage, parts, Set.copyOf(withheldHere), otherHeadings));
        listed.add(passage.chunk().id());
      }
      return !wanted.isEmpty();
    }

    /**
     * Returns the next part of a section if it fits within the limit. The first part always fits.
     *
     * @param before the parts of the same passage before it
     * @param extra the length of the other text to send with the part, in o200k tokens
     */
    private Optional<SectionPart> next(
        Passage passage, Section section, List<SectionPart> before, int extra) {
      if (!notSent.isEmpty()) {
        return Optional.empty();
      }
      int maxTokens = call.maxResultTokens();
      SectionPart part =
          SectionPart.next(
              passage.chunk(),
              section,
              ReadBlock.heading(section, passage, before, call),
              ConversationTracker.of(call.tracker()),
              maxTokens - extra);
      String name = "[" + call.nameOf(section) + "]";
      int tokens = TokenCounter.o200k().count(name) + part.tokens() + extra;
      if (tokensLeft < maxTokens && tokens > tokensLeft) {
        return Optional.empty();
      }
      tokensLeft -= tokens;
      return Optional.of(part);
    }

    private void addNotSent(Passage passage, List<Section> left) {
      if (left.size() == passage.sections().size()) {
        notSent.add(passage.name(call));
      } else {
        left.forEach(section -> notSent.add(call.nameOf(section)));
      }
    }
  }
}
