package dev.arag.pdf.internal.guard;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSInputStream;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.filter.DecodeOptions;
import org.apache.pdfbox.filter.FilterFactory;
import org.apache.pdfbox.io.RandomAccessInputStream;
import org.apache.pdfbox.io.RandomAccessRead;
import org.apache.pdfbox.io.RandomAccessReadView;
import org.apache.pdfbox.io.RandomAccessStreamCache;

/**
 * A stream of an untrusted file. It counts decoded bytes against the budget. It decodes images only
 * while a page is drawn, and only in the formats that PDFBox decodes without a further library. All
 * access to the decoded bytes goes through {@link #view}.
 */
final class GuardedStream extends COSStream {
  private static final Set<COSName> IMAGES =
      Set.of(
          COSName.DCT_DECODE,
          COSName.DCT_DECODE_ABBREVIATION,
          COSName.CCITTFAX_DECODE,
          COSName.CCITTFAX_DECODE_ABBREVIATION);

  private static final Set<COSName> NO_IMAGES =
      Set.of(
          COSName.FLATE_DECODE,
          COSName.FLATE_DECODE_ABBREVIATION,
          COSName.LZW_DECODE,
          COSName.LZW_DECODE_ABBREVIATION,
          COSName.ASCII_HEX_DECODE,
          COSName.ASCII_HEX_DECODE_ABBREVIATION,
          COSName.ASCII85_DECODE,
          COSName.ASCII85_DECODE_ABBREVIATION,
          COSName.RUN_LENGTH_DECODE,
          COSName.RUN_LENGTH_DECODE_ABBREVIATION,
          COSName.CRYPT);

  /**
   * The maximum length of a predictor line. The file sets this length, and the decoder buffers two
   * lines.
   */
  private static final long PREDICTOR_BITS = 8L * 1024 * 1024;

  /** The maximum number of entries in a cross-reference stream, and the heap use of one entry. */
  private static final int MAX_ENTRIES = 1_000_000;

  private static final long ENTRY_BYTES = 120;

  /** The maximum length of a function's program and of the data of a mesh, in bytes. */
  private static final int MAX_PROGRAM = 8 * 1024;

  private static final int MAX_MESH = 32 * 1024;

  /** Interpolation between the samples of a function takes 2^n steps for n inputs. */
  private static final int MAX_INPUTS = 8;

  private final RandomAccessStreamCache cache;
  private final WorkBudget budget;

  GuardedStream(RandomAccessStreamCache cache, RandomAccessReadView raw, WorkBudget budget)
      throws IOException {
    super(cache, raw);
    this.cache = cache;
    this.budget = budget;
  }

  /**
   * Returns a single filter as a list with one element, which has the same meaning. Otherwise
   * PDFBox would bypass {@link #createView} for page contents whose only filter is {@code
   * /FlateDecode}.
   */
  @Override
  public COSBase getFilters() {
    COSBase filters = super.getFilters();
    return filters instanceof COSName ? new COSArray(List.of(filters)) : filters;
  }

  @Override
  public COSInputStream createInputStream(DecodeOptions options) throws IOException {
    RandomAccessRead decoded = view(options);
    RandomAccessReadView whole = new RandomAccessReadView(decoded, 0, decoded.length(), true);
    return new COSStream(cache, whole).createInputStream();
  }

  @Override
  public RandomAccessRead createView() throws IOException {
    return view(DecodeOptions.DEFAULT);
  }

  private RandomAccessRead view(DecodeOptions options) throws IOException {
    try {
      return new MeteredInput(decoded(options), meter());
    } catch (IOException e) {
      budget.addUndecodedStream();
      throw e;
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      budget.addUndecodedStream();
      throw new IOException("the data of a PDF stream cannot be decoded: " + e, e);
    }
  }

  private RandomAccessRead decoded(DecodeOptions options) throws IOException {
    List<COSName> filters = filterNames();
    long width = entryWidth();
    RandomAccessRead decoded = filters.isEmpty() ? plain() : unpacked(filters, width, options);
    if (width > 0) {
      budget.addObjectBytes(decoded.length() / width * ENTRY_BYTES);
    }
    requireSimple(decoded);
    if (!COSName.IMAGE.equals(getCOSName(COSName.SUBTYPE))) {
      CMapRanges.check(decoded, budget);
      decoded.seek(0);
    }
    return decoded;
  }

