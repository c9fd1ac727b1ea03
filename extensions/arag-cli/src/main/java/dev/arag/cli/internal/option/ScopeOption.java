package dev.arag.cli.internal.option;

import dev.arag.cli.internal.console.CommandOutput;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.Slice;
import dev.arag.core.text.Document;
import dev.arag.tools.internal.argument.EditDistance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/**
 * The options {@code --scope}, {@code --document} and {@code --as}: restrict searches and reads. An
 * index with rights needs {@code --as}.
 */
public final class ScopeOption {
  /** The grammar of a JSON number, so that {@code 007} is only a string. */
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

  @Option(
      names = "--scope",
      paramLabel = "KEY=VALUE",
      description =
          "Use only documents with this metadata: the string VALUE, or the number or"
              + " boolean that VALUE denotes. If repeated, all must match.")
  private List<String> pairs = new ArrayList<>();

  @Option(
      names = "--document",
      paramLabel = "ID",
      description = "Use only the document with this id. If repeated, use all these documents.")
  private List<String> documents = new ArrayList<>();

  @Option(
      names = "--as",
      paramLabel = "PRINCIPAL",
      description = {
        "With an index with rights: use only documents that this reader may read. Repeat the option"
            + " for each group of the reader.",
        "Example: --as user:jo --as group:hr. For documents that everyone may read: --as \"*\"."
      })
  private List<String> principals = new ArrayList<>();

  /** Returns the part of an index that is in scope. Prints a note for each unknown id and key. */
  public Catalogue within(OpenCorpus index, CommandOutput output) {
    warnings(index).forEach(output::note);
    return within(index);
  }

  /** Returns the part of an index that is in scope. */
  public Catalogue within(OpenCorpus index) {
    requireReader(index);
    return index.catalogue().within(scope());
  }

  private void requireReader(OpenCorpus index) {
    boolean hasRights = index.catalogue().hasRights();
    if (hasRights && principals.isEmpty()) {
      throw new UsageException(
          "the index has rights; name the reader with --as, such as --as user:jo, or --as '*' for"
              + " documents that everyone may read");
    }
    if (!hasRights && !principals.isEmpty()) {
      throw new UsageException(
          "--as needs an index with rights; to make one: arag index DIR SOURCE... --rights"
              + " --readable-by PRINCIPAL");
    }
  }

  /** Returns the scope; everything if no option is given. */
  public Scope scope() {
    Scope scope = documents.isEmpty() ? Scope.everything() : scope(documents);
    if (!principals.isEmpty()) {
      scope = scope.and(UsageException.requireValid(() -> Scope.readableBy(principals)));
    }
    for (KeyValue pair : parsed()) {
      scope = scope.and(Scope.in(pair.key(), readings(pair.value())));
    }
    return scope;
  }

  /** Whether one of the options is given. */
  public boolean isSet() {
    return !pairs.isEmpty() || !documents.isEmpty() || !principals.isEmpty();
  }

  /** Describes the scope as the user typed it, sorted; empty if it contains everything. */
  public List<String> describe() {
    return Stream.of(
            pairs.stream(),
            documents.stream().map(id -> "document " + id),
            principals.stream().map(each -> "as " + each))
        .flatMap(each -> each)
        .sorted()
        .toList();
  }

  /** Returns a warning for each key that no document of an index has, with the nearest key. */
  static List<String> keyWarnings(String option, List<String> keys, OpenCorpus index) {
    if (keys.isEmpty()) {
      return List.of();
    }
    return index.metadataKeys().map(known -> keyWarnings(option, keys, known)).orElse(List.of());
  }

  private static List<String> keyWarnings(String option, List<String> keys, List<String> known) {
    return keys.stream()
        .filter(key -> !known.contains(key))
        .distinct()
        .map(key -> option + ": no document has the key \"" + key + "\"" + nearest(key, known))
        .toList();
  }

  private List<KeyValue> parsed() {
    return pairs.stream().map(pair -> KeyValue.parse("--scope", pair)).toList();
  }

  /** The values that an argument can denote. A shell has only strings, but metadata has types. */
  private static Set<Object> readings(String text) {
    Set<Object> readings = new HashSet<>(Set.of(text));
    if (text.equals("true") || text.equals("false")) {
      readings.add(Boolean.valueOf(text));
    }
    if (NUMBER.matcher(text).matches()) {
      readings.add(number(text));
    }
    return readings;
  }

  private static Number number(String text) {
    try {
      return Long.valueOf(text);
    } catch (NumberFormatException notALong) {
      return Double.valueOf(text);
    }
  }

  private static String nearest(String key, List<String> known) {
    return known.stream()
        .min(Comparator.comparingInt(other -> distance(key, other)))
        .map(other -> "; the nearest key is \"" + other + "\"")
        .orElse("; the documents have no metadata");
  }

  /** The prefix of keys that were read from a file counts nothing, because users omit it. */
  private static int distance(String key, String known) {
    String own = Document.OWN_METADATA;
    int whole = EditDistance.between(key, known);
    return known.startsWith(own)
        ? Math.min(whole, EditDistance.between(key, known.substring(own.length())))
        : whole;
  }

  static Scope scope(List<String> ids) {
    return UsageException.requireValid(() -> Scope.documents(ids));
  }

  /** Returns a warning for each document id and each metadata key that is not in an index. */
  public List<String> warnings(OpenCorpus index) {
    requireReader(index);
    List<String> keys = parsed().stream().map(KeyValue::key).toList();
    return Stream.concat(documentWarnings(index), keyWarnings("--scope", keys, index).stream())
        .toList();
  }

  private Stream<String> documentWarnings(OpenCorpus index) {
    Scope readable = principals.isEmpty() ? Scope.everything() : Scope.readableBy(principals);
    Catalogue catalogue = index.catalogue().within(readable);
    return documents.stream()
        .distinct()
        .filter(id -> catalogue.within(scope(List.of(id))).documents(Slice.first(1)).isEmpty())
        .map(id -> "--document: not in the index: " + id + ". To list the ids: arag documents DIR");
  }
}
