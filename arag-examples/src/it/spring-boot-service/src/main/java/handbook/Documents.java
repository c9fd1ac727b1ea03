package handbook;

import dev.arag.index.Index;
import dev.arag.index.Source;
import dev.arag.index.SyncHandle;
import java.nio.file.Path;
import java.util.Map;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Reads the documents in the background when the service has started. */
@RestController
class Documents {
  private final Index index;
  private final Path folder;

  Documents(Index index, @Value("${handbook.documents}") Path folder) {
    this.index = index;
    this.folder = folder;
  }

  @EventListener(ApplicationReadyEvent.class)
  void sync() {
    SyncHandle unused = index.startSync(Source.path(folder).prune());
  }

  @GetMapping("/documents")
  Map<String, Integer> documents() {
    return Map.of("documents", index.stats().documents());
  }
}
