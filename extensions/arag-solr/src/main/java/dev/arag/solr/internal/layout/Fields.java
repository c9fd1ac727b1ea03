package dev.arag.solr.internal.layout;

/** The names of the fields of the schema, and the values of {@link #KIND}. */
public final class Fields {
  public static final String ID = "id";
  public static final String VERSION = "_version_";
  public static final String KIND = "kind";
  public static final String GENERATION = "gen";

  /**
   * The document version: the document key, a period and the generation. Of a marker: the {@link
   * State#id() id of the collection}.
   */
  public static final String DOCUMENT_VERSION = "ver";

  /** Of a tombstone: the document version that it retires. */
  public static final String TARGET = "target";

  public static final String DOCUMENT_KEY = "dk";
  public static final String SOURCE_KEY = "sk";
  public static final String CHUNK_KEY = "ck";
  public static final String METADATA = "m";
  public static final String DOCUMENT = "doc";
  public static final String ORDINAL = "ord";
  public static final String SENTENCE = "pos";
  public static final String CHARACTERS = "chars";
  public static final String CHUNKS = "chunks";
  public static final String SENTENCES = "sentences";
  public static final String HASH = "hash";
  public static final String KEY = "key";
  public static final String SHORT_KEY = "shortkey";
  public static final String PAYLOAD = "payload";
  public static final String GRAMS_1 = "g1";
  public static final String GRAMS_2 = "g2";
  public static final String GRAMS_3 = "g3";
  public static final String SEGMENTS = "w";
  public static final String HAS_BARE_TEXT = "hb";
  public static final String BARE_GRAMS_1 = "b1";
  public static final String BARE_GRAMS_2 = "b2";
  public static final String BARE_GRAMS_3 = "b3";
  public static final String BARE_SEGMENTS = "bw";
  public static final String VECTOR = "v";
  public static final String VECTOR_BYTES = "vb";
  public static final String TEXT_HASH = "th";
  public static final String IS_CONSIDERED = "considered";

  public static final String DOCUMENT_KIND = "d";
  public static final String CHUNK_KIND = "c";
  public static final String SENTENCE_KIND = "s";
  public static final String TOMBSTONE_KIND = "t";
  public static final String MARKER_KIND = "m";
  public static final String DELETED_KEY_KIND = "k";
  public static final String SOURCE_KIND = "r";
  public static final String STATE_KIND = "state";

  /** The id of the document that contains the {@link State}. */
  public static final String STATE_ID = "state";

  private Fields() {}
}
