package dev.arag.tika.internal.format;

import dev.arag.index.spi.UnreadableSourceException;
import dev.arag.tika.internal.text.CollectedText;
import dev.arag.tika.internal.text.ParseFailures;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import org.apache.james.mime4j.codec.DecodeMonitor;
import org.apache.james.mime4j.dom.Body;
import org.apache.james.mime4j.dom.Entity;
import org.apache.james.mime4j.dom.Message;
import org.apache.james.mime4j.dom.Multipart;
import org.apache.james.mime4j.dom.SingleBody;
import org.apache.james.mime4j.dom.address.Address;
import org.apache.james.mime4j.dom.address.Mailbox;
import org.apache.james.mime4j.message.BasicBodyFactory;
import org.apache.james.mime4j.message.DefaultMessageBuilder;
import org.apache.james.mime4j.stream.MimeConfig;
import org.jspecify.annotations.Nullable;

/**
 * Reads a mail message, or a web page that was saved in mail format. If a message contains
 * alternative versions of its text, the last readable version is used, as in mail programs.
 * Attachments, including attached messages, are only listed by name. Tika's mail parser is not
 * used, because it guesses the charset even if the message declares one.
 */
final class Mail {
  /** The maximum depth of nested parts. */
  private static final int MAX_DEPTH = 20;

  private static final int MAX_LINE = 1_000_000;
  private static final int MAX_HEADERS = 10_000;

  private final CollectedText reading;

  Mail(CollectedText reading) {
    this.reading = reading;
  }

  void read(byte[] bytes) throws IOException {
    Message message = parse(bytes);
    if (message.getHeader() == null || message.getHeader().getFields().isEmpty()) {
      throw new UnreadableSourceException("its content is not a mail message");
    }
    addProperties(message);
    append(message, 0);
  }

  private static Message parse(byte[] bytes) throws IOException {
    DefaultMessageBuilder builder = new DefaultMessageBuilder();
    builder.setMimeEntityConfig(
        MimeConfig.custom()
            .setMaxLineLen(MAX_LINE)
            .setMaxHeaderLen(MAX_LINE)
            .setMaxHeaderCount(MAX_HEADERS)
            .build());
    builder.setDecodeMonitor(DecodeMonitor.SILENT);
    builder.setBodyFactory(new BasicBodyFactory());
    return builder.parseMessage(new ByteArrayInputStream(bytes));
  }

  private void addProperties(Message message) {
    String subject = message.getSubject();
    if (subject != null) {
      reading.properties().add("title", List.of(subject));
    }
    reading.properties().add("from", addresses(message.getFrom()));
    reading.properties().add("to", addresses(message.getTo()));
    reading.properties().add("cc", addresses(message.getCc()));
    Date date = message.getDate();
    if (date != null) {
      reading
          .properties()
          .add("date", List.of(DateTimeFormatter.ISO_INSTANT.format(date.toInstant())));
    }
  }

  private static List<String> addresses(@Nullable Iterable<? extends Address> all) {
    List<String> addresses = new ArrayList<>();
    if (all != null) {
      all.forEach(address -> addresses.add(format(address)));
    }
    return addresses;
  }

  private static String format(Address address) {
    return address instanceof Mailbox mailbox && mailbox.getName() != null
        ? mailbox.getName() + " <" + mailbox.getAddress() + ">"
        : address.toString();
  }

  private void append(Entity entity, int depth) throws IOException {
    ParseFailures.stopIfInterrupted();
    if (depth > MAX_DEPTH) {
      throw new UnreadableSourceException("it is nested too deeply");
    }
    Body body = entity.getBody();
    if (body instanceof Multipart multipart) {
      appendParts(multipart, depth);
    } else if (body instanceof SingleBody one && isReadable(entity)) {
      appendText(entity, one);
    } else if (body != null) {
      name(entity);
    }
  }

  private void appendParts(Multipart multipart, int depth) throws IOException {
    if (multipart.getSubType().equalsIgnoreCase("alternative")) {
      Entity best = best(multipart.getBodyParts());
      if (best != null) {
        append(best, depth + 1);
      }
      return;
    }
    for (Entity part : multipart.getBodyParts()) {
      append(part, depth + 1);
    }
  }

  private static @Nullable Entity best(List<Entity> forms) {
    Entity best = null;
    for (Entity form : forms) {
      best = best == null || form.isMultipart() || isReadable(form) ? form : best;
    }
    return best;
  }

  private static boolean isReadable(Entity entity) {
    String type = entity.getMimeType();
    boolean isAttachment = "attachment".equalsIgnoreCase(entity.getDispositionType());
    return !isAttachment && (type.equals("text/plain") || type.equals("text/html"));
  }

  private void appendText(Entity entity, SingleBody body) throws IOException {
    String text = text(entity, body);
    if (entity.getMimeType().equals("text/html")) {
      reading.text().html(text);
    } else {
      reading.text().open("pre");
      reading.text().append(text.replace("\r\n", "\n").strip());
      reading.text().close("pre");
    }
  }

  private String text(Entity entity, SingleBody body) throws IOException {
    try (InputStream in = body.getInputStream()) {
      return new String(reading.limits().read(in), charset(entity));
    }
  }

  private static Charset charset(Entity entity) {
    try {
      return Charset.forName(String.valueOf(entity.getCharset()));
    } catch (IllegalArgumentException e) {
      return StandardCharsets.UTF_8;
    }
  }

  private void name(Entity entity) {
    String name = entity.getFilename();
    String type = entity.getMimeType().toLowerCase(Locale.ROOT);
    boolean isPicture = type.startsWith("image/");
    if (name != null && !isPicture) {
      reading.attachment(name);
    } else if (!isPicture) {
      reading.attachment(type.equals("message/rfc822") ? "a message" : type);
    }
  }
}
