package dev.arag.index.internal.split;

import dev.arag.core.internal.fold.CharacterClass;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import opennlp.tools.sentdetect.SentenceDetectorME;
import opennlp.tools.sentdetect.SentenceModel;
import org.jspecify.annotations.Nullable;

/** OpenNLP's sentence models, used only where the rules cannot decide. Not thread-safe. */
final class OpenNlpModels {
  private static final Map<String, String> RESOURCES =
      Map.of("en", "/opennlp-en-ud-ewt-sentence-1.3-2.5.4.bin");

  /** The text that a model reads on each side of a mark, in UTF-16 units. */
  private static final int CONTEXT = 48;

  private static final char UNSEEN_CAPITAL = '\u0531';
  private static final char UNSEEN = '\uFFFE';

  private final Map<String, SentenceDetectorME> detectors = new HashMap<>();

  /** Loaded on first use; models are immutable, detectors are for one thread. */
  private static final class LoadedModels {
    static final Map<String, SentenceModel> MODELS = load();

    private static Map<String, SentenceModel> load() {
      Map<String, SentenceModel> models = new HashMap<>();
      RESOURCES.forEach((code, resource) -> models.put(code, load(resource)));
      return Map.copyOf(models);
    }

    private static SentenceModel load(String resource) {
      try (InputStream in = OpenNlpModels.class.getResourceAsStream(resource)) {
        if (in == null) {
          throw new IllegalStateException(
              "The sentence model "
                  + resource
                  + " is not on the class path. Add the opennlp-models-sentdetect artifact.");
        }
        return new SentenceModel(in);
      } catch (IOException e) {
        throw new UncheckedIOException("The sentence model " + resource + " cannot be read.", e);
      }
    }
  }

  /**
   * Whether a sentence ends before {@code next}; {@code otherwise} if the language has no model.
   */
  boolean endsSentence(Language language, TextRange range, int next, boolean otherwise) {
    SentenceDetectorME detector = detector(language.code());
    if (detector == null) {
      return otherwise;
    }
    int start = Math.max(range.from(), next - CONTEXT);
    int end = Math.min(range.to(), next + CONTEXT);
    String around = inUnicodeOfJdk(range.text().substring(start, end));
    for (opennlp.tools.util.Span sentence : detector.sentPosDetect(around)) {
      if (sentence.getStart() == next - start) {
        return true;
      }
    }
    return false;
  }

  /**
   * OpenNLP uses the Unicode version of the JDK for upper case. A letter of only one of the two
   * versions, the JDK's and the pinned one, is replaced by a character unknown to every model.
   */
  private static String inUnicodeOfJdk(String text) {
    StringBuilder known = new StringBuilder(text);
    for (int i = 0; i < known.length(); i++) {
      char unit = known.charAt(i);
      if (Character.isLetter(unit) != CharacterClass.isLetter(unit)) {
        known.setCharAt(i, CharacterClass.isUpperCase(unit) ? UNSEEN_CAPITAL : UNSEEN);
      }
    }
    return known.toString();
  }

  private @Nullable SentenceDetectorME detector(String code) {
    if (!RESOURCES.containsKey(code)) {
      return null;
    }
    return detectors.computeIfAbsent(
        code, key -> new SentenceDetectorME(LoadedModels.MODELS.get(key)));
  }
}
