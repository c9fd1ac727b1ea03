package dev.arag.connect.internal.s3;

import dev.arag.connect.internal.Failures;
import dev.arag.connect.spi.Entry;
import dev.arag.connect.spi.Listing;
import dev.arag.index.source.RemoteSourceException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

/** The objects below a folder, in pages of 1,000. */
public final class S3Listing implements Listing {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration CALL_TIMEOUT = Duration.ofMinutes(3);

  private final S3Settings settings;
  private final S3Client client;
  private final Iterator<ListObjectsV2Response> pages;
  private Iterator<S3Object> objects = Collections.emptyIterator();

  public S3Listing(S3Settings settings) throws InterruptedException {
    this.settings = settings;
    this.client = call(() -> newClient(settings));
    this.pages =
        client
            .listObjectsV2Paginator(
                request -> request.bucket(settings.bucket()).prefix(settings.prefix()))
            .iterator();
  }

  private static S3Client newClient(S3Settings settings) {
    // Other stores reject the headers of checksums.
    S3ClientBuilder builder =
        S3Client.builder()
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            .httpClientBuilder(
                UrlConnectionHttpClient.builder()
                    .connectionTimeout(CONNECT_TIMEOUT)
                    .socketTimeout(READ_TIMEOUT))
            .overrideConfiguration(options -> options.apiCallTimeout(CALL_TIMEOUT));
    URI endpoint = settings.endpoint();
    if (endpoint != null) {
      builder.endpointOverride(endpoint).forcePathStyle(true);
    }
    if (settings.region() != null || endpoint != null) {
      builder.region(Region.of(Objects.requireNonNullElse(settings.region(), "us-east-1")));
    }
    if (settings.accessKeyId() != null) {
      builder.credentialsProvider(
          StaticCredentialsProvider.create(
              AwsBasicCredentials.create(settings.accessKeyId(), settings.secretAccessKey())));
    }
    return builder.build();
  }

  @Override
  public Optional<Entry> next() throws IOException, InterruptedException {
    while (hasNext()) {
      S3Object object = objects.next();
      String path = object.key().substring(settings.prefix().length());
      if (!path.isEmpty() && !path.endsWith("/") && !("/" + path).contains("/.")) {
        return Optional.of(Entry.of(path, revision(object)));
      }
    }
    return Optional.empty();
  }

  private boolean hasNext() throws IOException, InterruptedException {
    while (!objects.hasNext() && pages.hasNext()) {
      ListObjectsV2Response page = call(pages::next);
      if (page.isTruncated() == null) {
        // The SDK reads any XML as a page without objects.
        throw new IOException("the store answered with something that is no list of objects");
      }
      objects = page.contents().iterator();
    }
    return objects.hasNext();
  }

  private static String revision(S3Object object) {
    return object.eTag() == null
        ? object.size() + " bytes of " + object.lastModified()
        : object.eTag();
  }

  @Override
  public Content read(Entry entry) throws IOException, InterruptedException {
    boolean hasTag = !entry.revision().contains(" bytes of ");
    ResponseInputStream<GetObjectResponse> stream =
        get(settings.prefix() + entry.path(), hasTag ? entry.revision() : null);
    if (hasTag && !entry.revision().equals(stream.response().eTag())) {
      stream.abort();
      throw changed();
    }
    return new Content(stream, entry.fileName());
  }

  private ResponseInputStream<GetObjectResponse> get(String key, @Nullable String tag)
      throws IOException, InterruptedException {
    try {
      return client.getObject(request -> request.bucket(settings.bucket()).key(key).ifMatch(tag));
    } catch (SdkServiceException e) {
      switch (e.statusCode()) {
        case 403 -> throw new IOException("access is denied (" + e.getMessage() + ")");
        case 404 -> throw new IOException("it was deleted while it was being read");
        case 412 -> throw changed();
        default -> throw newException(e);
      }
    } catch (SdkException e) {
      throw newException(e);
    }
  }

  private static IOException changed() {
    return new IOException("it changed while it was being read; the next sync reads it");
  }

  private <T> T call(Supplier<T> request) throws InterruptedException {
    try {
      return request.get();
    } catch (SdkException e) {
      throw newException(e);
    }
  }

  private RemoteSourceException newException(SdkException e) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("Interrupted while reading " + settings.location());
    }
    int status = e instanceof SdkServiceException service ? service.statusCode() : 0;
    // The SDK appends what each provider of the region or of the credentials says.
    String message = Failures.message(e).replaceFirst("(?s) from any of the providers.*", "");
    boolean isDenied = status == 401 || status == 403 || message.contains("credentials");
    boolean isMissing = status == 404 || status == 301 || message.endsWith("load region");
    return new RemoteSourceException(
        "The bucket %s cannot be read: %s. %s"
            .formatted(
                settings.location(),
                message,
                isDenied
                    ? "Check the credentials and the permissions."
                    : isMissing
                        ? "Check the bucket, the region (AWS_REGION) and the endpoint."
                        : "Sync again to continue."),
        !isDenied && !isMissing,
        e);
  }

  @Override
  public void close() {
    client.close();
  }
}
