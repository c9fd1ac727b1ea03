package handbook;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arag.ocr.Tesseract;
import dev.arag.ocr.TesseractException;
import dev.arag.pdf.PdfParser;
import org.junit.jupiter.api.Test;

class OcrTest {
  /** The program may be missing. */
  @Test
  void findsTesseractOrSaysHowToInstallIt() {
    try {
      PdfParser parser = new PdfParser().textRecognition(Tesseract.find());
      assertTrue(parser.fingerprint().contains("eng"), parser.fingerprint());
    } catch (TesseractException e) {
      assertTrue(e.getMessage().contains("nstall"), e.getMessage());
    }
  }
}
