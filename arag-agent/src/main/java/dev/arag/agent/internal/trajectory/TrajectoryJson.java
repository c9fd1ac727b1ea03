package dev.arag.agent.internal.trajectory;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdDelegatingSerializer;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.databind.util.Converter;
import com.fasterxml.jackson.databind.util.StdConverter;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Claim;
import dev.arag.agent.citation.Span;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.core.text.Region;
import dev.arag.core.text.SectionId;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.call.ToolCall;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Configures Jackson for the JSON form of a trajectory, see docs/trajectory.md. A record is written
 * as an object with its components. Annotations of the records change names, order and defaults.
 * Here are the annotations of the types that have another JSON form elsewhere or belong to other
 * modules, and the records that stand for types with other fields.
 */
final class TrajectoryJson {
  static final ObjectMapper MAPPER = mapper();

  private TrajectoryJson() {}

  /**
   * One question.
   *
   * @param follows only in an increment; null if it is the first question
   * @param usage computed from the steps for people who read the file
   */
  record Question(
      @JsonInclude(Include.NON_NULL) @Nullable Follows follows,
      @JsonInclude(Include.NON_DEFAULT) List<ObjectNode> earlier,
      String question,
      @JsonInclude(Include.NON_DEFAULT) String fields,
      StopReason stopReason,
      Duration elapsedNanos,
      @JsonSetter(nulls = Nulls.AS_EMPTY) String seed,
      @JsonSetter(nulls = Nulls.SET) @Nullable Answer answer,
      @JsonSetter JsonNode usage,
      List<ObjectNode> steps,
      @JsonInclude(Include.NON_NULL) @Nullable Exchanges exchanges,
      @JsonInclude(Include.NON_DEFAULT) List<String> warnings) {}

  /**
   * @param outcome null if an earlier version wrote the file
   * @param unseenTerms computed from the steps for people who read the file
   */
  record Answer(
      String text,
      String shortAnswer,
      @JsonInclude(Include.NON_NULL) @Nullable Outcome outcome,
      @JsonInclude(Include.NON_NULL) @Nullable String outcomeNote,
      List<Citation> citations,
      @JsonSetter JsonNode unseenTerms,
      @JsonInclude(Include.NON_DEFAULT) List<Claim> claims) {}

  /**
   * The place of an increment in its conversation.
   *
   * @param questions the number of earlier questions
   * @param last identifies the last of them, see {@link TrajectoryCodec}
   */
  record Follows(int questions, String last) {}

  /** The exchanges of a conversation, written as the difference from the last request. */
  record Exchanges(
      @JsonInclude(Include.NON_DEFAULT) String keptFrom,
      int keptMessages,
      List<Message> messages,
      List<Integer> sizes) {}

  private record Place(
      String document,
      String title,
      List<String> heading,
      int page,
      int ordinal,
      int offset,
      Map<String, Object> metadata) {
    static Place of(Location location) {
      return new Place(
          location.documentId(),
          location.title(),
          location.heading(),
          location.page().orElse(0),
          location.ordinal(),
          location.offset(),
          location.metadata());
    }

    Location location() {
      return Location.builder(document)
          .title(title)
          .heading(heading)
          .page(page == 0 ? null : page)
          .ordinal(ordinal)
          .offset(offset)
          .metadata(metadata)
          .build();
    }
  }

  private record Cited(
      ChunkId chunk,
      String quote,
      Verdict verdict,
      @JsonSetter(nulls = Nulls.SET) @Nullable Location location,
      int start,
      int end,
      @JsonSetter(nulls = Nulls.AS_EMPTY) String claim,
      @JsonSetter(nulls = Nulls.AS_EMPTY) List<Citation.Difference> differences,
      @JsonInclude(Include.NON_NULL) @Nullable Integer section,
      @JsonInclude(Include.NON_DEFAULT) List<Span> markers,
      @JsonInclude(Include.NON_DEFAULT) List<Region> regions) {
    /** The start and the end of an unknown span. */
    private static final int UNKNOWN = -1;

    static Cited of(Citation citation) {
      Optional<Span> span = citation.place().map(Citation.Place::span);
      return new Cited(
          citation.chunkId(),
          citation.quote().orElse(""),
          citation.verdict(),
          citation.location().orElse(null),
          span.map(Span::start).orElse(UNKNOWN),
          span.map(Span::end).orElse(UNKNOWN),
          citation.claim().orElse(""),
          citation.differences(),
          citation.section().map(SectionId::number).orElse(null),
          citation.markers(),
          citation.regions());
    }

    Citation citation() {
      return Citation.of(
          chunk,
          verdict,
          quote.isEmpty() ? null : quote,
          differences,
          location == null ? null : place(location),
          claim.isEmpty() ? null : claim,
          markers);
    }

    private Citation.Place place(Location location) {
      boolean hasSpan = start != UNKNOWN || end != UNKNOWN;
      return new Citation.Place(
          location,
          hasSpan ? new Span(start, end) : null,
          section == null || section < 0 ? null : new SectionId(chunk, section),
          regions);
    }
  }

