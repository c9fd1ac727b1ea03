package dev.arag.tools.internal.search;

import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.SectionHit;
import dev.arag.core.text.Location;
import dev.arag.core.text.Section;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.internal.read.RepeatedHeader;
import dev.arag.tools.internal.text.HeadingLine;
import dev.arag.tools.internal.text.SentenceWindow;
import dev.arag.tools.internal.text.TextSanitizer;
import dev.arag.tools.spi.CallContext;
import dev.arag.tools.spi.RenderedHits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The text of one hit. Each section of the hit is an entry: a line with its name and heading,
 * followed by the matching sentences or, if the section is complete, by its whole text. The first
 * line also names the document, and a heading that is that of the entry above is left out. Rows of
 * a table stand below the header of the table.
 *
 * @param text the rendered lines
 * @param shown the corpus text in the lines
 */
public record RenderedHit(String text, List<Snippet> shown) {
  /** Selects what to show of a section. */
  public interface Selector {
    /** Returns the best of the sentences, as a list of at most one element. */
    List<Sentence> best(List<Sentence> sentences);

    /** Returns the start of the match in a sentence, in UTF-16 units. */
    default int matchStart(Sentence sentence) {
      return 0;
    }

    /** Whether the search found the sentence, also if the hit does not name it. */
    default boolean isMatch(Sentence sentence) {
      return false;
    }
  }

  /** Returns this hit with a line below it. */
  public RenderedHit withNote(Optional<String> line) {
    return line.map(each -> new RenderedHit(text + "\n" + each, shown)).orElse(this);
  }

  /** The length of the text in o200k tokens. */
  int tokens() {
    return TokenCounter.o200k().count(text);
  }

  /**
   * @param omitted the number of further matching sentences that are not shown
   */
  public static RenderedHit of(Hit hit, int omitted, Selector selector, CallContext call) {
    Entries entries = new Entries(hit, selector, call);
    List<SectionHit> sections = hit.sections();
    boolean isAllRead = sections.stream().allMatch(each -> call.isInContext(each.section().id()));
    sections.forEach(entries::add);
    entries.addOmitted(isAllRead ? 0 : omitted);
    return new RenderedHit(entries.out.toString(), entries.shown);
  }

  /**
   * Renders the hits that fit within the limit on the text of a search. The first one always fits.
   */
  public static <H extends Hit> RenderedHits join(
      List<H> hits, CallContext call, Function<H, RenderedHit> render) {
    List<String> blocks = new ArrayList<>();
    List<Snippet> shown = new ArrayList<>();
    int tokens = 0;
    for (H hit : hits) {
      RenderedHit next = call.showsFullText() ? FullText.of(hit.chunk(), call) : render.apply(hit);
      tokens += next.tokens();
      if (tokens > call.maxSearchTokens() && !blocks.isEmpty()) {
        break;
      }
      blocks.add(next.text());
      shown.addAll(next.shown());
    }
    String separator = call.showsFullText() ? FullText.SEPARATOR : "\n";
    return new RenderedHits(String.join(separator, blocks), shown, blocks.size());
  }

  private static final class Entries {
    private final Hit hit;
    private final Selector selector;
    private final CallContext call;
    private final StringBuilder out = new StringBuilder();
    private final List<Snippet> shown = new ArrayList<>();
    private List<String> heading = List.of();
    private int used;
    private int omitted;

    /** The number of matching sentences that the hit does not name but a whole section shows. */
    private int shownBeyondMatches;

    Entries(Hit hit, Selector selector, CallContext call) {
      this.hit = hit;
      this.selector = selector;
      this.call = call;
    }

    void add(SectionHit section) {
      if (call.isInContext(section.section().id())) {
        addSentences(section.section(), selector.best(matches(section)), " (read)");
      } else if (!section.isComplete() || !addWhole(section)) {
        addSentences(section.section(), matches(section), "");
      }
    }

    /**
     * Returns the matching sentences. Labels are left out if there is anything else, unless they
     * include all header lines of a table.
     */
    private static List<Sentence> matches(SectionHit section) {
      List<Sentence> matches = section.matches();
      List<Sentence> header =
          section.section().sentences().stream().filter(Sentence::isTableHeader).toList();
      List<Sentence> texts = matches.stream().filter(sentence -> !sentence.isLabel()).toList();
      boolean showsHeader = !header.isEmpty() && matches.containsAll(header);
      return texts.isEmpty() || showsHeader ? matches : texts;
    }

