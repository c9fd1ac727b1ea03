package dev.arag.pdf;

import dev.arag.pdf.internal.guard.BuiltInFonts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import java.util.TimeZone;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts.FontName;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.destination.PDPageFitDestination;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.outline.PDDocumentOutline;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.outline.PDOutlineItem;

/** Creates valid PDFs with PDFBox. Public, because tests of other modules use this class. */
public final class SamplePdfs {
  private static final float MARGIN = 72;
  private static final float LEADING = 14;

  private final PDDocument file;

  private SamplePdfs(PDDocument file) {
    this.file = file;
  }

  public interface Drawing {
    void on(SamplePdfs sample) throws IOException;
  }

  /**
   * Creates one page for each text. Each line is drawn separately. A blank line leaves a vertical
   * gap.
   */
  public static byte[] pages(String... pages) {
    return with(sample -> sample.addPages(pages));
  }

  public static byte[] with(Drawing drawing) {
    try {
      return BuiltInFonts.during(() -> drawn(drawing, null));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  static byte[] protectedBy(StandardProtectionPolicy policy, Drawing drawing) throws IOException {
    return BuiltInFonts.during(() -> drawn(drawing, policy));
  }

  static StandardProtectionPolicy policy(String userPassword, boolean mayExtract, int bits) {
    AccessPermission permission = new AccessPermission();
    permission.setCanExtractContent(mayExtract);
    StandardProtectionPolicy policy =
        new StandardProtectionPolicy("owner", userPassword, permission);
    policy.setEncryptionKeyLength(bits);
    return policy;
  }

  private static byte[] drawn(
      Drawing drawing, @org.jspecify.annotations.Nullable StandardProtectionPolicy policy)
      throws IOException {
    try (PDDocument file = new PDDocument()) {
      drawing.on(new SamplePdfs(file));
      if (policy != null) {
        file.protect(policy);
      }
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      file.save(out);
      return out.toByteArray();
    }
  }

  PDDocument file() {
    return file;
  }

  public void addPages(String... pages) throws IOException {
    PDFont font = new PDType1Font(FontName.HELVETICA);
    for (String page : pages) {
      addPage(page, font);
    }
  }

  private void addPage(String text, PDFont font) throws IOException {
    PDPage page = new PDPage();
    file.addPage(page);
    try (PDPageContentStream content = new PDPageContentStream(file, page)) {
      float y = page.getMediaBox().getHeight() - MARGIN;
      for (String line : text.split("\n", -1)) {
        draw(content, font, line, MARGIN, y);
        y -= LEADING;
      }
    }
  }

  static void draw(PDPageContentStream content, PDFont font, String text, float x, float y)
      throws IOException {
    if (!text.isEmpty()) {
      content.beginText();
      content.setFont(font, 11);
      content.newLineAtOffset(x, y);
      content.showText(text);
      content.endText();
    }
  }

  /** Sets the document properties. */
  void describe(String title, String author, String language) {
    Calendar created = Calendar.getInstance(TimeZone.getTimeZone("UTC"));
    created.setTimeInMillis(1_700_000_000_000L);
    file.getDocumentInformation().setTitle(title);
    file.getDocumentInformation().setAuthor(author);
    file.getDocumentInformation().setKeywords("tower, keeper");
    file.getDocumentInformation().setCreationDate(created);
    file.getDocumentCatalog().setLanguage(language);
  }

  /** Adds bookmarks, given as {@code level|title|page}. Levels and pages are counted from 1. */
  public void bookmarks(String... marks) {
    PDDocumentOutline root = new PDDocumentOutline();
    file.getDocumentCatalog().setDocumentOutline(root);
    List<PDOutlineItem> open = new ArrayList<>();
    for (String mark : marks) {
      String[] parts = mark.split("\\|");
      int level = Integer.parseInt(parts[0]);
      PDPageFitDestination place = new PDPageFitDestination();
      place.setPage(file.getPage(Integer.parseInt(parts[2]) - 1));
      PDOutlineItem item = new PDOutlineItem();
      item.setTitle(parts[1]);
      item.setDestination(place);
      open.subList(level - 1, open.size()).clear();
      if (open.isEmpty()) {
        root.addLast(item);
      } else {
        open.get(open.size() - 1).addLast(item);
      }
      open.add(item);
    }
  }
}
