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

/** The sentence models of OpenNLP, which decide cases that the rules cannot. Not thread-safe. */
final class OpenNlpModels {
  private static final Map<String, String> RESOURCES =
      Map.of("en", "/opennlp-en-ud-ewt-sentence-1.3-2.5.4.bin");

  /** The length of the text before and after a mark that is passed to a model, in UTF-16 units. */
  private static final int CONTEXT = 48;

  private static final char UNSEEN_CAPITAL = '\u0531';
  private static final char UNSEEN = '\uFFFE';

  private final Map<String, SentenceDetectorME> detectors = new HashMap<>();

  /** The models, loaded at first use. Threads share the immutable models but not the detectors. */
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
   * Returns whether a sentence ends before {@code next}, or {@code otherwise} if there is no model
   * for the language.
   */
  boolean endsSentence(Language language, TextScanner range, int next, boolean otherwise) {
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
   * Replaces characters that are letters only in the JDK's Unicode version or only in the pinned
   * version with characters that no model knows. OpenNLP uses the Unicode version of the JDK, so
   * its result would otherwise depend on the JDK.
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
