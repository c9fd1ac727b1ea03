package dev.arag.tika.internal.format;

import dev.arag.index.spi.UnreadableSourceException;
import dev.arag.tika.internal.text.CollectedText;
import dev.arag.tika.internal.zip.ZipFormats;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** The type of a file, detected from its first bytes. */
public enum OfficeFileType {
  PACKAGE {
    @Override
    public void read(byte[] bytes, CollectedText reading) throws Exception {
      ZipFormats.read(bytes, reading);
    }
  },
  OLD_OFFICE {
    @Override
    public void read(byte[] bytes, CollectedText reading) throws Exception {
      LegacyOffice.read(bytes, reading);
    }
  },
  RICH_TEXT {
    @Override
    public void read(byte[] bytes, CollectedText reading) throws Exception {
      RichText.read(bytes, reading);
    }
  },
  MAIL {
    @Override
    public void read(byte[] bytes, CollectedText reading) throws Exception {
      new Mail(reading).read(bytes);
    }
  },
  /** A web page with the file name extension of an office file. Some programs export such files. */
  WEB_PAGE {
    @Override
    public void read(byte[] bytes, CollectedText reading) {
      throw new UnreadableSourceException("its content is a web page");
    }
  };

  /** The number of bytes that are examined. */
  private static final int HEAD = 16 * 1024;

  private static final Pattern PAGE_START =
      Pattern.compile("\\s*(<!doctype html|<html|<head|<body)", Pattern.CASE_INSENSITIVE);

  /**
   * The first header line of a mail message. In mailbox files, a {@code From} line comes before it.
   */
  private static final Pattern MAIL_START =
      Pattern.compile("(From [^\\r\\n]*\\r?\\n)?>?[!-9;-~]{1,70}:[ \\t\\r\\n]");

  /**
   * Header names that distinguish a mail message from other text with a colon in the first line.
   */
  private static final Pattern MAIL_FIELD =
      Pattern.compile(
          "^(received|from|to|subject|date|message-id|mime-version|content-type|return-path):",
          Pattern.CASE_INSENSITIVE | Pattern.MULTILINE);

  public abstract void read(byte[] bytes, CollectedText reading) throws Exception;

  /**
   * @throws UnreadableSourceException if the file type is not supported
   */
  public static OfficeFileType of(byte[] bytes) {
    String head = head(bytes);
    if (head.startsWith("PK\u0003\u0004")) {
      return PACKAGE;
    }
    if (head.startsWith("\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1")) {
      return OLD_OFFICE;
    }
    if (head.startsWith("{\\rtf")) {
      return RICH_TEXT;
    }
    if (PAGE_START.matcher(head).lookingAt()) {
      return WEB_PAGE;
    }
    if (MAIL_START.matcher(head).lookingAt() && MAIL_FIELD.matcher(head).find()) {
      return MAIL;
    }
    throw unknown(head);
  }

  private static String head(byte[] bytes) {
    String head = new String(bytes, 0, Math.min(HEAD, bytes.length), StandardCharsets.ISO_8859_1);
    return head.startsWith("\u00EF\u00BB\u00BF") ? head.substring(3) : head;
  }

  private static UnreadableSourceException unknown(String head) {
    if (head.isEmpty()) {
      return new UnreadableSourceException("it is empty");
    }
    if (head.startsWith("%PDF-")) {
      return new UnreadableSourceException("its content is a PDF; rename it to .pdf");
    }
    return new UnreadableSourceException(
        "its content is not an office file, e-book or mail; if it is text, rename it to .txt");
  }
}
