package dev.arag.connect;

import static java.util.Objects.requireNonNull;

import dev.arag.connect.internal.Libraries;
import dev.arag.connect.internal.s3.S3Listing;
import dev.arag.connect.internal.s3.S3Settings;
import dev.arag.connect.spi.Listing;
import java.io.IOException;
import java.net.URI;

/**
 * The objects of a bucket of S3, or of a store with the same API, such as MinIO or Ceph. The
 * revision of an object is its ETag. Objects with a key of which a part between slashes begins with
 * a dot are ignored, as are empty objects that stand for folders.
 *
 * <p>Requires {@code software.amazon.awssdk:s3} and {@code
 * software.amazon.awssdk:url-connection-client} on the class path. Credentials and region are those
 * of the default chain of the AWS SDK (environment, profile, role) if they are not set. The
 * permissions {@code s3:ListBucket} and {@code s3:GetObject} are sufficient. Immutable.
 */
public final class S3Connector implements Connector {
  private final S3Settings settings;

  private S3Connector(S3Settings settings) {
    this.settings = settings;
  }

  /**
   * Returns a connector for the objects below a folder of a bucket.
   *
   * @param folder the beginning of the keys, up to a slash, such as {@code docs/2026}; empty for
   *     the whole bucket
   */
  public static S3Connector of(String bucket, String folder) {
    if (requireNonNull(bucket, "bucket").isBlank()) {
      throw new IllegalArgumentException("The name of the bucket is blank.");
    }
    String below = requireNonNull(folder, "folder").replaceAll("^/+|/+$", "");
    return new S3Connector(new S3Settings(bucket, below, null, null, null, null));
  }

  /** Sets the address of a store that is not AWS. Default: that of AWS. */
  public S3Connector endpoint(URI endpoint) {
    if (requireNonNull(endpoint, "endpoint").getRawUserInfo() != null) {
      throw new IllegalArgumentException("Set the credentials with S3Connector.credentials.");
    }
    if (endpoint.getHost() == null || !String.valueOf(endpoint.getScheme()).matches("https?")) {
      throw new IllegalArgumentException(
          "The endpoint must be an address like http://HOST:PORT, was " + endpoint);
    }
    return new S3Connector(settings.withEndpoint(endpoint));
  }

  /** Sets the region. Default: as described above; {@code us-east-1} with an endpoint. */
  public S3Connector region(String region) {
    return new S3Connector(settings.withRegion(requireNonNull(region, "region")));
  }

  /** Sets the credentials. Default: as described above. */
  public S3Connector credentials(String accessKeyId, String secretAccessKey) {
    requireNonNull(accessKeyId, "accessKeyId");
    requireNonNull(secretAccessKey, "secretAccessKey");
    return new S3Connector(settings.withCredentials(accessKeyId, secretAccessKey));
  }

  /** Returns the bucket, followed by the folder. */
  @Override
  public String name() {
    return settings.name();
  }

  @Override
  public String location() {
    return settings.location();
  }

  @Override
  public Listing list() throws IOException, InterruptedException {
    return Libraries.require(
        "software.amazon.awssdk:s3 and software.amazon.awssdk:url-connection-client",
        () -> new S3Listing(settings));
  }

  @Override
  public String toString() {
    return location();
  }
}
