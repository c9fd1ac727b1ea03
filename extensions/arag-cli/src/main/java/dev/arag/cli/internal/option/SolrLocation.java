package dev.arag.cli.internal.option;

import dev.arag.solr.SolrCollection;
import java.util.Map;

/**
 * The value of the option {@code --solr}.
 *
 * @param url the base URL of a Solr node
 * @param collection the name of a collection
 */
public record SolrLocation(String url, String collection) {
  private static final String USER = "ARAG_SOLR_USER";
  private static final String PASSWORD = "ARAG_SOLR_PASSWORD";

  static SolrLocation parse(String text) {
    String stripped = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    int slash = stripped.lastIndexOf('/');
    SolrLocation location =
        new SolrLocation(stripped.substring(0, Math.max(0, slash)), stripped.substring(slash + 1));
    try {
      var unused = SolrCollection.builder(location.collection()).url(location.url());
      return location;
    } catch (IllegalArgumentException e) {
      // The text is not repeated, because it could contain a password.
      throw new UsageException(
          "--solr must have the form http://HOST:8983/solr/COLLECTION, without credentials; for"
              + " these, set "
              + USER
              + " and "
              + PASSWORD);
    }
  }

  /**
   * Returns the collection, with the credentials of the environment variables. The caller closes
   * it.
   */
  public SolrCollection connect(Map<String, String> variables) {
    SolrCollection.Builder builder = SolrCollection.builder(collection).url(url);
    String user = variables.getOrDefault(USER, "");
    String password = variables.getOrDefault(PASSWORD, "");
    if (user.isEmpty() != password.isEmpty()) {
      throw new UsageException("set both " + USER + " and " + PASSWORD + ", or neither");
    }
    return user.isEmpty() ? builder.build() : builder.basicAuth(user, password).build();
  }

  @Override
  public String toString() {
    return url + "/" + collection;
  }
}
