package dev.arag.index.spi.split;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.core.token.TokenCounter;
import java.util.List;
import org.junit.jupiter.api.Test;

class CollidingDocumentsTest {
  private final Splitter splitter =
      new Splitter(Splitter.DEFAULT_CHUNK_TOKENS, TokenCounter.o200k());

  @Test
  void computesKeysThatShareOnlyTheirFirstEightCharacters() {
    assertThat(key(CollidingDocuments.FIRST)).isEqualTo(CollidingDocuments.FIRST_KEY);
    assertThat(key(CollidingDocuments.SECOND)).isEqualTo(CollidingDocuments.SECOND_KEY);
    assertThat(key(CollidingDocuments.OLD)).isEqualTo(CollidingDocuments.OLD_KEY);
    assertThat(key(CollidingDocuments.NEW)).isEqualTo(CollidingDocuments.NEW_KEY);
    assertCollide(CollidingDocuments.FIRST_KEY, CollidingDocuments.SECOND_KEY);
    assertCollide(CollidingDocuments.OLD_KEY, CollidingDocuments.NEW_KEY);
  }

  @Test
  void computesTheSameShortIds() {
    assertThat(ids(CollidingDocuments.FIRST)).isEqualTo(ids(CollidingDocuments.SECOND));
    assertThat(ids(CollidingDocuments.OLD)).isEqualTo(ids(CollidingDocuments.NEW));
  }

  private static void assertCollide(String first, String second) {
    assertThat(first.substring(0, 8)).isEqualTo(second.substring(0, 8));
    assertThat(first.substring(8)).isNotEqualTo(second.substring(8));
  }

  private String key(Document document) {
    return splitter.splitWithKey(document).key();
  }

  private List<String> ids(Document document) {
    return splitter.split(document).stream().map(Chunk::id).map(Object::toString).toList();
  }
}
