package handbook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arag.connect.GitConnector;
import dev.arag.index.Index;
import dev.arag.index.source.RemoteSourceException;
import dev.arag.index.source.Source;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectTest {
  @TempDir Path folder;

  @Test
  void namesTheLibraryThatTheProjectDoesNotHave() {
    try (Index index =
        Index.builder(folder.resolve("kb.arag")).withoutEmbeddings().openOrCreate()) {
      Source source = Source.of(GitConnector.of(folder.toString(), folder.resolve("cache")));
      RemoteSourceException e =
          assertThrows(RemoteSourceException.class, () -> index.sync(source));
      assertTrue(e.getMessage().contains("org.eclipse.jgit:org.eclipse.jgit"), e.getMessage());
      assertEquals(0, index.stats().documents());
    }
  }
}
