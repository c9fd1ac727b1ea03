package dev.arag.mcp.internal.wire;

/** Thrown if a request is answered with an error. */
final class RpcException extends RuntimeException {
  private final transient RpcError error;

  RpcException(RpcError error) {
    super(error.message(), null, false, false);
    this.error = error;
  }

  RpcError error() {
    return error;
  }
}
