package dev.arag.tools.internal.search;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Scope;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.ToolArguments;
import dev.arag.tools.internal.argument.InvalidArgumentException;
import dev.arag.tools.internal.read.ResolvedDocuments;
import dev.arag.tools.spi.CallContext;
import dev.arag.tools.spi.CorpusTool;
import dev.arag.tools.spi.ToolDefinition;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Adds the optional argument {@code documents} to a search, which restricts it to chosen documents.
 *
 * @param catalogue the documents
 * @param searches creates the search in a part of the catalogue
 * @param definition the definition of the search with the additional argument
 */
public record DocumentsArgument(
    Catalogue catalogue, Function<Corpus, CorpusTool> searches, ToolDefinition definition)
    implements CorpusTool {
  private static final String NAME = "documents";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The schema of the argument. */
  private static final String SCHEMA =
      "{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"description\":\"optional: search only"
          + " these documents, given by their ids or by ids of their sections\"}";

  /** Adds the argument to a search. */
  public static CorpusTool addTo(Function<Corpus, CorpusTool> searches, Catalogue catalogue) {
    ToolDefinition search = searches.apply(catalogue).definition();
    try {
      ObjectNode schema = (ObjectNode) JSON.readTree(search.parameters());
      schema.withObjectProperty("properties").set(NAME, JSON.readTree(SCHEMA));
      return new DocumentsArgument(
          catalogue,
          searches,
          new ToolDefinition(search.name(), search.description(), schema.toString()));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("The schema of " + search.name() + " is not JSON.", e);
    }
  }

  @Override
  public Optional<String> example() {
    return searches.apply(catalogue).example();
  }

  @Override
  public String canonicalize(ToolArguments arguments) {
    List<String> documents = written(arguments).stream().map(String::strip).sorted().toList();
    return searches.apply(catalogue).canonicalize(arguments)
        + (documents.isEmpty() ? "" : " in " + documents);
  }

  private static List<String> written(ToolArguments arguments) {
    return arguments.has(NAME) && !arguments.isEmptyList(NAME) ? arguments.texts(NAME) : List.of();
  }

  @Override
  public Observation call(ToolArguments arguments, CallContext call) {
    List<String> written = written(arguments);
    if (written.isEmpty()) {
      return searches.apply(catalogue).call(arguments, call);
    }
    ResolvedDocuments documents = ResolvedDocuments.of(written, catalogue, call);
    if (documents.ids().isEmpty()) {
      throw new InvalidArgumentException(documents.unknownNote());
    }
    if (!documents.unknown().isEmpty()) {
      arguments.addNote(documents.unknownNote());
    }
    Corpus part = catalogue.within(Scope.documents(documents.ids()));
    Observation found = searches.apply(part).call(arguments, call);
    return found.shown().isEmpty()
        ? new Observation.Found("In \"documents\": " + found.text(), List.of())
        : found;
  }
}
