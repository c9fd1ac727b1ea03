package dev.arag.solr;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The documents of a source at several times. Each edition adds, changes and deletes documents, and
 * is small enough for one batch, so that a sync publishes it as a whole. The document {@link #ID}
 * has the number of the edition.
 */
final class Editions {
  static final String SOURCE = "s";
  static final String ID = "edition";

  /** A word in all documents that nothing else contains. */
  static final String WORD = "xylograph";

  private static final HashEmbedder EMBEDDER = new HashEmbedder();
  private static final int DOCUMENTS = 24;

  private final List<Document> base;
  private final Map<Integer, Catalogue> corpora = new ConcurrentHashMap<>();

  Editions(long seed) {
    this.base = new RandomDocuments(seed).documents(DOCUMENTS);
  }

  List<Document> documents(int edition) {
    List<Document> documents = new ArrayList<>();
    documents.add(Document.of(ID, edition + " is the number of this " + WORD + ".\n"));
    for (int i = 0; i < base.size(); i++) {
      if ((i + edition) % 7 != 0) {
        boolean isChanged = (i + edition) % 3 == 0;
        String end = isChanged ? "The river in the " + WORD + " " + edition : "An old " + WORD;
        Document each = base.get(i);
        documents.add(Document.of(each.id(), each.text() + "\n" + end + ".\n"));
      }
    }
    return documents;
  }

  /** Returns the number of the edition that a corpus contains. */
  static int number(Catalogue corpus) {
    String text = corpus.document(ID).orElseThrow().text();
    return Integer.parseInt(text.substring(0, text.indexOf(' ')));
  }

  /** Returns a corpus in memory that contains an edition. */
  Catalogue corpus(int edition) {
    return corpora.computeIfAbsent(
        edition,
        number ->
            InMemoryCorpus.ofChunks(EMBEDDER, StoredContents.split(SOURCE, documents(number))));
  }
}
