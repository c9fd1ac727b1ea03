package dev.arag.pdf;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.apache.pdfbox.pdmodel.font.FontMappers;

/**
 * Parses a PDF in a separate process and records file and network access. It prints a line for each
 * host, and for each file that is neither on the class path nor part of the JDK. With the argument
 * "theirs", it then requests a font from PDFBox, as an application would.
 */
final class FileAccessRecorder {
  private FileAccessRecorder() {}

  public static void main(String[] arguments) throws IOException {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    Path pdf = Path.of(arguments[1]);
    byte[] bytes = Files.readAllBytes(pdf);
    try (Recording recording = new Recording()) {
      for (String event : new String[] {"FileRead", "FileWrite", "SocketRead", "SocketWrite"}) {
        recording.enable("jdk." + event).withoutThreshold();
      }
      recording.start();
      try (InputStream in = new java.io.ByteArrayInputStream(bytes)) {
        out.println(new PdfParser().parse("a.pdf", in).document().build().text());
      }
      if (arguments[0].equals("theirs")) {
        out.println(FontMappers.instance().getFontBoxFont("Planted", null).isFallback());
      }
      recording.stop();
      Path dump = Path.of(arguments[2]);
      recording.dump(dump);
      for (RecordedEvent event : RecordingFile.readAllEvents(dump)) {
        print(event, out);
      }
    }
    out.println("done");
  }

  private static void print(RecordedEvent event, PrintStream out) {
    String where = event.hasField("path") ? event.getString("path") : event.getString("host");
    boolean program = where != null && (where.endsWith(".jar") || where.endsWith(".class"));
    if (where != null && !program && !where.startsWith(System.getProperty("java.home"))) {
      out.println("opened " + where);
    }
  }
}