    /** Returns a heading line. That of the first entry names the document. */
    private String title(List<String> path) {
      return out.isEmpty()
          ? HeadingLine.of(hit.location(), path, call.shownMetadata())
          : HeadingLine.below(path, heading);
    }

    /** Adds the whole text of a section if it fits within the limit. */
    private boolean addWhole(SectionHit hitSection) {
      Section section = hitSection.section();
      String title = title(section.heading());
      Optional<RepeatedHeader> header = RepeatedHeader.above(section, section.offset());
      int from = TextSanitizer.firstVisible(section.text());
      String text = TextSanitizer.sanitize(section.text().substring(from)).strip();
      int tokens = count(title) + count(text);
      int headerTokens = header.map(RepeatedHeader::tokens).orElse(0);
      if (used + tokens + headerTokens > call.maxSearchTokens()) {
        return false;
      }
      used += tokens + headerTokens;
      shownBeyondMatches +=
          (int)
              section.body().stream()
                  .filter(sentence -> !hitSection.matches().contains(sentence))
                  .filter(selector::isMatch)
                  .count();
      Snippet whole = snippet(section, text, section.offset() + from, tokens, true);
      addTitle(section, title, " (complete)");
      header.ifPresent(each -> addHeader(each, whole));
      heading = section.heading();
      out.append(text.isEmpty() ? "" : "\n" + text);
      shown.add(whole);
      return true;
    }

    /**
     * Adds the sentences that fit within the limit. The first sentence of the hit is always added.
     */
    private void addSentences(Section section, List<Sentence> sentences, String mark) {
      if (sentences.isEmpty()) {
        return;
      }
      int added = 0;
      while (added < sentences.size() && addSentence(section, sentences.get(added), mark, added)) {
        added++;
      }
      omitted += sentences.size() - added;
    }

    private boolean addSentence(Section section, Sentence sentence, String mark, int number) {
      List<String> path = sentence.heading();
      String above = title(path);
      SentenceWindow window =
          SentenceWindow.around(sentence.text(), () -> selector.matchStart(sentence));
      String text = window.extract(sentence.text());
      boolean isNew = number == 0 || !path.equals(heading);
      int tokens = count(text) + (isNew ? count(above) : 0);
      Optional<RepeatedHeader> header =
          number > 0 || sentence.isLabel()
              ? Optional.empty()
              : RepeatedHeader.above(section, sentence.offset());
      int headerTokens = header.map(RepeatedHeader::tokens).orElse(0);
      if (!shown.isEmpty() && used + tokens + headerTokens > call.maxSearchTokens()) {
        return false;
      }
      used += tokens + headerTokens;
      Snippet excerpt = snippet(section, text, sentence.offset() + window.start(), tokens, false);
      if (number == 0) {
        addTitle(section, above, mark);
        header.ifPresent(each -> addHeader(each, excerpt));
      } else if (isNew) {
        out.append("\n# ").append(above);
      }
      heading = path;
      out.append("\n- ").append(window.cutsStart() ? "…" : "").append(text);
      out.append(window.cutsEnd(sentence.text()) ? "…" : "");
      shown.add(excerpt);
      return true;
    }

    private void addHeader(RepeatedHeader header, Snippet rows) {
      out.append('\n').append(header.line());
      shown.add(header.snippet(rows));
    }

    private void addTitle(Section section, String title, String mark) {
      out.append(out.isEmpty() ? "[" : "\n[").append(call.nameOf(section)).append(']');
      out.append(title.isEmpty() ? "" : " " + title);
      out.append(HeadingLine.tableMark(section)).append(mark);
    }

    private Snippet snippet(Section section, String text, int offset, int tokens, boolean isWhole) {
      Location place = hit.location().withPart(section.heading(), hit.location().page());
      return new Snippet(section.id(), section.count(), place, text, offset, tokens, isWhole);
    }

    void addOmitted(int more) {
      int all = omitted + Math.max(0, more - shownBeyondMatches);
      if (all > 0) {
        out.append("\n(").append(all).append(" more matching ");
        out.append(all == 1 ? "sentence)" : "sentences)");
      }
    }

    private static int count(String text) {
      return TokenCounter.o200k().count(text);
    }
  }
}
