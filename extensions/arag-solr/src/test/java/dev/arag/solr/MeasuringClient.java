package dev.arag.solr;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.common.util.JavaBinCodec;
import org.apache.solr.common.util.NamedList;

/** Counts requests and their bytes. Not thread-safe. */
final class MeasuringClient extends SolrClient {
  private final transient SolrClient client;
  private int requests;
  private long largestResponse;
  private long largestRequest;

  MeasuringClient(SolrClient client) {
    this.client = client;
  }

  int requests() {
    return requests;
  }

  /** The largest response in bytes. */
  long largestResponse() {
    return largestResponse;
  }

  /** The largest request in characters of its parameters. */
  long largestRequest() {
    return largestRequest;
  }

  void reset() {
    requests = 0;
    largestResponse = 0;
    largestRequest = 0;
  }

  @Override
  public NamedList<Object> request(SolrRequest<?> request, String collection)
      throws SolrServerException, IOException {
    NamedList<Object> response = client.request(request, collection);
    requests++;
    Counter counter = new Counter();
    new JavaBinCodec().marshal(response, counter);
    largestResponse = Math.max(largestResponse, counter.bytes);
    if (request.getParams() != null) {
      largestRequest = Math.max(largestRequest, request.getParams().toString().length());
    }
    return response;
  }

  @Override
  public void close() throws IOException {
    client.close();
  }

  private static final class Counter extends OutputStream {
    private long bytes;

    @Override
    public void write(int b) {
      bytes++;
    }

    @Override
    public void write(byte[] b, int off, int len) {
      bytes += len;
    }
  }
}
