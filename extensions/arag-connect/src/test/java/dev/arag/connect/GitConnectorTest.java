package dev.arag.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.connect.spi.Listing;
import dev.arag.index.source.RemoteSourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GitConnectorTest {
  @TempDir Path temp;

  @Test
  void readsABranchATagAndAFolder() throws Exception {
    Synced index = new Synced(temp.resolve("index"));
    try (GitStore store = new GitStore(temp)) {
      store.put("docs/a.txt", "The first version.");
      store.put("docs/.hidden/b.txt", "hidden");
      store.put("other/c.txt", "other");
      store.put("docs/big.txt", "version https://git-lfs.github.com/spec/v1\noid sha256:1\n");
      Files.createSymbolicLink(store.work().resolve("docs/link.txt"), Path.of("a.txt"));
      store.git().add().addFilepattern(".").call();
      GitConnector all = store.connector();
      store.git().tag().setName("v1").setAnnotated(true).setMessage("any").setSigned(false).call();
      store.git().branchCreate().setName("old").call();
      store.put("docs/a.txt", "The second version.");
      GitConnector docs = store.connector().path("docs/");

      assertThat(Synced.skipped(index.sync(docs)))
          .containsOnlyKeys("handbook/docs/big.txt")
          .containsValue("its content is in Git LFS, which is not supported");
      assertThat(index.texts()).containsOnlyKeys("handbook/docs/a.txt");
      assertThat(index.texts()).containsValue("The second version.");

      Synced other = new Synced(temp.resolve("other"));
      other.sync(all.branch("v1"));
      assertThat(other.texts())
          .containsOnlyKeys("handbook/docs/a.txt", "handbook/other/c.txt")
          .containsValue("The first version.");
      Synced third = new Synced(temp.resolve("third"));
      assertThat(third.sync(all.branch("old")).added()).isEqualTo(2);
      assertThatThrownBy(() -> new Synced(temp.resolve("none")).sync(all.branch("none")))
          .hasMessageContaining("has no branch or tag none");
      Files.writeString(store.work().resolve(".git/HEAD"), "ref: refs/heads/unborn\n");
      assertThatThrownBy(() -> new Synced(temp.resolve("none")).sync(all))
          .hasMessageContaining("has no commits. Set the branch.");
    }
  }

  @Test
  void fetchesNothingIfTheBranchIsUnchanged() throws Exception {
    Synced index = new Synced(temp.resolve("index"));
    try (GitStore store = new GitStore(temp)) {
      store.put("a.txt", "The first version.");
      GitConnector connector = store.connector();
      index.sync(connector);
      List<Path> fetched = packs();
      // A killed process leaves a lock file.
      Path lock = temp.resolve("cache/repository.git/refs/arag/source.lock");
      Files.writeString(lock, "");
      assertThat(Synced.counts(index.sync(connector))).containsExactly(0L, 0L, 1L, 0L);
      assertThat(packs()).isEqualTo(fetched);

      store.git().commit().setAmend(true).setMessage("rewritten").setSign(false).call();
      store.put("b.txt", "Another file.");
      assertThat(Synced.counts(index.sync(store.connector()))).containsExactly(1L, 0L, 1L, 0L);
    }
  }

  private List<Path> packs() throws IOException {
    try (Stream<Path> files = Files.walk(temp.resolve("cache/repository.git/objects"))) {
      return files.sorted().toList();
    }
  }

  @Test
  void keepsTheDocumentsOfARepositoryThatIsGone() throws Exception {
    Synced index = new Synced(temp.resolve("index"));
    try (GitStore store = new GitStore(temp)) {
      store.put("a.txt", "The first version.");
      GitConnector connector = store.connector();
      index.sync(connector);
      try (Listing open = connector.list()) {
        assertThat(open.next()).isPresent();
        assertThatThrownBy(() -> index.sync(connector)).hasMessageContaining("in use");
      }
      Files.move(store.work(), temp.resolve("moved"));
      assertThatThrownBy(() -> index.sync(connector))
          .isInstanceOf(RemoteSourceException.class)
          .hasMessage(
              "The repository %s cannot be read: not found. Check the address.", store.work());
      assertThat(index.texts()).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ssh://git@host/a.git", "git@host:a.git", "host:a.git"})
  void rejectsSsh(String url) {
    assertThatThrownBy(() -> GitConnector.of(url, temp))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("SSH is not supported");
  }
}
