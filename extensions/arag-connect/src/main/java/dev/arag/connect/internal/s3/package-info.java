/** Reads S3 buckets with the AWS SDK. */
@NullMarked
package dev.arag.connect.internal.s3;

import org.jspecify.annotations.NullMarked;
