package dev.arag.spring;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.embed.Embedder;
import dev.arag.core.spi.MentionFinder;
import dev.arag.graph.Graphs;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.index.spi.FileFormat;
import dev.arag.index.spi.SentenceRules;
import dev.arag.pdf.PdfParser;
import dev.arag.records.ChunksJsonParser;
import dev.arag.records.Records;
import dev.arag.spring.internal.lifecycle.ActiveRuns;
import dev.arag.spring.internal.lifecycle.AragLifecycle;
import dev.arag.spring.internal.lifecycle.BackgroundSync;
import dev.arag.spring.internal.property.AragProperties;
import dev.arag.spring.internal.property.IndexEmbedder;
import dev.arag.spring.internal.property.InvalidPropertyException;
import dev.arag.spring.internal.property.PropertyBinding;
import dev.arag.tika.TikaParser;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/** Opens the index and syncs it with the sources. */
@AutoConfiguration
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@ConditionalOnProperty("arag.index")
@EnableConfigurationProperties(AragProperties.class)
public final class AragIndexAutoConfiguration {
  private static final Duration DEFAULT_PHASE_TIMEOUT = Duration.ofSeconds(30);

  /** Constructed by Spring. */
  AragIndexAutoConfiguration() {}

  @Bean
  static PropertyBinding aragPropertyBinding() {
    return new PropertyBinding();
  }

  @Bean
  @ConditionalOnMissingBean(Corpus.class)
  IndexEmbedder aragIndexEmbedder(AragProperties properties, ObjectProvider<Embedder> embedder) {
    return new IndexEmbedder(embedder.getIfUnique() == null ? properties.embedder() : null);
  }

  /** Keeps the entity graph of an index that has one. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(Graphs.class)
  static class GraphConfiguration {
    @Bean
    @ConditionalOnMissingBean
    StoredFinders aragStoredFinders() {
      return Graphs::finder;
    }
  }

  /** The finders of mentions that a sync may need, by their fingerprint. */
  interface StoredFinders extends Function<String, Optional<MentionFinder>> {}

  @Bean
  @ConditionalOnMissingBean(Corpus.class)
  Index aragIndex(
      AragProperties properties,
      IndexEmbedder indexEmbedder,
      ObjectProvider<Embedder> embedder,
      ObjectProvider<StoredFinders> finders,
      ObjectProvider<SentenceRules> rules) {
    Index.Builder index = Index.builder(path("arag.index", properties.index()));
    indexEmbedder.configure(index);
    embedder.ifUnique(index::embedder);
    finders.ifUnique(index::knownFinders);
    if (properties.rights()) {
      index.rights();
    }
    index.knownRules(rules.stream().toArray(SentenceRules[]::new));
    return index.openOrCreate();
  }

  @Bean
  @ConditionalOnSingleCandidate(Index.class)
  BackgroundSync aragSync(
      Index index, AragProperties properties, ObjectProvider<FileFormat> parsers) {
    List<FileFormat> all = new ArrayList<>(List.of(ChunksJsonParser.byName()));
    parsers.orderedStream().forEach(all::add);
    all.add(Records.byExtension());
    List<Source> sources = new ArrayList<>();
    for (int i = 0; i < properties.sources().size(); i++) {
      sources.add(source("arag.sources[" + i + "]", properties.sources().get(i), all));
    }
    return new BackgroundSync(index, sources, properties.sync());
  }

  private static Source source(
      String property, AragProperties.SourceProperties properties, List<FileFormat> parsers) {
    Source source = Source.path(path(property + ".path", properties.path()));
    if (properties.name() != null) {
      source =
          InvalidPropertyException.convert(property + ".name", properties.name(), source::name);
    }
    for (Map.Entry<String, String> each : properties.metadata().entrySet()) {
      Source before = source;
      source =
          InvalidPropertyException.convert(
              property + ".metadata",
              each,
              entry -> before.metadata(entry.getKey(), entry.getValue()));
    }
    if (properties.trustSidecars()) {
      source = source.trustSidecars();
    }
    source =
        InvalidPropertyException.convert(
            property + ".readable-by", properties.readableBy(), source::readableBy);
    for (FileFormat parser : parsers) {
      source = source.parser(parser);
    }
    return properties.prune()
        ? InvalidPropertyException.convert(
            property + ".prune-share", properties.pruneShare(), source::prune)
        : source;
  }

  /** Paths are not converted by Spring, which would first look for them on the class path. */
  private static Path path(String property, @Nullable String value) {
    if (value == null) {
      throw new InvalidPropertyException(property, "It must be a path, but has no value.", null);
    }
    return InvalidPropertyException.convert(property, value, Path::of);
  }

  @Bean
  ActiveRuns aragRuns() {
    return new ActiveRuns();
  }

  @Bean
  AragLifecycle aragLifecycle(
      ActiveRuns runs, ObjectProvider<BackgroundSync> sync, Environment environment) {
    Duration timeout =
        Binder.get(environment)
            .bind("spring.lifecycle.timeout-per-shutdown-phase", Duration.class)
            .orElse(DEFAULT_PHASE_TIMEOUT);
    boolean isGraceful =
        !"immediate".equalsIgnoreCase(environment.getProperty("server.shutdown", "graceful"));
    return new AragLifecycle(runs, sync.getIfAvailable(), timeout, isGraceful);
  }

  /** Reads PDF files. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(PdfParser.class)
  static class PdfConfiguration {
    @Bean
    @ConditionalOnMissingBean
    PdfParser aragPdfParser() {
      return new PdfParser();
    }
  }

  /** Reads Office files. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(TikaParser.class)
  static class TikaConfiguration {
    @Bean
    @ConditionalOnMissingBean
    TikaParser aragTikaParser() {
      return new TikaParser();
    }
  }
}
