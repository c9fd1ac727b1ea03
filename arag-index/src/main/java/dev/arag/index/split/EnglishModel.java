package dev.arag.index.split;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import opennlp.tools.sentdetect.SentenceDetectorME;
import opennlp.tools.sentdetect.SentenceModel;

/** OpenNLP's English sentence model, asked only where the rules cannot tell. */
final class EnglishModel {
  private static final String RESOURCE = "/opennlp-en-ud-ewt-sentence-1.3-2.5.4.bin";

  /** What the model looks at around a doubtful mark, in UTF-16 units to either side. */
  private static final int CONTEXT = 48;

  private final SentenceDetectorME detector = new SentenceDetectorME(Loaded.MODEL);

  /** Loaded when first asked; models are immutable, detectors belong to one thread. */
  private static final class Loaded {
    static final SentenceModel MODEL = load();

    private static SentenceModel load() {
      try (InputStream in = EnglishModel.class.getResourceAsStream(RESOURCE)) {
        if (in == null) {
          throw new IllegalStateException(
              "The sentence model "
                  + RESOURCE
                  + " is not on the class path. Add opennlp-models-sentdetect-en.");
        }
        return new SentenceModel(in);
      } catch (IOException e) {
        throw new UncheckedIOException("The sentence model " + RESOURCE + " cannot be read.", e);
      }
    }
  }

  /** Whether a sentence ends before {@code next}, judged from the words around it. */
  boolean endsSentence(String text, int from, int next, int to) {
    int start = Math.max(from, next - CONTEXT);
    String around = text.substring(start, Math.min(to, next + CONTEXT));
    for (opennlp.tools.util.Span sentence : detector.sentPosDetect(around)) {
      if (sentence.getStart() == next - start) {
        return true;
      }
    }
    return false;
  }
}
