package dev.arag.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Provides sample documents: the handbook of a fictional company. */
public final class Handbook {
  private Handbook() {}

  /** Writes the documents to a new temporary folder, which the caller may delete. */
  static Path write() throws IOException {
    Path folder = Files.createTempDirectory("handbook");
    Files.writeString(
        folder.resolve("invoices.md"),
        """
        # Invoices

        ## Approval
        An invoice of up to 1,000 euros is approved by the team that ordered. Larger invoices are
        approved by the head of purchasing. Above 10,000 euros the treasurer signs as well.

        ## Payment
        Approved invoices are paid on the next Thursday.
        """);
    Files.writeString(
        folder.resolve("people.md"),
        """
        # People

        The treasurer is Oda Fenwick. She has been with the company since 2011.
        The head of purchasing is Bertil Aske, who also looks after the warehouse in Orsgate.
        """);
    Files.writeString(
        folder.resolve("travel.txt"),
        """
        Travel

        Trains are booked at the front desk. A hotel may cost up to 120 euros a night.
        """);
    return folder;
  }

  /**
   * Returns the index directory of an example: the argument at the given position or, if there is
   * none, a new temporary directory.
   */
  static Path indexDirectory(String[] args, int position) throws IOException {
    return args.length > position
        ? Path.of(args[position])
        : Files.createTempDirectory("arag-example").resolve("handbook.arag");
  }

  /**
   * Returns the folder that an example indexes: the first argument or, if there is none, a new
   * folder with the handbook.
   */
  static Path documents(String[] args) throws IOException {
    return args.length > 0 ? Path.of(args[0]) : write();
  }
}
