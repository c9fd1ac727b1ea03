package dev.arag.connect.internal.s3;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an S3 connector.
 *
 * @param folder the beginning of the keys, without slashes at its ends; may be empty
 * @param endpoint null for AWS
 * @param region null for the default region
 * @param accessKeyId null for the default credentials
 */
public record S3Settings(
    String bucket,
    String folder,
    @Nullable URI endpoint,
    @Nullable String region,
    @Nullable String accessKeyId,
    @Nullable String secretAccessKey) {
  public S3Settings withEndpoint(URI newEndpoint) {
    return new S3Settings(bucket, folder, newEndpoint, region, accessKeyId, secretAccessKey);
  }

  public S3Settings withRegion(String newRegion) {
    return new S3Settings(bucket, folder, endpoint, newRegion, accessKeyId, secretAccessKey);
  }

  public S3Settings withCredentials(String id, String secret) {
    return new S3Settings(bucket, folder, endpoint, region, id, secret);
  }

  public String name() {
    return folder.isEmpty() ? bucket : bucket + "/" + folder;
  }

  /** The beginning of the keys. */
  String prefix() {
    return folder.isEmpty() ? "" : folder + "/";
  }

  public String location() {
    return "s3://" + name() + (endpoint == null ? "" : " at " + endpoint);
  }

  /** Does not contain the credentials. */
  @Override
  public String toString() {
    return location();
  }
}
