package dev.arag.records;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.Scope;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.embed.OnnxEmbedder;
import dev.arag.index.source.Source;
import dev.arag.index.sync.SyncReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file with a product in each line, searched with a filter for each request. */
class ProductCatalogueTest {
  private static final LocalDate START = LocalDate.of(2024, 1, 1);

  @TempDir Path folder;

  private record Product(int id, String brand, int price, LocalDate added) {
    static Product of(int id) {
      return new Product(id, "brand-" + id % 10, id * 7 % 500, START.plusDays(id % 365));
    }

    String json() {
      return "{\"id\":%d,\"title\":\"Product %d\",\"body\":\"A %s watch for divers.\",\"brand\":\"%s\",\"price\":%d,\"added\":\"%s\"}"
          .formatted(id, id, id % 2 == 0 ? "steel" : "gold", brand, price, added);
    }
  }

  @Test
  void filtersRowsWithVectors() throws IOException {
    try (Index index =
        Index.builder(folder.resolve("index")).embedder(new HashEmbedder(8)).openOrCreate()) {
      filter(index, 1_000);
      Catalogue view = index.within(Scope.equal("doc.brand", "brand-3"));
      assertThat(view.semanticSearch("a watch for divers", 20))
          .hasSize(20)
          .allMatch(hit -> productOf(hit).brand().equals("brand-3"));
    }
  }

  /** Opening the index selects its embedder automatically. */
  @Test
  void findsRowsByTheirTitles() {
    List<Document> rows =
        List.of(
            row("watch", "Garmin Fenix diving watch", "Water-resistant to 100 m, steel."),
            row("coffee", "De'Longhi coffee machine", "Steel, 1,450 W, 15 bar."),
            row("lamp", "Artemide desk lamp", "Steel, 8 W, with a dimmer."));
    Path directory = folder.resolve("titles");
    try (OnnxEmbedder real = OnnxEmbedder.bgeSmallEnglish();
        Index index = Index.builder(directory).embedder(real).openOrCreate()) {
      index.put("rows", rows);
    }
    try (Index index = Index.open(directory)) {
      assertThat(index.keywordSearch(List.of("Garmin"), 9).hits())
          .extracting(each -> each.location().documentId())
          .containsExactly("watch");
      assertThat(index.semanticSearch("diving watch", 1).get(0).location().documentId())
          .isEqualTo("watch");
      assertThat(index.semanticSearch("coffee machine", 1).get(0).location().documentId())
          .isEqualTo("coffee");
      assertThat(index.document("watch").orElseThrow().text()).isEqualTo(rows.get(0).text());
    }
  }

  private static Document row(String id, String title, String text) {
    return Document.builder(id, text).title(title).build();
  }

  @Tag("full")
  @Test
  void filtersManyRowsWithoutVectors() throws IOException {
    try (Index index = Index.builder(folder.resolve("index")).withoutEmbeddings().openOrCreate()) {
      filter(index, 50_000);
    }
  }

  private void filter(Index index, int rows) throws IOException {
    List<Product> products = IntStream.rangeClosed(1, rows).mapToObj(Product::of).toList();
    Path file = folder.resolve("products.jsonl");
    Files.write(file, products.stream().map(Product::json).toList());
    SyncReport report =
        index.sync(
            Source.path(file)
                .parser(Records.byExtension().fields(RecordFields.defaults().text("body"))));
    assertThat(report.added()).isEqualTo(rows);
    Scope brand = Scope.equal("doc.brand", "brand-3");
    Scope price = Scope.between("doc.price", 100, 200);
    Scope spring = Scope.between("doc.added", START.plusDays(80), START.plusDays(170));
    requireSame(index, products, brand, each -> each.brand().equals("brand-3"));
    requireSame(index, products, price, each -> isBetween(each.price(), 100, 200));
    requireSame(
        index,
        products,
        brand.not().and(price).and(spring),
        each ->
            !each.brand().equals("brand-3")
                && isBetween(each.price(), 100, 200)
                && isBetween(each.id() % 365, 80, 170));
    requireSame(
        index,
        products,
        brand.or(price),
        each -> each.brand().equals("brand-3") || isBetween(each.price(), 100, 200));
  }

  private static boolean isBetween(int value, int low, int high) {
    return value >= low && value <= high;
  }

  private static void requireSame(
      Index index, List<Product> products, Scope scope, Predicate<Product> filter) {
    long expected = products.stream().filter(filter).count();
    var found = index.within(scope).keywordSearch(List.of("watch"), 20);
    assertThat(found.total()).isEqualTo(expected).isPositive();
    assertThat(found.hits()).hasSize(20).allMatch(hit -> filter.test(productOf(hit)));
  }

  private static Product productOf(Hit hit) {
    String id = hit.location().documentId();
    return Product.of(Integer.parseInt(id.substring(id.lastIndexOf('/') + 1)));
  }
}
