package dev.arag.solr.internal.layout;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.TreeNode;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import dev.arag.index.spi.split.IndexSettings;
import java.io.IOException;
import java.util.Locale;

/**
 * The JSON of the settings of a collection. It has the name of the sentence rules in upper case, in
 * the property {@code profile}.
 */
final class SettingsJson {
  private static final String CHUNK_TOKENS = "chunkTokens";
  private static final String HEADINGS = "headingsInEmbeddings";
  private static final String PROFILE = "profile";
  private static final String RIGHTS = "rights";

  private SettingsJson() {}

  static SimpleModule module() {
    return new SimpleModule()
        .addSerializer(IndexSettings.class, new Writer())
        .addDeserializer(IndexSettings.class, new Reader());
  }

  private static final class Writer extends StdSerializer<IndexSettings> {
    Writer() {
      super(IndexSettings.class);
    }

    @Override
    public void serialize(IndexSettings settings, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeStartObject();
      out.writeNumberField(CHUNK_TOKENS, settings.chunkTokens());
      out.writeBooleanField(HEADINGS, settings.headingsInEmbeddings());
      out.writeStringField(PROFILE, settings.rulesName().toUpperCase(Locale.ROOT));
      if (settings.hasRights()) {
        out.writeBooleanField(RIGHTS, true);
      }
      out.writeEndObject();
    }
  }

  private static final class Reader extends StdDeserializer<IndexSettings> {
    Reader() {
      super(IndexSettings.class);
    }

    @Override
    public IndexSettings deserialize(JsonParser in, DeserializationContext context)
        throws IOException {
      TreeNode tree = in.readValueAsTree();
      if (!(tree instanceof JsonNode settings) || !settings.path(CHUNK_TOKENS).isInt()) {
        return context.reportInputMismatch(this, "The settings have no " + CHUNK_TOKENS);
      }
      return IndexSettings.recorded(
              settings.path(CHUNK_TOKENS).intValue(),
              settings.path(HEADINGS).booleanValue(),
              settings.path(PROFILE).asText(IndexSettings.DEFAULT_RULES).toLowerCase(Locale.ROOT))
          .withRights(settings.path(RIGHTS).booleanValue());
    }
  }
}