  private record Call(String id, String name, String arguments) {}

  private record Observed(boolean rejected, String text, List<Snippet> shown) {
    Observation observation() {
      return rejected ? new Observation.Rejected(text) : new Observation.Found(text, shown);
    }
  }

  interface AssistantForm {
    @JsonSerialize(converter = Scalars.class)
    Map<String, Object> attributes();
  }

  /** A failed request. Files of earlier versions do not contain the type of the failure. */
  interface FailureForm {
    @JsonDeserialize(using = FailureType.class)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    String errorType();
  }

  interface ReplyForm {
    @JsonSerialize(nullsUsing = EmptyText.class)
    @Nullable String model();
  }

  interface RequestForm {
    @JsonSerialize(nullsUsing = EmptyText.class)
    @Nullable String finishWord();

    @JsonSerialize(nullsUsing = EmptyText.class)
    @Nullable String closing();
  }

  interface SnippetForm {
    @JsonProperty("id")
    @JsonUnwrapped
    SectionId section();

    @JsonInclude(value = Include.CUSTOM, valueFilter = One.class)
    @JsonDeserialize(using = One.class)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    int sections();

    @JsonProperty("wholeChunk")
    boolean isWholeSection();
  }

  interface SectionIdForm {
    @JsonProperty("chunk")
    ChunkId chunkId();

    @JsonInclude(Include.NON_DEFAULT)
    @JsonProperty("section")
    int number();
  }

  /**
   * The attributes with a JSON form. A client library may add attributes that are neither strings,
   * numbers nor booleans.
   */
  private static final class Scalars
      extends StdConverter<Map<String, Object>, Map<String, Object>> {
    @Override
    public Map<String, Object> convert(Map<String, Object> attributes) {
      Map<String, Object> values = new HashMap<>(attributes);
      values
          .values()
          .removeIf(
              each ->
                  !(each instanceof String || each instanceof Number || each instanceof Boolean));
      return values;
    }
  }

  /** Writes an empty text instead of null. */
  private static final class EmptyText extends StdSerializer<Object> {
    EmptyText() {
      super(Object.class);
    }

    @Override
    public void serialize(Object none, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeString("");
    }
  }

  private static final class FailureType extends StdScalarDeserializer<String> {
    FailureType() {
      super(String.class);
    }

    @Override
    public String deserialize(JsonParser json, DeserializationContext context) throws IOException {
      String type = _parseString(json, context, this);
      return type.isEmpty() ? ModelException.OTHER : type;
    }

    @Override
    public String getEmptyValue(DeserializationContext context) {
      return ModelException.OTHER;
    }
  }

  /** A number that is omitted if it has its default value. Equal to this value, as a filter. */
  private abstract static class Omitted extends StdScalarDeserializer<Integer> {
    private final int defaultValue;

    Omitted(int defaultValue) {
      super(Integer.class);
      this.defaultValue = defaultValue;
    }

    @Override
    public Integer deserialize(JsonParser json, DeserializationContext context) throws IOException {
      return _parseIntPrimitive(json, context);
    }

    @Override
    public Integer getEmptyValue(DeserializationContext context) {
      return defaultValue;
    }

    @Override
    public boolean equals(@Nullable Object value) {
      return Integer.valueOf(defaultValue).equals(value);
    }

    @Override
    public int hashCode() {
      return defaultValue;
    }
  }

