package dev.arag.strategies.conformance;

import dev.arag.core.text.Document;
import java.util.List;
import java.util.stream.Stream;

/** The small corpus of the conformance test. No model writes a whole sentence of it. */
final class Texts {
  static final String QUESTION = "Where was the engineer who designed the Old Bridge born?";
  static final String QUOTE = "was born in Tarn in 1881";

  /** The documents that contain the answer. */
  static final List<Document> RELEVANT =
      List.of(
          Document.of("bridge", "The Old Bridge was designed by Mira Voss. It has nine arches."),
          Document.of(
              "voss", "Mira Voss " + QUOTE + " as a daughter of a smith. She died in Quill."));

  static final List<Document> OTHERS =
      List.of(
          Document.of("harbour", "The harbour froze in the spring. The old ferry sank at dawn."),
          Document.of("inn", "Snow fell on the village of Tarn. Nobody left the inn for days."),
          Document.of("mill", "The mill at Quill was built by Anders Holm. It burned down twice."),
          Document.of("school", "The school has one teacher. Her name is Orla Venn of Brannock."),
          Document.of("tower", "The tower was designed by Edda Kern. Its bell weighs four tons."),
          Document.of("river", "The river Ilde rises near Brannock. It is full of brown trout."));

  static final List<Document> ALL = Stream.of(RELEVANT, OTHERS).flatMap(List::stream).toList();

  private Texts() {}

  /** Returns the sentences of documents. */
  static List<String> sentences(List<Document> documents) {
    return documents.stream()
        .flatMap(document -> List.of(document.text().split("(?<=\\.) ")).stream())
        .toList();
  }
}
