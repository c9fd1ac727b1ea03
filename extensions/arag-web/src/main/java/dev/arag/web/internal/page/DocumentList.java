package dev.arag.web.internal.page;

import static java.util.Comparator.comparing;
import static java.util.Comparator.nullsLast;
import static java.util.Comparator.reverseOrder;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.Slice;
import dev.arag.web.internal.http.HttpFailure;
import dev.arag.web.internal.http.ServerRequest;
import java.io.IOException;
import java.text.Collator;
import java.text.Normalizer;
import java.text.ParseException;
import java.text.RuleBasedCollator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Lists the documents in pages. A catalogue lists by id only, so a filter or another order reads
 * all entries for each page. The memory is bounded: only the rows up to the end of the page are
 * kept, and at most {@value #MAX_SORTED} of them.
 */
public final class DocumentList {
  private static final int MAX_PAGE_SIZE = 100;
  private static final int MAX_FILTER_LENGTH = 200;
  private static final int MAX_NAME_LENGTH = 10_000;
  private static final int READ_SIZE = 1_000;

  /** The documents that can be reached in an order other than that of the ids. */
  private static final int MAX_SORTED = 10_000;

  /** The documents that are compared with a filter. */
  private static final int MAX_READ = 200_000;

  /** The dates that the parsers and users set, the one of the last change first. */
  private static final List<String> DATES =
      List.of("modified", "date", "created", "doc.modified", "doc.date", "doc.created");

  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}(?!\\d).*");
  private static final Pattern SPACES = Pattern.compile("\\s+");

  /** Unicode decomposes letters with accents, but not those with a stroke. */
  private static final String STROKES = "&D;đ,Đ&H;ħ,Ħ&L;ł,Ł&O;ø,Ø&T;ŧ,Ŧ";

  /** Sorts accented letters next to their base letters. */
  private static final Collator TITLES = titles();

  private final Catalogue documents;
  private final Supplier<@Nullable Long> total;

  /**
   * @param total returns the number of all documents; null if it is not known
   */
  public DocumentList(Catalogue documents, Supplier<@Nullable Long> total) {
    this.documents = documents;
    this.total = total;
  }

  /**
   * A document.
   *
   * @param date the date in its metadata, in ISO 8601; null if there is none
   */
  record EntryView(
      String id,
      @Nullable String source,
      String title,
      long characters,
      int chunks,
      @Nullable String date) {
    static EntryView of(CatalogueEntry entry) {
      return new EntryView(
          entry.id(),
          entry.source(),
          entry.title(),
          entry.characters(),
          entry.chunks(),
          DATES.stream()
              .map(entry.metadata()::get)
              .filter(value -> value instanceof String text && DATE.matcher(text).matches())
              .map(String.class::cast)
              .findFirst()
              .orElse(null));
    }
  }

  /**
   * A page of the list.
   *
   * @param total the number of documents on all pages
   * @param reachable the number of documents that a page can show in this order
   * @param note what the reader should know about the list; null if nothing
   */
  record ListView(List<EntryView> documents, long total, long reachable, @Nullable String note) {}

  /** The orders of the list. Documents that are equal in an order are sorted by id. */
  private enum Order {
    ID(null),
    TITLE(comparing(EntryView::title, (one, other) -> TITLES.compare(one, other))),
    SOURCE(comparing(EntryView::source, nullsLast(Comparator.naturalOrder()))),
    DATE(comparing(EntryView::date, nullsLast(reverseOrder())));

    /** Null for the order of a catalogue. */
    @SuppressWarnings("ImmutableEnumChecker") // These comparators do not change.
    private final @Nullable Comparator<EntryView> comparator;

    Order(@Nullable Comparator<EntryView> comparator) {
      this.comparator = comparator;
    }

    static Order of(String name) {
      for (Order each : values()) {
        if (each.name().toLowerCase(Locale.ROOT).equals(name)) {
          return each;
        }
      }
      throw HttpFailure.badRequest("The order must be id, title, source or date.");
    }
  }

  private static Collator titles() {
    RuleBasedCollator root = (RuleBasedCollator) Collator.getInstance(Locale.ROOT);
    try {
      Collator collator = new RuleBasedCollator(root.getRules() + STROKES);
      collator.setStrength(Collator.TERTIARY);
      collator.setDecomposition(Collator.CANONICAL_DECOMPOSITION);
      return collator;
    } catch (ParseException e) {
      throw new IllegalStateException(e);
    }
  }

  public void list(ServerRequest request) throws IOException {
    int size = Math.min(MAX_PAGE_SIZE, Math.max(1, request.number("size", 25)));
    Slice page = new Slice(request.number("offset", 0), size);
    Order order = Order.of(request.parameter("sort").orElse("id"));
    List<String> words = words(request.parameter("filter").orElse(""));
    Optional<String> source = request.parameter("source");
    Long all = words.isEmpty() && source.isEmpty() && order.comparator == null ? total.get() : null;
    request.json(
        200,
        all == null
            ? new Reading(page, order.comparator, words).read(within(source).snapshot())
            : new ListView(entries(documents, page), all, all, null));
  }

  private static List<String> words(String filter) {
    if (filter.length() > MAX_FILTER_LENGTH) {
      throw HttpFailure.badRequest(
          "The filter is longer than " + MAX_FILTER_LENGTH + " characters.");
    }
    String folded = folded(filter).strip();
    return folded.isEmpty() ? List.of() : List.of(SPACES.split(folded));
  }

  private Catalogue within(Optional<String> source) {
    if (source.filter(name -> name.isBlank() || name.length() > MAX_NAME_LENGTH).isPresent()) {
      throw HttpFailure.badRequest("The name of the source is not valid.");
    }
    return source.map(name -> documents.within(Scope.source(name))).orElse(documents);
  }

  private static List<EntryView> entries(Catalogue documents, Slice slice) {
    return documents.documents(slice).stream().map(EntryView::of).toList();
  }

  /** File names of macOS contain accents as separate characters. */
  private static String folded(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
  }

  /** Reads all entries, and keeps those of one page. */
  private static final class Reading {
    private final Slice page;
    private final List<String> words;

    /** The rows up to the end of the page, the last one first; null without an order. */
    private final @Nullable PriorityQueue<EntryView> sorted;

    private final @Nullable Comparator<EntryView> comparator;
    private final List<EntryView> rows = new ArrayList<>();
    private long count;

    Reading(Slice page, @Nullable Comparator<EntryView> order, List<String> words) {
      this.page = page;
      this.words = words;
      comparator = order == null ? null : order.thenComparing(EntryView::id);
      sorted = comparator == null ? null : new PriorityQueue<>(comparator.reversed());
    }

    ListView read(Catalogue documents) {
      int end = (int) Math.min(Integer.MAX_VALUE, (long) page.offset() + page.size());
      if (sorted != null && end > MAX_SORTED) {
        throw HttpFailure.badRequest(
            "In this order, only the first " + MAX_SORTED + " documents can be shown.");
      }
      int read = 0;
      int found = READ_SIZE;
      while (found == READ_SIZE && read < MAX_READ) {
        List<EntryView> some = entries(documents, new Slice(read, READ_SIZE));
        some.stream().filter(this::matches).forEach(each -> add(each, end));
        found = some.size();
        read += found;
      }
      String note =
          found == READ_SIZE ? "Only the first " + MAX_READ + " documents were compared." : null;
      return new ListView(
          page(), count, sorted == null ? count : Math.min(count, MAX_SORTED), note);
    }

    private boolean matches(EntryView entry) {
      if (words.isEmpty()) {
        return true;
      }
      String text = folded(entry.title() + "\n" + entry.id());
      return words.stream().allMatch(text::contains);
    }

    private void add(EntryView entry, int end) {
      if (sorted != null) {
        sorted.add(entry);
        if (sorted.size() > end) {
          sorted.remove();
        }
      } else if (count >= page.offset() && count < end) {
        rows.add(entry);
      }
      count++;
    }

    private List<EntryView> page() {
      return sorted == null
          ? List.copyOf(rows)
          : sorted.stream().sorted(comparator).skip(page.offset()).toList();
    }
  }
}