  /** PDFBox evaluates a function for each pixel, and each triangle of a mesh may cover the page. */
  private void requireSimple(RandomAccessRead decoded) throws IOException {
    long length = decoded.length();
    boolean isProgram = FunctionPrograms.isProgram(this);
    COSArray domain = getCOSArray(COSName.DOMAIN);
    if ((isProgram && length > MAX_PROGRAM)
        || (getInt(COSName.FUNCTION_TYPE, -1) == 0
            && domain != null
            && domain.size() > 2 * MAX_INPUTS)
        || (getInt(COSName.SHADING_TYPE, 0) > 3 && length > MAX_MESH)) {
      throw new IOException("a function or a shading is too complex to be drawn");
    }
    if (isProgram) {
      byte[] program = new byte[(int) length];
      decoded.readFully(program);
      decoded.seek(0);
      FunctionPrograms.steps(program);
    }
  }

  private RandomAccessRead plain() throws IOException {
    budget.addDecodedBytes(Math.max(1, getLength()));
    return super.createView();
  }

  private RandomAccessRead unpacked(List<COSName> filters, long width, DecodeOptions options)
      throws IOException {
    long limit = width == 0 ? Long.MAX_VALUE : width * MAX_ENTRIES;
    InputStream in = createRawInputStream();
    BoundedBuffer out = new BoundedBuffer(budget, getLength(), limit);
    for (int i = 0; i < filters.size(); i++) {
      if (i > 0) {
        in = new RandomAccessInputStream(out.read());
        out = new BoundedBuffer(budget, out.length(), limit);
      }
      COSName filter = filters.get(i);
      if (IMAGES.contains(filter)) {
        in = ImageSize.checked(in, filter, this, parameters(i));
      }
      FilterFactory.INSTANCE.getFilter(filter).decode(in, out, this, i, options);
    }
    budget.addDecodedBytes(1);
    return out.read();
  }

  /** Applies a duplicate filter only once, as PDFBox does. Only malformed files have duplicates. */
  private List<COSName> filterNames() throws IOException {
    Set<COSName> names = new LinkedHashSet<>();
    if (getFilters() instanceof COSArray filters) {
      for (int i = 0; i < filters.size(); i++) {
        names.add(requireKnown(filters.getObject(i)));
        checkPredictor(i);
      }
    }
    return new ArrayList<>(names);
  }

  private COSName requireKnown(COSBase filter) throws IOException {
    if (filter instanceof COSName name
        && (NO_IMAGES.contains(name) || (budget.isDrawing() && IMAGES.contains(name)))) {
      return name;
    }
    throw new IOException(
        "a PDF stream has the filter "
            + filter
            + ", which is "
            + (budget.isDrawing() ? "not supported" : "for images or unknown"));
  }

  private void checkPredictor(int filter) throws IOException {
    COSDictionary parameters = parameters(filter);
    long bits = parameters.getInt(COSName.COLUMNS, 1);
    bits *= Math.max(1, Math.min(32, parameters.getInt(COSName.COLORS, 1)));
    bits *= Math.max(1, Math.min(32, parameters.getInt(COSName.BITS_PER_COMPONENT, 8)));
    if (bits < 0 || bits > PREDICTOR_BITS) {
      throw new IOException(
          "the predictor of a PDF stream has lines of "
              + bits
              + " bits, more than the limit of "
              + PREDICTOR_BITS);
    }
  }

  /** Returns the parameters of a filter; empty if the file has none. */
  private COSDictionary parameters(int filter) {
    COSBase all = getDictionaryObject(COSName.DECODE_PARMS, COSName.DP);
    COSBase own =
        all instanceof COSArray list && filter < list.size() ? list.getObject(filter) : all;
    return own instanceof COSDictionary parameters ? parameters : new COSDictionary();
  }

  /** Returns the length of one entry in a cross-reference stream; 0 for other streams. */
  private long entryWidth() throws IOException {
    COSArray widths = getCOSArray(COSName.W);
    if (widths == null || widths.size() != 3) {
      return 0;
    }
    long width = (long) widths.getInt(0, 0) + widths.getInt(1, 0) + widths.getInt(2, 0);
    if (width < 1) {
      throw new IOException("a cross-reference stream declares entries of zero length");
    }
    return width;
  }

  private LongConsumer meter() {
    COSName type = getCOSName(COSName.TYPE);
    return COSName.OBJ_STM.equals(type) || containsKey(COSName.FIRST)
        ? budget::addObjectBytes
        : budget::addOperandBytes;
  }
}
