package dev.arag.knowledge.internal.extract;

import java.util.List;
import java.util.Optional;

/** The reply of a model that extracts facts. */
record FactForm(List<Triple> facts) {
  /** A fact. One without a part is dropped, instead of the whole reply. */
  record Triple(Optional<String> subject, Optional<String> relation, Optional<String> object) {}
}
