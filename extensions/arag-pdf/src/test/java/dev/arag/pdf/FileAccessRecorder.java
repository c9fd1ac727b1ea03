package dev.arag.pdf;

import java.io.ByteArrayInputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.apache.pdfbox.pdmodel.font.FontMappers;

/**
 * Parses a PDF in a separate process and records file and network access. It prints a line for each
 * host, for each file that is neither on the class path nor part of the JDK, and for each file in
 * the home directory. After the line "application", it does the same while it requests a font from
 * PDFBox, as an application would.
 */
final class FileAccessRecorder {
  private final PrintStream out =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
  private final Path dump;

  private FileAccessRecorder(Path dump) {
    this.dump = dump;
  }

  public static void main(String[] arguments) throws Exception {
    byte[] bytes = Files.readAllBytes(Path.of(arguments[0]));
    FileAccessRecorder recorder = new FileAccessRecorder(Path.of(arguments[1]));
    recorder.record(
        () -> {
          InputStream in = new ByteArrayInputStream(bytes);
          int length = PageImage.of(new ByteArrayInputStream(bytes), 1).png().length;
          String text = new PdfParser().parse("a.pdf", in).document().build().text();
          return length > 0 ? text : "no picture";
        });
    recorder.out.println("application");
    recorder.record(() -> FontMappers.instance().getFontBoxFont("Planted", null).isFallback());
    recorder.out.println("done");
  }

  private void record(Callable<?> use) throws Exception {
    try (Recording recording = new Recording()) {
      for (String event : new String[] {"FileRead", "FileWrite", "SocketRead", "SocketWrite"}) {
        recording.enable("jdk." + event).withoutThreshold();
      }
      recording.start();
      out.println(use.call());
      recording.stop();
      recording.dump(dump);
    }
    RecordingFile.readAllEvents(dump).forEach(this::print);
    try (Stream<Path> all = Files.walk(Path.of(System.getProperty("user.home")))) {
      all.filter(Files::isRegularFile).forEach(file -> out.println("file " + file.getFileName()));
    }
  }

  private void print(RecordedEvent event) {
    String where = event.hasField("path") ? event.getString("path") : event.getString("host");
    boolean program = where != null && (where.endsWith(".jar") || where.endsWith(".class"));
    if (where != null && !program && !where.startsWith(System.getProperty("java.home"))) {
      out.println("opened " + where);
    }
  }
}
