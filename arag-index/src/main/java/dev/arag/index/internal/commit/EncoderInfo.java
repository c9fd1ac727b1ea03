package dev.arag.index.internal.commit;

/** The encoder that made an index's vectors. */
public record EncoderInfo(String fingerprint, int dimension) {}
