package dev.arag.campaigns.bench;

import java.io.IOException;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.KnnVectorsReader;
import org.apache.lucene.codecs.KnnVectorsWriter;
import org.apache.lucene.codecs.hnsw.FlatVectorScorerUtil;
import org.apache.lucene.codecs.lucene99.Lucene99FlatVectorsFormat;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;

/**
 * Lucene's flat vector format under a name that is registered as a service, so that Lucene can
 * reopen the index.
 */
public final class FlatFormat extends KnnVectorsFormat {
  private final KnnVectorsFormat flat =
      new Lucene99FlatVectorsFormat(FlatVectorScorerUtil.getLucene99FlatVectorsScorer());

  public FlatFormat() {
    super("BenchFlat");
  }

  @Override
  public KnnVectorsWriter fieldsWriter(SegmentWriteState state) throws IOException {
    return flat.fieldsWriter(state);
  }

  @Override
  public KnnVectorsReader fieldsReader(SegmentReadState state) throws IOException {
    return flat.fieldsReader(state);
  }

  @Override
  public int getMaxDimensions(String field) {
    return flat.getMaxDimensions(field);
  }
}
