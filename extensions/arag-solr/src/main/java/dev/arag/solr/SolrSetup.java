package dev.arag.solr;

import static java.util.Objects.requireNonNull;

import dev.arag.core.error.CorpusException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;
import org.apache.solr.client.solrj.request.ConfigSetAdminRequest;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.util.ContentStreamBase;

/** Creates collections. */
public final class SolrSetup {
  private static final String[] FILES = {"solrconfig.xml", "schema.xml"};

  private final SolrCollection collection;

  private SolrSetup(SolrCollection collection) {
    this.collection = collection;
  }

  public static SolrSetup of(SolrCollection collection) {
    return new SolrSetup(requireNonNull(collection, "collection"));
  }

  /** Uploads the configuration of a collection, under its name. */
  public void uploadConfiguration(int dimension) {
    ConfigSetAdminRequest.Upload upload =
        new ConfigSetAdminRequest.Upload().setConfigSetName(configuration()).setOverwrite(true);
    upload.setUploadStream(new ContentStreamBase.ByteArrayStream(zip(dimension), "configset.zip"));
    send(upload);
  }

  private String configuration() {
    return "arag-" + collection.name();
  }

  /** Creates the collection. */
  public void create(int shards, int replicas) {
    send(
        CollectionAdminRequest.createCollection(
            collection.name(), configuration(), shards, replicas));
  }

  private void send(SolrRequest<?> request) {
    SolrClient client = collection.client();
    try {
      client.request(request);
    } catch (SolrServerException | IOException | SolrException e) {
      throw new CorpusException("Cannot set up the " + collection + ".", e);
    }
  }

  private static byte[] zip(int dimension) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (String file : FILES) {
        zip.putNextEntry(new ZipEntry(file));
        String text = read(file).replace("@dimension@", String.valueOf(Math.max(1, dimension)));
        zip.write(text.getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return bytes.toByteArray();
  }

  private static String read(String file) throws IOException {
    try (InputStream in = SolrSetup.class.getResourceAsStream("configset/" + file)) {
      return new String(requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
