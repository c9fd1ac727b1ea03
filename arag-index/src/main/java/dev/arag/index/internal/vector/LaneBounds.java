package dev.arag.index.internal.vector;

import dev.arag.index.internal.lanes.LaneBlock;
import dev.arag.index.internal.lanes.LaneProducts;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;

/** By products of floats, the queries as they are. */
final class LaneBounds implements CodeBounds {
  private final LaneProducts products;
  private final List<LaneQuery> queries;
  private final int dimension;

  LaneBounds(LaneProducts products, float[]... queries) {
    this.products = products;
    this.queries = Stream.of(queries).map(query -> new LaneQuery(products, query)).toList();
    dimension = queries[0].length;
  }

  @Override
  public Block block() {
    return new Products(products.block(dimension));
  }

  private final class Products implements Block {
    private final LaneBlock block;

    Products(LaneBlock block) {
      this.block = block;
    }

    @Override
    public int capacity() {
      return block.capacity();
    }

    @Override
    public ByteBuffer codes() {
      return block.rows();
    }

    /** Each query is multiplied when it is asked for: the rows stay in the core's cache. */
    @Override
    public void multiply(int count) {}

    @Override
    public void bound(int query, int count, float[] facts, double[] most) {
      LaneQuery asked = queries.get(query);
      float[] found = block.multiply(asked.padded(), count);
      for (int i = 0; i < count; i++) {
        float scale = facts[RowCode.FACTS * i];
        float residual = facts[RowCode.FACTS * i + 1];
        most[i] = asked.most(found[i], scale, residual);
      }
    }

    @Override
    public void close() {}
  }
}
