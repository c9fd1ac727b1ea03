package dev.arag.connect;

import java.net.URI;
import org.gaul.s3proxy.AuthenticationType;
import org.gaul.s3proxy.S3Proxy;
import org.jclouds.ContextBuilder;
import org.jclouds.blobstore.BlobStore;
import org.jclouds.blobstore.BlobStoreContext;
import org.jclouds.blobstore.TransientApiMetadata;

/** A bucket of S3Proxy on the loopback interface, in memory. */
final class S3Store implements TestStore {
  static final String BUCKET = "handbook";
  static final String KEY = "test-key";
  static final String SECRET = "test-secret-0123456789";

  private final BlobStoreContext context =
      ContextBuilder.newBuilder(new TransientApiMetadata())
          .credentials("any", "any")
          .build(BlobStoreContext.class);
  private final BlobStore blobs = context.getBlobStore();
  private final S3Proxy proxy;

  S3Store() throws Exception {
    blobs.createContainerInLocation(null, BUCKET);
    proxy =
        S3Proxy.builder()
            .blobStore(blobs)
            .endpoint(URI.create("http://127.0.0.1:0"))
            .awsAuthentication(AuthenticationType.AWS_V2_OR_V4, KEY, SECRET)
            .build();
    proxy.start();
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:" + proxy.getPort());
  }

  @Override
  public void put(String path, String text) {
    String key = "docs/" + path;
    blobs.putBlob(BUCKET, blobs.blobBuilder(key).payload(text).build());
  }

  @Override
  public void delete(String path) {
    blobs.removeBlob(BUCKET, "docs/" + path);
  }

  @Override
  public S3Connector connector() {
    return S3Connector.of(BUCKET, "docs").endpoint(endpoint()).credentials(KEY, SECRET);
  }

  @Override
  public void close() {
    try {
      proxy.stop();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    context.close();
  }
}
