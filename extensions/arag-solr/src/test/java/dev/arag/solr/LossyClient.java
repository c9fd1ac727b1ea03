package dev.arag.solr;

import java.io.IOException;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.common.SolrDocumentList;
import org.apache.solr.common.util.NamedList;

/**
 * Removes a document from responses, as Solr does if the document was deleted after its id was
 * selected and before its fields were read.
 */
final class LossyClient extends SolrClient {
  private final SolrClient client;
  private int losses;
  private int lost;

  LossyClient(SolrClient client) {
    this.client = client;
  }

  /** Sets how many of the next responses with documents lose one. */
  void lose(int responses) {
    losses = responses;
    lost = 0;
  }

  /** Returns how many responses have lost a document. */
  int lost() {
    return lost;
  }

  @Override
  public NamedList<Object> request(SolrRequest<?> request, String collection)
      throws SolrServerException, IOException {
    NamedList<Object> response = client.request(request, collection);
    if (lost < losses
        && response.get("response") instanceof SolrDocumentList documents
        && !documents.isEmpty()) {
      documents.remove(documents.size() - 1);
      documents.setNumFound(documents.getNumFound() - 1);
      lost++;
    }
    return response;
  }

  @Override
  public void close() {}
}