  private static final class One extends Omitted {
    One() {
      super(1);
    }
  }

  private static ObjectMapper mapper() {
    SimpleModule forms = new SimpleModule();
    add(forms, ChunkId.class, String.class, ChunkId::value, ChunkId::of);
    add(forms, Duration.class, Long.class, Duration::toNanos, Duration::ofNanos);
    add(forms, Location.class, Place.class, Place::of, Place::location);
    add(forms, Citation.class, Cited.class, Cited::of, Cited::citation);
    add(
        forms,
        ToolCall.class,
        Call.class,
        call -> new Call(call.id(), call.name(), call.arguments()),
        call -> ToolCall.of(call.id(), call.name(), call.arguments()));
    add(
        forms,
        Observation.class,
        Observed.class,
        it -> new Observed(it instanceof Observation.Rejected, it.text(), it.shown()),
        Observed::observation);
    forms.setMixInAnnotation(Message.Assistant.class, AssistantForm.class);
    forms.setMixInAnnotation(Reply.class, ReplyForm.class);
    forms.setMixInAnnotation(Reply.Form.class, RequestForm.class);
    forms.setMixInAnnotation(Step.ModelFailure.class, FailureForm.class);
    forms.setMixInAnnotation(Step.Retry.class, FailureForm.class);
    forms.setMixInAnnotation(Snippet.class, SnippetForm.class);
    forms.setMixInAnnotation(SectionId.class, SectionIdForm.class);
    return JsonMapper.builder()
        .addModule(forms)
        .annotationIntrospector(new RequiredFields())
        .visibility(PropertyAccessor.IS_GETTER, JsonAutoDetect.Visibility.NONE)
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .enable(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_USING_DEFAULT_VALUE)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
        .withCoercionConfigDefaults(
            config ->
                Stream.of(
                        CoercionInputShape.Boolean,
                        CoercionInputShape.Integer,
                        CoercionInputShape.Float)
                    .forEach(shape -> config.setCoercion(shape, CoercionAction.Fail)))
        .build();
  }

  /**
   * Requires each field unless it is annotated with {@link JsonSetter}, or omitted if it is null, 0
   * or empty. Null is rejected unless an annotation says otherwise; a field with {@link Nulls#SET}
   * is required and may be null.
   */
  private static final class RequiredFields extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1;

    @Override
    public Boolean hasRequiredMarker(AnnotatedMember member) {
      JsonSetter setter = member.getAnnotation(JsonSetter.class);
      boolean mustBeSet = setter == null || setter.nulls() == Nulls.SET;
      return mustBeSet && !isOmitted(member, Include.NON_DEFAULT, Include.NON_NULL);
    }

    @Override
    public JsonSetter.Value findSetterInfo(Annotated member) {
      if (member.hasAnnotation(JsonSetter.class)) {
        return super.findSetterInfo(member);
      }
      Nulls ofMissing = isOmitted(member, Include.NON_NULL) ? Nulls.SET : Nulls.FAIL;
      Nulls ofField = isOmitted(member, Include.NON_DEFAULT) ? Nulls.AS_EMPTY : ofMissing;
      return JsonSetter.Value.forValueNulls(ofField, Nulls.FAIL);
    }

    private boolean isOmitted(Annotated member, Include... values) {
      return List.of(values).contains(findPropertyInclusion(member).getValueInclusion());
    }
  }

  /** Adds a type that is written as a value of another type. */
  private static <T, F> void add(
      SimpleModule forms, Class<T> type, Class<F> form, Function<T, F> write, Function<F, T> read) {
    forms.addSerializer(
        type, new StdDelegatingSerializer(type, new Conversion<>(type, form, write)));
    forms.addDeserializer(
        type, new StdDelegatingDeserializer<>(new Conversion<>(form, type, read)));
  }

  private record Conversion<A, B>(Class<A> from, Class<B> to, Function<A, B> how)
      implements Converter<A, B> {
    @Override
    public B convert(A value) {
      return how.apply(value);
    }

    @Override
    public JavaType getInputType(TypeFactory types) {
      return types.constructType(from);
    }

    @Override
    public JavaType getOutputType(TypeFactory types) {
      return types.constructType(to);
    }
  }
}
