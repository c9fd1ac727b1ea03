package dev.arag.index.internal.commit;

import dev.arag.index.SampleIndex;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.store.MemoryStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/** Creates indexes with random changes and correct checksums. */
public final class RandomAlterations {
  private static final long[] ODD = {0, 1, -1, 127, 1L << 20, Integer.MAX_VALUE, Long.MAX_VALUE};

  private RandomAlterations() {}

  /** Returns a copy of the index in which one file is changed in one or two places. */
  public static MemoryStore of(SampleIndex sample, Random random) throws IOException {
    return of(sample, random, file -> true);
  }

  /** Returns a copy of the index in which one mentions file is changed in one or two places. */
  public static MemoryStore ofMentions(SampleIndex sample, Random random) throws IOException {
    return of(sample, random, file -> file.kind() == FileKind.MENTIONS);
  }

  private static MemoryStore of(SampleIndex sample, Random random, Predicate<StoredFile> isChanged)
      throws IOException {
    AlteredIndex index = new AlteredIndex(sample);
    List<StoredFile> files =
        index.manifest.segments().stream()
            .flatMap(each -> each.files().stream())
            .filter(isChanged)
            .toList();
    StoredFile file = files.get(random.nextInt(files.size()));
    ByteBuffer body = index.body(file);
    for (int left = random.nextInt(2); left >= 0; left--) {
      change(body, random);
    }
    index.sign(file, body.array());
    return index.store;
  }

  private static void change(ByteBuffer body, Random random) {
    int last = body.capacity() - 8;
    int at =
        random.nextInt(3) == 0
            ? last - Math.min(last, 8 * random.nextInt(9))
            : random.nextInt(last);
    long odd = ODD[random.nextInt(ODD.length)];
    switch (random.nextInt(4)) {
      case 0 -> body.put(at, (byte) (body.get(at) ^ 1 << random.nextInt(8)));
      case 1 -> body.put(at, (byte) random.nextInt());
      case 2 -> body.putInt(at, body.getInt(at) + random.nextInt(5) - 2);
      default -> body.putLong(at, odd);
    }
  }
}
