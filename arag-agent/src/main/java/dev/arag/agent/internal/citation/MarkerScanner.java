package dev.arag.agent.internal.citation;

import dev.arag.agent.citation.Citation;
import dev.arag.core.text.ChunkId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Splits the text of an answer into markers and the text between them, while the text grows. The
 * markers and numbers are those of {@link AnswerParser}.
 */
final class MarkerScanner {
  private final IdListParser ids;
  private final Map<ChunkId, Integer> numbers = new HashMap<>();
  private int mentions;

  /** The end of the parts that were returned. */
  private int done;

  /** The end of the text in which ids without brackets were numbered. */
  private int numbered;

  MarkerScanner(IdListParser ids) {
    this.ids = ids;
  }

  /**
   * Returns the parts that follow those returned before.
   *
   * @param text the text so far; it starts with the text of the previous call
   * @param isWhole whether no text will follow. Otherwise, text that may be the start of a marker
   *     is held back
   */
  List<AnswerPart> next(String text, boolean isWhole) {
    List<AnswerPart> parts = new ArrayList<>();
    int at = done;
    while (at < text.length()) {
      boolean isBracket = Punctuation.isOpeningBracket(text.charAt(at));
      if (isBracket && !isWhole && BracketGroup.mayChange(text, at, ids)) {
        break;
      }
      Optional<BracketGroup> group = isBracket ? group(text, at) : Optional.empty();
      if (group.isPresent()) {
        addText(text, at, parts);
        at = group.get().end();
        parts.add(new AnswerPart(done, text.substring(done, at), sources(group.get())));
        done = at;
        numbered = at;
      } else {
        at++;
      }
    }
    addText(text, at, parts);
    return parts;
  }

  private Optional<BracketGroup> group(String text, int open) {
    numberNamedChunks(text, open);
    return mentions < InlineCitationReader.MAX_MENTIONS
        ? BracketGroup.read(text, open, ids, false)
        : Optional.empty();
  }

  private void numberNamedChunks(String text, int end) {
    for (; numbered < end; numbered++) {
      InlineCitationReader.namedChunk(text, numbered, ids).ifPresent(this::number);
    }
  }

  private void addText(String text, int end, List<AnswerPart> parts) {
    if (end > done) {
      parts.add(new AnswerPart(done, text.substring(done, end), List.of()));
      done = end;
    }
  }

  private List<Citation.Source> sources(BracketGroup group) {
    return group.mentions().stream()
        .map(this::number)
        .distinct()
        .sorted(Comparator.comparingInt(Citation.Source::number))
        .toList();
  }

  private Citation.Source number(Mention mention) {
    mentions++;
    numbers.putIfAbsent(mention.chunk(), numbers.size() + 1);
    return new Citation.Source(
        numbers.getOrDefault(mention.chunk(), 0),
        mention.chunk(),
        mention.shown().map(ShownChunk::location).orElse(null));
  }
}
