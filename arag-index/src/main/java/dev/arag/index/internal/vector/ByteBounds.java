package dev.arag.index.internal.vector;

import dev.arag.index.internal.product.ByteProducts;
import dev.arag.index.internal.product.ProductBlock;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;

/** By products of whole numbers, each query in two digits. */
final class ByteBounds implements CodeBounds {
  private final ByteProducts products;
  private final List<CodedQuery> queries;
  private final int dimension;
  private final byte[] columns;

  ByteBounds(ByteProducts products, float[]... queries) {
    this.products = products;
    this.queries = Stream.of(queries).map(CodedQuery::new).toList();
    dimension = queries[0].length;
    columns = new byte[2 * queries.length * dimension];
    for (int i = 0; i < queries.length; i++) {
      this.queries.get(i).put(columns, i, queries.length);
    }
  }

  @Override
  public Block block() {
    return new Products(products.block(dimension, columns));
  }

  private final class Products implements Block {
    private final ProductBlock block;
    private int[] found = {};

    Products(ProductBlock block) {
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

    @Override
    public void multiply(int count) {
      found = block.multiply(count);
    }

    @Override
    public void bound(int query, int count, float[] facts, double[] most) {
      CodedQuery coded = queries.get(query);
      int columnCount = 2 * queries.size();
      for (int i = 0; i < count; i++) {
        int at = i * columnCount + 2 * query;
        float scale = facts[RowCode.FACTS * i];
        float residual = facts[RowCode.FACTS * i + 1];
        most[i] = coded.most(found[at], found[at + 1], scale, residual);
      }
    }

    @Override
    public void close() {
      block.close();
    }
  }
}
