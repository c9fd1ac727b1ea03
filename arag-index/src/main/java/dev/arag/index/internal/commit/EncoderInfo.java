package dev.arag.index.internal.commit;

/** The encoder with which the vectors of an index were created. */
public record EncoderInfo(String fingerprint, int dimension) {}
