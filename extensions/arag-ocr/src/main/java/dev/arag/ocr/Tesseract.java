package dev.arag.ocr;

import static java.util.Objects.requireNonNull;

import dev.arag.ocr.internal.GrayImage;
import dev.arag.ocr.internal.TesseractProcess;
import dev.arag.ocr.internal.TsvWords;
import dev.arag.pdf.spi.TextRecognition;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes text with Tesseract 4 or later. Each page runs the program {@code tesseract} of the
 * {@code PATH} as a child process with one thread, without a shell, and for at most 60 seconds. The
 * image and the result are temporary files that only this user can read; they are deleted after
 * each page. If the calling thread is interrupted or the time is over, the process is killed.
 *
 * <p>Thread-safe. Needs no closing.
 */
public final class Tesseract implements TextRecognition {
  /** The language data that a default installation has. */
  public static final String DEFAULT_LANGUAGE = "eng";

  private static final Pattern LANGUAGE = Pattern.compile("[A-Za-z]\\w*(/\\w+)?");
  private static final Duration PAGE_TIME = Duration.ofSeconds(60);
  private static final Duration START_TIME = Duration.ofSeconds(20);

  /** An A4 page at 600 dots per inch has 35 million pixels, which need about 1 GB of memory. */
  private static final long MAX_PIXELS = 36_000_000;

  private static final Map<String, String> TAGS =
      Map.of("chi_sim", "zh-Hans", "chi_tra", "zh-Hant");

  private final List<String> program;
  private final String language;
  private final Duration pageTime;
  private final String version;

  private Tesseract(List<String> program, String language, Duration pageTime, String version) {
    this.program = program;
    this.language = language;
    this.pageTime = pageTime;
    this.version = version;
  }

  /** Finds the program. The language is {@link #DEFAULT_LANGUAGE}. */
  public static Tesseract find() {
    return find(DEFAULT_LANGUAGE);
  }

  /**
   * Finds the program and checks that it has the data of a language.
   *
   * @param language a name of language data of Tesseract, such as {@code deu}, or several that are
   *     separated by {@code +}
   * @throws TesseractException if the program is missing or does not run, or if it lacks the
   *     language. The message says how to install it
   * @throws IllegalArgumentException if this is not such a name
   */
  public static Tesseract find(String language) {
    return find(List.of("tesseract"), language, PAGE_TIME);
  }

  /**
   * @param program the program and its first arguments
   */
  static Tesseract find(List<String> program, String language, Duration pageTime) {
    List<String> languages = List.of(requireNonNull(language, "language").split("\\+", -1));
    for (String each : languages) {
      if (!LANGUAGE.matcher(each).matches()) {
        throw new IllegalArgumentException(
            "'" + language + "' is not a language of Tesseract. Examples: eng, deu, eng+deu.");
      }
    }
    // The first line is "tesseract 5.3.0"; before version 5, it is written as an error.
    String version = output(program, "--version").stream().findFirst().orElse("tesseract");
    List<String> installed = output(program, "--list-langs");
    for (String each : languages) {
      if (!installed.contains(each)) {
        throw new TesseractException(missing(each, installed), null);
      }
    }
    return new Tesseract(List.copyOf(program), language, pageTime, version);
  }

  private static String missing(String language, List<String> installed) {
    return "Tesseract has no data for the language '"
        + language
        + "'. Install it (Debian: apt-get install tesseract-ocr-"
        + language.toLowerCase(Locale.ROOT).replace('_', '-')
        + "), or use one of "
        + installed.stream().skip(1).toList()
        + ".";
  }

  private static List<String> output(List<String> program, String option) {
    try {
      return inFolder(
          folder -> {
            List<String> command = new ArrayList<>(program);
            command.add(option);
            return TesseractProcess.run(command, folder, START_TIME).lines().toList();
          });
    } catch (IOException e) {
      throw new TesseractException(
          "Text recognition needs the program tesseract, which could not be run: "
              + e.getMessage()
              + ". Install Tesseract 4 or later (Debian: apt-get install tesseract-ocr; macOS: brew"
              + " install tesseract), and add its folder to the PATH.",
          e);
    }
  }

  @Override
  public String fingerprint() {
    return version + " " + language;
  }

  @Override
  public Result recognize(BufferedImage page, int dpi) throws IOException {
    requireNonNull(page, "page");
    if ((long) page.getWidth() * page.getHeight() > MAX_PIXELS) {
      throw new IOException("the image has more than " + MAX_PIXELS + " pixels");
    }
    return inFolder(folder -> new Result(TsvWords.read(tsv(folder, page, dpi)), languageTag()));
  }

  private Path tsv(Path folder, BufferedImage page, int dpi) throws IOException {
    Path image = folder.resolve("page.pgm");
    GrayImage.write(page, image);
    List<String> command = new ArrayList<>(program);
    command.addAll(List.of(image.toString(), folder.resolve("words").toString(), "-l", language));
    command.addAll(List.of("--dpi", String.valueOf(dpi), "tsv"));
    TesseractProcess.run(command, folder, pageTime);
    return folder.resolve("words.tsv");
  }

  /** The language as an IETF BCP 47 tag; null if there are several. */
  private @Nullable String languageTag() {
    if (TAGS.containsKey(language)) {
      return TAGS.get(language);
    }
    return Stream.of(Locale.getISOLanguages())
        .filter(each -> new Locale(each).getISO3Language().equals(language))
        .findFirst()
        .orElse(null);
  }

  private interface Work<T> {
    T in(Path folder) throws IOException;
  }

  private static <T> T inFolder(Work<T> work) throws IOException {
    Path folder = Files.createTempDirectory("arag-ocr");
    try {
      return work.in(folder);
    } finally {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.toList()) {
          Files.deleteIfExists(file);
        }
      }
      Files.deleteIfExists(folder);
    }
  }
}
