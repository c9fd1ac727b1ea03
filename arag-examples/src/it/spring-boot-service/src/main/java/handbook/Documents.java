package handbook;

import dev.arag.index.Index;
import dev.arag.index.Source;
import dev.arag.index.SyncHandle;
import dev.arag.index.SyncProgress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
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
  private volatile SyncHandle sync;

  Documents(Index index, @Value("${handbook.documents}") Path folder) {
    this.index = index;
    this.folder = folder;
  }

  @EventListener(ApplicationReadyEvent.class)
  void startSync() {
    sync = index.startSync(Source.path(folder).prune());
  }

  @GetMapping("/documents")
  Map<String, Long> documents() {
    long embedded =
        Optional.ofNullable(sync)
            .flatMap(SyncHandle::progress)
            .map(SyncProgress::embedded)
            .orElse(0L);
    return Map.of("documents", (long) index.documentIds().size(), "embedded", embedded);
  }
}
