package dev.arag.tika.internal.zip;

import dev.arag.tika.internal.text.CollectedText;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import org.apache.poi.openxml4j.opc.OPCPackage;
import org.apache.poi.xssf.eventusermodel.ReadOnlySharedStringsTable;
import org.apache.poi.xssf.eventusermodel.XSSFSheetXMLHandler.SheetContentsHandler;
import org.apache.poi.xssf.extractor.XSSFEventBasedExcelExtractor;
import org.apache.poi.xssf.model.Comments;
import org.apache.poi.xssf.model.StylesTable;
import org.apache.poi.xssf.usermodel.XSSFComment;
import org.apache.tika.exception.RuntimeSAXException;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.microsoft.ooxml.XSSFExcelExtractorDecorator;
import org.jspecify.annotations.Nullable;
import org.xml.sax.SAXException;

/**
 * Reads the sheets of a workbook as Tika's own parser does, and ends a table where rows are
 * missing. Tika could report each missing row, but a sheet may have two billion of them.
 */
final class Sheets extends XSSFExcelExtractorDecorator {
  private final CollectedText reading;

  private Sheets(
      CollectedText reading, ParseContext context, XSSFEventBasedExcelExtractor extractor) {
    super(context, extractor, Locale.ROOT);
    this.reading = reading;
  }

  static void read(OPCPackage parts, CollectedText reading) throws Exception {
    ParseContext context = reading.context();
    Sheets sheets = new Sheets(reading, context, new XSSFEventBasedExcelExtractor(parts));
    sheets.getMetadataExtractor().extract(reading.metadata());
    try {
      sheets.getXHTML(reading.events(), reading.metadata(), context);
    } catch (RuntimeSAXException e) {
      throw e.getCause() instanceof SAXException cause ? cause : e;
    }
  }

  @Override
  public void processSheet(
      SheetContentsHandler handler,
      @Nullable Comments comments,
      StylesTable styles,
      ReadOnlySharedStringsTable strings,
      InputStream in)
      throws IOException, SAXException {
    super.processSheet(new Rows(handler), comments, styles, strings, in);
  }

  private final class Rows implements SheetContentsHandler {
    private final SheetContentsHandler next;
    private int last = -1;

    Rows(SheetContentsHandler next) {
      this.next = next;
    }

    @Override
    public void startRow(int row) {
      if (row > last + 1) {
        reading.events().missingRows();
      }
      last = row;
      next.startRow(row);
    }

    @Override
    public void endRow(int row) {
      next.endRow(row);
    }

    @Override
    public void cell(
        @Nullable String reference, @Nullable String value, @Nullable XSSFComment comment) {
      next.cell(reference, value, comment);
    }

    @Override
    public void headerFooter(String text, boolean isHeader, String name) {
      next.headerFooter(text, isHeader, name);
    }
  }
}
