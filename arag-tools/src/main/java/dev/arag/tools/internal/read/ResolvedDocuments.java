package dev.arag.tools.internal.read;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.Slice;
import dev.arag.core.internal.fold.Folding;
import dev.arag.tools.internal.argument.InvalidArgumentException;
import dev.arag.tools.internal.argument.SimilarNames;
import dev.arag.tools.internal.context.ConversationTracker;
import dev.arag.tools.internal.text.QuotedInput;
import dev.arag.tools.internal.text.SingleLine;
import dev.arag.tools.spi.CallContext;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The documents that a model named by their ids, by the ids of their chunks or sections, or by
 * their titles. Documents out of scope are unknown.
 *
 * @param ids the ids of the documents, without duplicates
 * @param unknown the texts, as written by the model, that name no document
 * @param similar known ids that are similar to an unknown text, at most three
 */
public record ResolvedDocuments(List<String> ids, List<String> unknown, List<String> similar) {
  /** The maximum number of documents that one call can name. */
  private static final int MAX_WRITTEN = 50;

  private static final int MAX_NAMED = 3;
  private static final int PAGE_SIZE = 1_000;

  /**
   * Resolves texts written by a model.
   *
   * @throws InvalidArgumentException if there are too many
   */
  public static ResolvedDocuments of(List<String> written, Catalogue catalogue, CallContext call) {
    List<String> texts =
        written.stream().map(String::strip).filter(text -> !text.isEmpty()).distinct().toList();
    if (texts.isEmpty() || texts.size() > MAX_WRITTEN) {
      throw new InvalidArgumentException(
          "\"documents\" must hold 1 to " + MAX_WRITTEN + " ids, was " + texts.size() + ".");
    }
    Set<String> ids = new LinkedHashSet<>();
    entries(catalogue.within(Scope.documents(texts))).map(CatalogueEntry::id).forEach(ids::add);
    List<String> rest = texts.stream().filter(text -> !ids.contains(text)).toList();
    ResolvedIds chunks = ResolvedIds.of(rest, catalogue, ConversationTracker.of(call.tracker()));
    Stream.concat(chunks.passages().stream(), chunks.withoutSection().values().stream())
        .forEach(passage -> ids.add(passage.chunk().location().documentId()));
    return chunks.unknown().isEmpty()
        ? new ResolvedDocuments(List.copyOf(ids), List.of(), List.of())
        : compare(chunks.unknown(), ids, catalogue);
  }

  /** Compares the remaining texts with the ids and titles of all documents. */
  private static ResolvedDocuments compare(
      List<String> texts, Set<String> ids, Catalogue catalogue) {
    List<CatalogueEntry> all = entries(catalogue).toList();
    List<String> unknown = new ArrayList<>();
    for (String text : texts) {
      String wanted = normalize(text);
      Predicate<CatalogueEntry> isNamed =
          entry ->
              normalize(entry.id()).equals(wanted)
                  || normalize(entry.id()).endsWith("/" + wanted)
                  || normalize(entry.title()).equals(wanted);
      List<String> named = all.stream().filter(isNamed).map(CatalogueEntry::id).toList();
      ids.addAll(named);
      if (named.isEmpty()) {
        unknown.add(text);
      }
    }
    List<String> known = all.stream().map(CatalogueEntry::id).toList();
    List<String> similar =
        unknown.stream()
            .flatMap(text -> SimilarNames.of(text, known).stream())
            .distinct()
            .limit(MAX_NAMED)
            .toList();
    return new ResolvedDocuments(List.copyOf(ids), unknown, similar);
  }

  private static String normalize(String text) {
    return Folding.fold(SingleLine.of(text)).text();
  }

  /** Returns all documents in scope, sorted by id. */
  public static Stream<CatalogueEntry> entries(Catalogue catalogue) {
    Catalogue snapshot = catalogue.snapshot();
    return Stream.iterate(Slice.first(PAGE_SIZE), Slice::next)
        .map(snapshot::documents)
        .takeWhile(page -> !page.isEmpty())
        .flatMap(List::stream);
  }

  /** Returns the sentences for the model that name the unknown texts. */
  public String unknownNote() {
    int more = unknown.size() - MAX_NAMED;
    return "No document "
        + quoted(unknown)
        + (more > 0 ? " or " + more + " others" : "")
        + ". "
        + (similar.isEmpty()
            ? "Use ids of documents, or of the sections that a search shows."
            : "Similar: " + quoted(similar) + ".");
  }

  private static String quoted(List<String> texts) {
    return texts.stream()
        .limit(MAX_NAMED)
        .map(QuotedInput::quote)
        .collect(Collectors.joining(", "));
  }
}
