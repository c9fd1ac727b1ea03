package dev.arag.web.internal.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.Slice;
import dev.arag.web.internal.http.HttpFailure;
import dev.arag.web.internal.http.ServerRequest;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The document or the source to which a question is restricted. Exactly one of both is set. Also
 * for JSON.
 *
 * @param title the title of the document, or the name of the source
 */
record QuestionScope(@Nullable String document, @Nullable String source, String title) {
  private static final int MAX_LENGTH = 10_000;

  /**
   * Reads the field {@code within} of a request, such as {@code {"within":{"document":"a.md"}}} or
   * {@code {"within":{"source":"docs"}}}.
   *
   * @return empty if the field is missing or null
   * @throws HttpFailure if the field has another form, or if the documents contain no such document
   *     or source
   */
  static Optional<QuestionScope> read(JsonNode request, Catalogue documents) {
    JsonNode within = request.path("within");
    if (within.isMissingNode() || within.isNull()) {
      return Optional.empty();
    }
    if (within.has("document") == within.has("source")) {
      throw HttpFailure.badRequest("The field within must name a document or a source.");
    }
    return Optional.of(
        within.has("document")
            ? ofDocument(text(within, "document"), documents)
            : ofSource(text(within, "source"), documents));
  }

  private static String text(JsonNode within, String field) {
    String text = ServerRequest.text(within, field, MAX_LENGTH);
    if (text.isBlank()) {
      throw HttpFailure.badRequest("The field " + field + " must not be blank.");
    }
    return text;
  }

  private static QuestionScope ofDocument(String id, Catalogue documents) {
    List<CatalogueEntry> found = documents.within(Scope.documents(id)).documents(Slice.first(1));
    if (found.isEmpty()) {
      throw unknown(id);
    }
    return new QuestionScope(id, null, found.get(0).title());
  }

  static HttpFailure unknown(String document) {
    return HttpFailure.notFound(
        "The document " + document + " is not in the index. It may have been renamed or removed.");
  }

  private static QuestionScope ofSource(String name, Catalogue documents) {
    if (documents.within(Scope.source(name)).documents(Slice.first(1)).isEmpty()) {
      throw HttpFailure.notFound("The index contains no documents of the source " + name + ".");
    }
    return new QuestionScope(null, name, name);
  }

  Scope scope() {
    String id = document;
    return id == null ? Scope.source(title) : Scope.documents(id);
  }
}
