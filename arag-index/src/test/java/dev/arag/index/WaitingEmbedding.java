package dev.arag.index;

import dev.arag.core.text.Document;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that puts documents into one index and embeds another one, until the third call of each
 * embedder. It then prints "waiting" twice and waits to be killed.
 */
final class WaitingEmbedding {
  static final int BATCH = 256;

  private WaitingEmbedding() {}

  /** The arguments are the directories of both indexes. */
  public static void main(String[] args) {
    Index put = Index.builder(Path.of(args[0])).embedder(embedder()).openOrCreate();
    Index embed = Index.open(Path.of(args[1]));
    new Thread(() -> put.put("feed", documents(6))).start();
    embed.embed(embedder());
  }

  private static CallbackEmbedder embedder() {
    List<String> calls = new ArrayList<>();
    return new CallbackEmbedder(
        () -> {
          calls.add("call");
          if (calls.size() == 3) {
            System.out.println("waiting");
            LockSupport.parkNanos(Long.MAX_VALUE);
          }
        });
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
