package dev.arag.cli.internal.option;

import dev.arag.index.spi.IngestLimits;
import dev.arag.ocr.Tesseract;
import dev.arag.pdf.PdfParser;
import java.time.Duration;
import java.util.Map;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The option that reads scanned pages. */
public final class OcrOption {
  /** Recognition takes seconds per page. */
  private static final Duration FILE_TIME = Duration.ofHours(1);

  @Option(
      names = "--ocr",
      arity = "0..1",
      paramLabel = "LANG",
      preprocessor = AttachedLanguage.class,
      description =
          "Recognize the text of scanned pages of PDF files with the program tesseract, which must"
              + " be installed. LANG is a language of tesseract, such as deu, or eng+deu; default: "
              + Tesseract.DEFAULT_LANGUAGE
              + ".")
  private @Nullable String language;

  private @Nullable Tesseract tesseract;

  /** The next argument is a language only if it is part of the same argument. */
  static final class AttachedLanguage implements IParameterPreprocessor {
    @Override
    @SuppressWarnings("JdkObsolete") // of the interface
    public boolean preprocess(
        Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
      if (" ".equals(info.get("separator"))) {
        args.push(Tesseract.DEFAULT_LANGUAGE);
      }
      return false;
    }
  }

  /** Returns the parser for PDF files of sources. */
  PdfParser sourceParser() {
    return parser(IngestLimits.defaults().withParseTime(FILE_TIME));
  }

  /** Returns the parser for uploaded PDF files, which must be read in the time of other files. */
  PdfParser uploadParser() {
    return parser(IngestLimits.defaults());
  }

  private PdfParser parser(IngestLimits limits) {
    PdfParser parser = new PdfParser(limits);
    if (language == null) {
      return parser;
    }
    if (tesseract == null) {
      String given = language;
      tesseract = UsageException.requireValid(() -> Tesseract.find(given));
    }
    return parser.textRecognition(tesseract);
  }
}
