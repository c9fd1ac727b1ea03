package handbook;

import dev.arag.index.Index;
import dev.arag.index.source.Source;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import java.nio.file.Path;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Indexes the documents when the service starts. */
class Documents {
  void sync(
      @Observes StartupEvent started,
      Index index,
      @ConfigProperty(name = "handbook.documents") Path folder) {
    index.sync(Source.path(folder).prune());
  }
}
