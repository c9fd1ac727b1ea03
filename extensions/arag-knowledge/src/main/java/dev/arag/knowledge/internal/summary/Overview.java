package dev.arag.knowledge.internal.summary;

import dev.arag.agent.model.Message;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.spi.Note;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Shown;
import dev.arag.agent.spi.Strategy;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.text.ChunkId;
import dev.arag.graph.spi.CorpusPassages;
import dev.arag.index.Index;
import dev.arag.knowledge.internal.extract.Prompt;
import dev.arag.tools.Toolbox;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The global search of GraphRAG over the summaries of a corpus.
 *
 * @param name the name with the options that differ from their defaults
 * @param parts what has a summary
 * @param batches the maximum number of batches of summaries
 */
public record Overview(
    String name,
    Parts parts,
    int batches,
    int lazy,
    Index index,
    SummaryStore store,
    Summarizer summarizer,
    CorpusParts ofCorpus)
    implements Strategy {
  static final String SELECTOR = "selector";
  static final String MAPPER = "mapper";

  private static final String SELECT = Prompt.read(Overview.class, "select");
  private static final String MAP = Prompt.read(Overview.class, "map");
  private static final String REDUCE = Prompt.read(Overview.class, "reduce");

  /** The number of titles of a selection call. Fewer summaries need no selection. */
  private static final int TITLES = 30;

  private static final int MAX_SELECTIONS = 12;
  private static final int BATCH_TOKENS = 8_000;
  private static final int PROMPT_TOKENS = 800;

  /** The number of nearest chunks that order the parts. */
  private static final int NEAREST = 200;

  /** What has a summary: documents, or communities of entities. */
  public enum Parts {
    DOCUMENTS,
    COMMUNITIES
  }

  /** The numbers of the titles that may help. */
  record ChosenTitles(List<Integer> numbers) {}

  /** The points of a batch. */
  record Points(List<Point> points) {}

  /** A point of a batch. One without a text or a score is dropped. */
  record Point(Optional<String> text, Optional<Integer> score, List<String> quotes) {}

  /** A point whose quotes were checked. */
  private record Scored(DerivedText.Item item, int score) {}

  @Override
  public String run(String question, RunContext run) {
    SummaryRun steps = new SummaryRun(index, store, summarizer, lazy);
    Catalogue corpus = steps.corpus(run);
    List<Unit> all = parts == Parts.DOCUMENTS ? ofCorpus.documents(corpus) : communities(run);
    if (all.isEmpty()) {
      return SummaryRun.ask(run, run.show(List.<ChunkId>of()).text(), question);
    }
    List<Unit> units = ordered(run, corpus, all);
    KnownSummaries known = steps.summaries(run, units, 2);
    SummaryRun.warn(run, known, units);
    List<Unit> usable = units.stream().filter(each -> known.find(each).isPresent()).toList();
    List<Unit> selected = select(run, usable);
    if (selected.isEmpty()) {
      return notFound(units.size());
    }
    List<List<DerivedText.Item>> parts = batches(run, known.items(selected));
    int sent = affordable(run, parts);
    int used = parts.stream().limit(Math.max(1, sent)).mapToInt(List::size).sum();
    warnAboutRest(run, selected.size() - used, selected.size());
    if (sent == 0) {
      run.warn("The budget does not allow the calls that collect points.");
      return askWithout(run, question, parts.get(0));
    }
    run.closeFrom(() -> SummaryRun.messages(run, fitting(run, question, parts.get(0)), question));
    return answer(run, question, parts.subList(0, sent), units.size());
  }

  private List<Unit> communities(RunContext run) {
    List<Communities.Community> all = ofCorpus.communities(GraphLocal.mentions(run.corpus()));
    int chunks = all.stream().mapToInt(Communities.Community::chunks).sum();
    int sources = all.stream().mapToInt(each -> each.unit().sources().size()).sum();
    if (sources < chunks) {
      run.warn(
          "The summaries of the communities are made from %d of %d chunks, at most %d of each."
              .formatted(sources, chunks, Communities.MAX_SOURCES));
    }
    return all.stream().map(Communities.Community::unit).toList();
  }

  private String answer(
      RunContext run, String question, List<List<DerivedText.Item>> parts, int units) {
    List<Shown> shown = parts.stream().map(each -> DerivedText.show(run, each)).toList();
    List<String> prompts =
        shown.stream()
            .map(each -> MAP.replace("{question}", run.question()).replace("{text}", each.text()))
            .toList();
    List<Optional<Points>> replies = fillAll(run.as(MAPPER), Points.class, prompts);
    List<Scored> points = new ArrayList<>();
    int failed = 0;
    for (int i = 0; i < replies.size(); i++) {
      failed += replies.get(i).isEmpty() ? 1 : 0;
      addPoints(replies.get(i), shown.get(i), points);
    }
    if (failed > 0) {
      run.warn(
          "%d of %d batches of summaries failed; the answer leaves them out."
              .formatted(failed, replies.size()));
    }
    if (failed == replies.size()) {
      return askWithout(run, question, parts.get(0));
    }
    if (points.isEmpty()) {
      return notFound(units);
    }
    points.sort(Comparator.comparingInt(Scored::score).reversed());
    List<DerivedText.Item> items = points.stream().map(Scored::item).toList();
    int free = run.freeTokens(reduce(run, question, ""));
    List<DerivedText.Item> some = DerivedText.fitting(run, items, free - PROMPT_TOKENS);
    if (some.size() < items.size()) {
      run.warn(
          "%d of %d points did not fit the request for the final answer."
              .formatted(items.size() - some.size(), items.size()));
    }
    return run.chat(reduce(run, question, DerivedText.show(run, some).text()), Toolbox.empty())
        .text();
  }

  private static List<Message> reduce(RunContext run, String question, String text) {
    return SummaryRun.messages(run, REDUCE.replace("{text}", text), question);
  }

  private static String notFound(int units) {
    return "NOT FOUND\nNone of the %d summaries of the documents helps to answer the question."
        .formatted(units);
  }

  /** Asks with the summaries themselves, if no points could be collected. */
  private static String askWithout(
      RunContext run, String question, List<DerivedText.Item> summaries) {
    return SummaryRun.ask(run, fitting(run, question, summaries), question);
  }

  private static String fitting(RunContext run, String question, List<DerivedText.Item> summaries) {
    int free = run.freeTokens(SummaryRun.messages(run, "", question)) - PROMPT_TOKENS;
    return DerivedText.show(run, DerivedText.fitting(run, summaries, free)).text();
  }

  private static void addPoints(Optional<Points> reply, Shown shown, List<Scored> points) {
    for (Point point : reply.map(Points::points).orElse(List.of())) {
      int score = point.score().orElse(0);
      List<Note.Quote> quotes = DerivedText.check(point.quotes(), shown.snippets());
      String text = point.text().orElse("");
      if (score > 0 && !quotes.isEmpty() && !text.isBlank()) {
        points.add(new Scored(new DerivedText.Item("", new Note(text, quotes)), score));
      }
    }
  }

  /** Returns the parts, those with the chunks nearest to the question first. */
  private static List<Unit> ordered(RunContext run, Catalogue corpus, List<Unit> units) {
    Map<ChunkId, Integer> ranks = new HashMap<>();
    new CorpusPassages(corpus)
        .nearest(run.question(), NEAREST)
        .forEach(each -> ranks.put(each.chunk(), ranks.size()));
    Map<Unit, Integer> best = new HashMap<>();
    for (Unit unit : units) {
      best.put(
          unit,
          unit.chunks().stream()
              .mapToInt(each -> ranks.getOrDefault(each, NEAREST))
              .min()
              .orElse(NEAREST));
    }
    return units.stream().sorted(Comparator.comparingInt(best::get)).toList();
  }

  /** Returns the parts whose titles may help; all of them if they are few. */
  private static List<Unit> select(RunContext run, List<Unit> units) {
    if (units.size() <= 2 * TITLES) {
      return units;
    }
    List<List<Unit>> lists = new ArrayList<>();
    for (int i = 0; i < units.size() && lists.size() < MAX_SELECTIONS; i += TITLES) {
      lists.add(units.subList(i, Math.min(units.size(), i + TITLES)));
    }
    while (!lists.isEmpty() && !run.affords(lists.size() + 2)) {
      lists.remove(lists.size() - 1);
    }
    if (lists.isEmpty()) {
      return units;
    }
    List<String> prompts = lists.stream().map(each -> selectPrompt(run, each)).toList();
    List<Optional<ChosenTitles>> replies = fillAll(run.as(SELECTOR), ChosenTitles.class, prompts);
    List<Unit> selected = new ArrayList<>();
    int failed = 0;
    for (int i = 0; i < lists.size(); i++) {
      List<Unit> list = lists.get(i);
      Optional<ChosenTitles> reply = replies.get(i);
      failed += reply.isEmpty() ? 1 : 0;
      for (int j = 0; j < list.size(); j++) {
        if (reply.isEmpty() || reply.get().numbers().contains(j + 1)) {
          selected.add(list.get(j));
        }
      }
    }
    if (failed > 0) {
      run.warn(
          "%d of %d selections of titles failed; all of their titles were used."
              .formatted(failed, lists.size()));
    }
    int seen = lists.stream().mapToInt(List::size).sum();
    warnAboutRest(run, units.size() - seen, units.size());
    return selected;
  }

  private static String selectPrompt(RunContext run, List<Unit> units) {
    String titles =
        IntStream.range(0, units.size())
            .mapToObj(i -> (i + 1) + ". " + units.get(i).title())
            .collect(Collectors.joining("\n"));
    return SELECT.replace("{question}", run.question()).replace("{titles}", titles);
  }

  private List<List<DerivedText.Item>> batches(RunContext run, List<DerivedText.Item> items) {
    int free = run.freeTokens(List.of(new Message.User(MAP + run.question()))) - PROMPT_TOKENS;
    int size = Math.min(BATCH_TOKENS, free);
    List<List<DerivedText.Item>> all = new ArrayList<>();
    List<DerivedText.Item> rest = items;
    while (!rest.isEmpty() && all.size() < batches) {
      List<DerivedText.Item> batch = DerivedText.fitting(run, rest, size);
      all.add(batch);
      rest = rest.subList(batch.size(), rest.size());
    }
    return all;
  }

  private static int affordable(RunContext run, List<List<DerivedText.Item>> parts) {
    int sent = parts.size();
    while (sent > 0 && !run.affords(sent + 1)) {
      sent--;
    }
    return sent;
  }

  private static void warnAboutRest(RunContext run, int rest, int all) {
    if (rest > 0) {
      run.warn(
          "%d of %d summaries (%d %%) were left out, those that are least similar to the question."
              .formatted(rest, all, Math.max(1, Math.round(100.0 * rest / all))));
    }
  }

  private static <T extends Record> List<Optional<T>> fillAll(
      RunContext run, Class<T> form, List<String> prompts) {
    try {
      return run.fillAll(form, prompts);
    } catch (ModelException e) {
      KnownSummaries.requireNotCancelled(e);
      return Collections.nCopies(prompts.size(), Optional.<T>empty());
    }
  }
}
