package handbook;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FirstStepsTest {
  @Test
  void firstStepsOfTheReadmeRun() throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      FirstSteps.main(new String[0]);
    } finally {
      System.setOut(before);
    }
    String text = printed.toString(StandardCharsets.UTF_8);
    assertTrue(text.contains("Invoices: "), text);
    assertTrue(text.contains("Ines Falk"), text);
    assertTrue(text.contains("SUPPORTED"), text);
  }

  @Test
  void noOtherHttpClientOrLoggerIsOnTheClassPath() {
    assertThrows(
        ClassNotFoundException.class,
        () -> Class.forName("dev.langchain4j.http.client.jdk.JdkHttpClient"));
    assertThrows(
        ClassNotFoundException.class, () -> Class.forName("org.slf4j.nop.NOPServiceProvider"));
    assertFalse(
        java.util.ServiceLoader.load(
                dev.langchain4j.spi.model.embedding.EmbeddingModelFactory.class)
            .iterator()
            .hasNext());
  }
}
