package dev.arag.index.spi;

import static java.util.Objects.requireNonNull;

import dev.arag.core.text.Document;
import java.util.List;

/** An entry of a source: a document, or a report about the source. */
public sealed interface SourceEntry {
  /**
   * A file or record that was hashed and not parsed yet. If a document with this id and hash is
   * already stored, this entry need not be parsed.
   *
   * @param documentId the id of the document
   * @param contentHash the hash of everything that determines the document: the bytes of the file,
   *     the {@link Parser#fingerprint() fingerprint} of the parser, the prefix of chunk ids, the
   *     metadata from the sidecar file and from {@link
   *     dev.arag.index.source.Source#metadata(java.util.function.Function)}, and the version of
   *     this library's rules for reading files. SHA-256 in lower-case hexadecimal digits. The hash
   *     does not depend on the document's id or on the path or modification time of the file
   * @param content parses the file or record
   */
  record Unparsed(String documentId, String contentHash, Content content) implements SourceEntry {
    public Unparsed {
      requireNonNull(documentId, "documentId");
      requireNonNull(contentHash, "contentHash");
      requireNonNull(content, "content");
    }

    /**
     * Parses the file or record. Call this method at most once, before the next entry is read.
     *
     * @return {@link Parsed} or {@link Unreadable}
     * @throws InterruptedException if the thread was interrupted
     */
    public SourceEntry parse() throws InterruptedException {
      return content.parse();
    }
  }

  /** The content of a file or record. */
  @FunctionalInterface
  interface Content {
    SourceEntry parse() throws InterruptedException;
  }

  /**
   * A document. The keys of metadata from the file itself begin with {@code doc.}.
   *
   * @param warnings problems found in the text, one sentence each, without the document's id
   */
  record Parsed(Document document, List<String> warnings) implements SourceEntry {
    public Parsed {
      requireNonNull(document, "document");
      warnings = List.copyOf(requireNonNull(warnings, "warnings"));
    }
  }

  /**
   * A file, link, folder or record whose content is unknown, because it cannot be read, no format
   * reads it, or the whole source was deleted while it was being read. The document with this id,
   * and all documents whose ids begin with this id and a {@code /}, must not be treated as deleted.
   *
   * @param id a document id, the id of a folder without a trailing slash, or the name of the source
   * @param skip a report for the user. {@link Skip#source} is the same id, or begins with this id
   *     for a record without an id
   */
  record Unreadable(String id, Skip skip) implements SourceEntry {
    public Unreadable {
      requireNonNull(id, "id");
      requireNonNull(skip, "skip");
    }

    /** Creates an entry for an id, with the reason why its content cannot be read. */
    public static Unreadable of(String id, String reason) {
      return new Unreadable(id, new Skip(id, reason));
    }
  }

  /**
   * An estimate of the number of documents and files to read. The first estimate is the number of
   * files in the source. Before the records of each file, there is an estimate with a larger
   * number.
   */
  record Expected(int documents) implements SourceEntry {}
}
