package dev.arag.pdf.internal.guard;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.apache.fontbox.FontBoxFont;
import org.apache.fontbox.ttf.TTFParser;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.io.RandomAccessReadBuffer;
import org.apache.pdfbox.pdmodel.font.CIDFontMapping;
import org.apache.pdfbox.pdmodel.font.FontMapper;
import org.apache.pdfbox.pdmodel.font.FontMappers;
import org.apache.pdfbox.pdmodel.font.FontMapping;
import org.apache.pdfbox.pdmodel.font.PDCIDSystemInfo;
import org.apache.pdfbox.pdmodel.font.PDFontDescriptor;

/**
 * A font mapper that always returns the font in the PDFBox jar on threads that read a PDF for this
 * library. On other threads it delegates to the previous mapper. The default mapper of PDFBox would
 * search system folders and write a cache file to the user's home folder. Text extraction needs no
 * other font, because the PDF itself contains the character and the width of each glyph. It never
 * calls the font a fallback, for which PDFBox would log a warning per font and page.
 */
public final class BuiltInFonts implements FontMapper {
  private static final String FONT = "/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf";

  private static final ThreadLocal<Boolean> READING = ThreadLocal.withInitial(() -> false);

  private final FontMapper others;

  private BuiltInFonts(FontMapper others) {
    this.others = others;
  }

  /** Loads the font on first use. */
  private static final class Only {
    private static final TrueTypeFont FONT = load();

    private static TrueTypeFont load() {
      try (InputStream in = FontMapper.class.getResourceAsStream(BuiltInFonts.FONT)) {
        if (in == null) {
          throw new IllegalStateException("The PDFBox jar has no " + BuiltInFonts.FONT + ".");
        }
        return new TTFParser().parse(RandomAccessReadBuffer.createBufferFromStream(in));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** An operation that must not use system fonts. */
  public interface Work<T> {
    T run() throws IOException;
  }

  public static <T> T during(Work<T> work) throws IOException {
    install();
    READING.set(true);
    try {
      return work.run();
    } finally {
      READING.remove();
    }
  }

  /** Installs the mapper on first use, and again if the application has replaced it. */
  private static synchronized void install() {
    FontMapper present = FontMappers.instance();
    if (!(present instanceof BuiltInFonts)) {
      FontMappers.set(new BuiltInFonts(present));
    }
  }

  @Override
  public FontMapping<TrueTypeFont> getTrueTypeFont(String name, PDFontDescriptor descriptor) {
    return READING.get()
        ? new FontMapping<>(Only.FONT, false)
        : others.getTrueTypeFont(name, descriptor);
  }

  @Override
  public FontMapping<FontBoxFont> getFontBoxFont(String name, PDFontDescriptor descriptor) {
    return READING.get()
        ? new FontMapping<>(Only.FONT, false)
        : others.getFontBoxFont(name, descriptor);
  }

  @Override
  public CIDFontMapping getCIDFont(
      String name, PDFontDescriptor descriptor, PDCIDSystemInfo collection) {
    return READING.get()
        ? new CIDFontMapping(null, Only.FONT, false)
        : others.getCIDFont(name, descriptor, collection);
  }
}
