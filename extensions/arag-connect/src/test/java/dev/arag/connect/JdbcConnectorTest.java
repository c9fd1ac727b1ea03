package dev.arag.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.util.Throwables.getStackTrace;

import dev.arag.connect.spi.Entry;
import dev.arag.connect.spi.Listing;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.Slice;
import dev.arag.index.Index;
import dev.arag.index.SmallBatches;
import dev.arag.index.source.RemoteSourceException;
import dev.arag.index.source.Source;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdbcConnectorTest {
  private static final String ROWS =
      "select path as id, body as text, version as updated_at from article";

  @TempDir Path temp;
  private Synced index;

  @BeforeEach
  void create() {
    index = new Synced(temp.resolve("index"));
  }

  @Test
  void storesMetadataAndParsesFiles() throws Exception {
    try (JdbcStore store = new JdbcStore()) {
      store.execute(
          "create table files (id int primary key, text blob, updated_at timestamp, file_name"
              + " varchar, author varchar, pages int, readable_by varchar)");
      store.execute(
          "insert into files values (7, ?, ?, 'a.html', 'Mira', 3, 'group:hr, group:it'), (8, ?,"
              + " null, null, null, null, null)",
          "<h1>Head</h1><p>Body".getBytes(StandardCharsets.UTF_8),
          LocalDateTime.parse("2026-01-01T00:00"),
          "x".getBytes(StandardCharsets.UTF_8));
      JdbcConnector connector = store.connector("select * from files");
      try (Listing listing = connector.list()) {
        Entry entry = listing.next().orElseThrow();
        assertThat(entry.principals()).isEqualTo(Set.of("group:hr", "group:it"));
        assertThat(entry.metadata()).isEqualTo(Map.of("author", "Mira", "pages", 3));
      }
      try (Index index = SmallBatches.builder(temp.resolve("rights")).rights().openOrCreate()) {
        assertThat(Synced.skipped(index.sync(Source.of(connector))))
            .containsOnlyKeys("articles/8")
            .containsValue("its column updated_at is null");
        assertThat(readers(index, "group:it")).containsExactly("articles/7");
        assertThat(readers(index, "group:sales")).isEmpty();
        assertThat(index.within(Scope.readableBy("group:hr")).document("articles/7").orElseThrow())
            .satisfies(each -> assertThat(each.text()).doesNotContain("<p>"))
            .satisfies(each -> assertThat(each.metadata()).containsEntry("author", "Mira"));

        store.execute("update files set readable_by = 'group:sales' where id = 7");
        assertThat(index.sync(Source.of(connector)).updated()).isEqualTo(1);
        assertThat(readers(index, "group:it")).isEmpty();
        assertThat(readers(index, "group:sales")).containsExactly("articles/7");
      }
    }
  }

  private static List<String> readers(Index index, String principal) {
    return index.within(Scope.readableBy(principal)).documents(Slice.first(10)).stream()
        .map(CatalogueEntry::id)
        .toList();
  }

  @Test
  void reportsRowsThatCannotBeRead() throws Exception {
    try (JdbcStore store = new JdbcStore()) {
      store.put("a", "one");
      store.execute("insert into article values ('b', null, 1)");
      JdbcConnector twice = store.connector(ROWS + " union all " + ROWS + " where path = 'a'");
      assertThat(Synced.skipped(index.sync(twice)))
          .containsEntry("articles/a", "the store lists it more than once")
          .containsEntry("articles/b", "its column text is null");
      JdbcConnector none =
          store.connector("select cast(null as varchar) as id, 'x' as text, 1 as updated_at");
      assertThat(Synced.skipped(index.sync(none))).containsEntry("articles/", "a row has no id");
    }
  }

  @Test
  void doesNotMixVersionsOfARow() throws Exception {
    try (JdbcStore store = new JdbcStore()) {
      store.put("a", "one");
      store.put("b", "two");
      try (Listing listing = store.connector().list()) {
        Entry first = listing.next().orElseThrow();
        store.put("a", "changed");
        assertThatThrownBy(() -> listing.read(first))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("changed while");
        Entry second = listing.next().orElseThrow();
        store.delete("b");
        assertThatThrownBy(() -> listing.read(second)).hasMessageContaining("deleted while");
      }
    }
  }

  @Test
  void saysWhatIsWrongWithTheQuery() throws Exception {
    try (JdbcStore store = new JdbcStore()) {
      assertThatThrownBy(() -> index.sync(store.connector("select path as id from article")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("no column text, only id");
      assertThatThrownBy(() -> index.sync(store.connector("select nothing")))
          .isInstanceOf(RemoteSourceException.class)
          .hasMessageContaining("NOTHING");
    }
  }

  @Test
  void showsNoCredentials() throws Exception {
    String url = "jdbc:h2:" + temp.resolve("database") + ";USER=joe;PASSWORD=s3cret";
    JdbcConnector connector =
        JdbcConnector.of("t", url, null, null, "select 1 as id, 'x' as text, 1 as updated_at");
    assertThat(index.sync(connector).added()).isEqualTo(1);
    for (String bad :
        new String[] {url.replace("s3cret", "s3creX"), "jdbc:none:s3cret", url + ";s3cret=1"}) {
      JdbcConnector failing = JdbcConnector.of("t", bad, null, null, "select 1");
      assertThatThrownBy(() -> index.sync(failing))
          .isInstanceOf(RemoteSourceException.class)
          .satisfies(e -> assertThat(getStackTrace(e)).doesNotContain("s3cre", "joe"));
    }
    assertThat(index.texts()).hasSize(1);
  }
}
