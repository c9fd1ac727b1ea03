package dev.arag.index;

import dev.arag.core.text.Document;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that embeds an index until a chosen call of the encoder. It then prints "waiting" and
 * waits to be killed.
 */
final class WaitingEmbedding {
  static final int BATCH = 256;

  private WaitingEmbedding() {}

  /** The arguments are the directory, "put" or "embed", and the number of the last call. */
  public static void main(String[] args) {
    int last = Integer.parseInt(args[2]);
    List<String> calls = new ArrayList<>();
    CallbackEmbedder encoder =
        new CallbackEmbedder(
            () -> {
              calls.add("call");
              if (calls.size() == last) {
                System.out.println("waiting");
                LockSupport.parkNanos(Long.MAX_VALUE);
              }
            });
    if (args[1].equals("put")) {
      try (Index index = Index.builder(Path.of(args[0])).embedder(encoder).openOrCreate()) {
        index.put("feed", documents(6));
      }
    } else {
      try (Index index = Index.open(Path.of(args[0]))) {
        index.embed(encoder);
      }
    }
  }

  /** Returns documents with half a batch of distinct sentences each. */
  static List<Document> documents(int count) {
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      StringBuilder text = new StringBuilder();
      for (int j = 0; j < BATCH / 2; j++) {
        text.append("Machine ").append(i).append(" has part ").append(j).append(". ");
      }
      documents.add(Document.of("d" + i, text.toString()));
    }
    return documents;
  }
}
