package dev.arag.cli.internal.option;

import dev.arag.core.find.FindQuery;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The values of options. Those of Picocli name Java types in their messages. */
public final class ValueConverters {
  private ValueConverters() {}

  public static void register(CommandLine line) {
    ITypeConverter<Integer> integer = number(Integer::valueOf, "a whole number");
    line.registerConverter(Path.class, new Utf8Path())
        .registerConverter(SourceArgument.class, SourceArgument::parse)
        .registerConverter(int.class, integer)
        .registerConverter(Integer.class, integer)
        .registerConverter(Double.class, number(Double::valueOf, "a number"))
        .registerConverter(FindQuery.Unit.class, name(FindQuery.Unit.values()))
        .registerConverter(ProfileOption.class, name(ProfileOption.values()))
        .registerConverter(SourceOptions.Format.class, name(SourceOptions.Format.values()));
  }

  private static <T> ITypeConverter<T> number(Function<String, T> parser, String kind) {
    return text -> {
      try {
        return parser.apply(text);
      } catch (NumberFormatException e) {
        throw new TypeConversionException("'" + text + "' is not " + kind);
      }
    };
  }

  /** Returns a converter of the names of constants in any case. */
  public static <E extends Enum<E>> ITypeConverter<E> name(E[] constants) {
    List<String> names =
        Arrays.stream(constants).map(each -> each.name().toLowerCase(Locale.ROOT)).toList();
    return text -> {
      int position = names.indexOf(text.toLowerCase(Locale.ROOT));
      if (position < 0) {
        throw new TypeConversionException(
            "'" + text + "' is not one of " + String.join(", ", names));
      }
      return constants[position];
    };
  }
}
