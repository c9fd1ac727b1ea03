package dev.arag.campaigns.bench;

import dev.arag.core.embed.Embedding;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.lucene912.Lucene912Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.VectorScorer;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/** A Lucene index with the vectors of a matrix. It has one segment and uses default settings. */
final class LuceneIndex implements Closeable {
  private static final String VECTOR = "vector";
  private static final String ROW = "row";

  private final Directory directory;
  private final DirectoryReader reader;
  private final IndexSearcher searcher;

  private LuceneIndex(Directory directory) throws IOException {
    this.directory = directory;
    reader = DirectoryReader.open(directory);
    searcher = new IndexSearcher(reader);
  }

  static Path flatFolder(Matrix matrix) {
    return matrix.folder().resolve("lucene-flat");
  }

  static Path graphFolder(Matrix matrix) {
    return matrix.folder().resolve("lucene-graph");
  }

  static LuceneIndex open(Path folder) throws IOException {
    return new LuceneIndex(FSDirectory.open(folder));
  }

  /** Writes an index that contains the vectors and an HNSW graph. */
  static void writeGraph(Path folder, Iterable<float[]> vectors) throws IOException {
    try (IndexWriter writer = writer(folder, new Lucene912Codec())) {
      int row = 0;
      for (float[] vector : vectors) {
        writer.addDocument(document(row++, vector));
      }
      writer.forceMerge(1);
    }
  }

  /** Writes an index that contains the vectors of a matrix but no HNSW graph. */
  static void writeFlat(Matrix matrix) throws IOException {
    Codec codec =
        new Lucene912Codec() {
          @Override
          public KnnVectorsFormat getKnnVectorsFormatForField(String field) {
            return new FlatFormat();
          }
        };
    try (IndexWriter writer = writer(flatFolder(matrix), codec)) {
      int[] row = {0};
      FloatRows.read(matrix, vector -> add(writer, document(row[0]++, vector)));
      writer.forceMerge(1);
    }
  }

  private static IndexWriter writer(Path folder, Codec codec) throws IOException {
    return new IndexWriter(FSDirectory.open(folder), new IndexWriterConfig().setCodec(codec));
  }

  private static void add(IndexWriter writer, Document document) {
    try {
      writer.addDocument(document);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Document document(int row, float[] vector) {
    Document document = new Document();
    document.add(new KnnFloatVectorField(VECTOR, vector, VectorSimilarityFunction.DOT_PRODUCT));
    document.add(new NumericDocValuesField(ROW, row));
    return document;
  }

  /**
   * Finds the ten best rows with the graph.
   *
   * @param candidates the number of candidates, at least ten; more candidates improve recall
   */
  List<Long> nearest(Embedding query, int candidates) throws IOException {
    KnnFloatVectorQuery knnQuery = new KnnFloatVectorQuery(VECTOR, query.toArray(), candidates);
    List<Long> rows = new ArrayList<>();
    for (ScoreDoc found : searcher.search(knnQuery, TopTen.COUNT).scoreDocs) {
      rows.add(row(found.doc));
    }
    return rows;
  }

  /** Finds the ten best rows by scoring all rows with Lucene's scorer. */
  List<Long> exact(Embedding query) throws IOException {
    LeafReaderContext leaf = reader.leaves().get(0);
    VectorScorer scorer = leaf.reader().getFloatVectorValues(VECTOR).scorer(query.toArray());
    DocIdSetIterator documents = scorer.iterator();
    TopTen best = new TopTen();
    int document = documents.nextDoc();
    while (document != DocIdSetIterator.NO_MORE_DOCS) {
      best.add(document, scorer.score());
      document = documents.nextDoc();
    }
    List<Long> rows = new ArrayList<>();
    for (long found : best.rows()) {
      rows.add(row((int) found));
    }
    return rows;
  }

  private long row(int document) throws IOException {
    LeafReaderContext leaf = reader.leaves().get(0);
    NumericDocValues rows = leaf.reader().getNumericDocValues(ROW);
    if (!rows.advanceExact(document - leaf.docBase)) {
      throw new IOException("Document " + document + " has no row");
    }
    return rows.longValue();
  }

  @Override
  public void close() throws IOException {
    reader.close();
    directory.close();
  }
}
