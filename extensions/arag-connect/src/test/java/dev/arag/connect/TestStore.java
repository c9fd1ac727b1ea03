package dev.arag.connect;

/** A store whose documents a test changes. */
interface TestStore extends AutoCloseable {
  void put(String path, String text) throws Exception;

  void delete(String path) throws Exception;

  Connector connector() throws Exception;

  @Override
  void close();
}
