package dev.arag.knowledge;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Document;
import dev.arag.graph.Graphs;
import dev.arag.index.Index;
import java.nio.file.Path;
import java.util.List;

/** Documents about two groups of entities, and one without entities that others mention. */
public final class Themes {
  public static final List<Document> ALL =
      List.of(
          Document.of("bridge", "The Old Bridge was designed by Mira Voss."),
          Document.of("voss", "Mira Voss was born in Tarn. Her father was a smith."),
          Document.of("tarn", "Tarn lies in Ilmark. Mira Voss left Tarn early."),
          Document.of("mill", "The Quill Mill was built by Anders Holm."),
          Document.of("holm", "Anders Holm owned a house near Brannock."),
          Document.of("brannock", "Brannock has a market. Anders Holm sold flour in Brannock."),
          Document.of("sea", "A ferry sank at dawn."));

  private Themes() {}

  /** Creates an empty index with mentions. */
  public static Index open(Path directory) {
    return Index.builder(directory)
        .embedder(new HashEmbedder(256))
        .mentions(Graphs.phrases())
        .openOrCreate();
  }

  /** Adds each document in a commit of its own. */
  public static void put(Index index, List<Document> documents) {
    documents.forEach(each -> index.put("test", List.of(each)));
  }
}
