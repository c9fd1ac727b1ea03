package dev.arag;

import com.tngtech.archunit.thirdparty.org.objectweb.asm.ClassReader;
import com.tngtech.archunit.thirdparty.org.objectweb.asm.ClassVisitor;
import com.tngtech.archunit.thirdparty.org.objectweb.asm.Label;
import com.tngtech.archunit.thirdparty.org.objectweb.asm.MethodVisitor;
import com.tngtech.archunit.thirdparty.org.objectweb.asm.Opcodes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/**
 * The regular expressions in the compiled classes of all modules: the values of static fields, and
 * the constants that are passed to {@code Pattern.compile} and to methods of {@code String}.
 */
final class RegularExpressions {
  private static final Set<String> METHODS_OF_STRING =
      Set.of("matches", "replaceAll", "replaceFirst", "split");

  /** The expressions by the field or the line that has them. */
  final Map<String, Pattern> patterns = new TreeMap<>();

  /** The methods of an expression's matcher that are called, by field or line, as far as seen. */
  final Map<String, Set<String>> uses = new TreeMap<>();

  /** The methods that create an expression from parts. */
  final Set<String> computed = new TreeSet<>();

  static RegularExpressions find() {
    RegularExpressions found = new RegularExpressions();
    try {
      for (URL root : Collections.list(loader().getResources("dev/arag"))) {
        classFiles(root).stream().map(RegularExpressions::className).forEach(found::read);
      }
    } catch (IOException | URISyntaxException e) {
      throw new IllegalStateException(e);
    }
    return found;
  }

  private static ClassLoader loader() {
    return RegularExpressions.class.getClassLoader();
  }

  /** The names of the class files below {@code dev/arag} that are not tests. */
  private static List<String> classFiles(URL root) throws IOException, URISyntaxException {
    if (root.getProtocol().equals("jar")) {
      JarURLConnection jar = (JarURLConnection) root.openConnection();
      if (jar.getJarFileURL().getPath().endsWith("-tests.jar")) {
        return List.of();
      }
      return jar.getJarFile().stream()
          .map(ZipEntry::getName)
          .filter(name -> name.startsWith("dev/arag/") && name.endsWith(".class"))
          .toList();
    }
    Path folder = Path.of(root.toURI());
    if (folder.toString().contains("test-classes")) {
      return List.of();
    }
    Path classes = folder.getParent().getParent();
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .map(file -> classes.relativize(file).toString().replace('\\', '/'))
          .filter(name -> name.endsWith(".class"))
          .toList();
    }
  }

  private static String className(String file) {
    return file.substring(0, file.length() - ".class".length()).replace('/', '.');
  }

  private void read(String className) {
    String file = "/" + className.replace('.', '/') + ".class";
    try (InputStream in = RegularExpressions.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IOException(file);
      }
      ClassVisitor visitor =
          new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(
                int access,
                String name,
                String type,
                @Nullable String signature,
                String @Nullable [] exceptions) {
              return new Calls(className, name);
            }
          };
      new ClassReader(in).accept(visitor, ClassReader.SKIP_FRAMES);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads the constants before each call that compiles an expression. */
  private final class Calls extends MethodVisitor {
    private final String className;
    private final String method;
    private final List<Object> constants = new ArrayList<>();
    private @Nullable String field;
    private boolean isUnread;
    private int line;

    Calls(String className, String method) {
      super(Opcodes.ASM9);
      this.className = className;
      this.method = method;
    }

    @Override
    public void visitLineNumber(int number, Label start) {
      line = number;
    }

    @Override
    public void visitLdcInsn(Object value) {
      constants.add(value);
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
      constants.add(operand);
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
        constants.add(opcode - Opcodes.ICONST_0);
      }
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String type) {
      if (type.equals("Ljava/util/regex/Pattern;")) {
        field = owner.replace('/', '.') + "." + name;
        if (opcode == Opcodes.PUTSTATIC) {
          isUnread = false;
          patterns.remove(className + ":" + line);
          patterns.put(field, valueOf(owner.replace('/', '.'), name));
        }
      }
    }

    private static Pattern valueOf(String owner, String name) {
      try {
        Field field = Class.forName(owner).getDeclaredField(name);
        field.setAccessible(true);
        return (Pattern) field.get(null);
      } catch (ReflectiveOperationException e) {
        throw new LinkageError(owner + "." + name, e);
      }
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String called, String type, boolean isInterface) {
      boolean isOfPattern = owner.equals("java/util/regex/Pattern");
      if (isOfPattern && called.equals("compile")
          || owner.equals("java/lang/String") && METHODS_OF_STRING.contains(called)) {
        addConstant(called, type);
      } else if (field != null
          && (owner.equals("java/util/regex/Matcher")
              || isOfPattern && !called.equals("matcher"))) {
        uses.computeIfAbsent(field, at -> new TreeSet<>()).add(called);
        field = null;
      }
      constants.clear();
    }

    private void addConstant(String called, String type) {
      reportUnread();
      boolean hasTwo = type.startsWith("(Ljava/lang/String;I)") || called.startsWith("replace");
      int index = constants.size() - (hasTwo ? 2 : 1);
      if (index >= 0 && constants.get(index) instanceof String expression) {
        boolean hasFlags = called.equals("compile") && hasTwo;
        int flags = hasFlags ? (int) constants.get(index + 1) : 0;
        String at = className + ":" + line;
        patterns.put(at, Pattern.compile(expression, flags));
        uses.put(at, Set.of(called));
      } else {
        isUnread = true;
      }
    }

    @Override
    public void visitEnd() {
      reportUnread();
    }

    private void reportUnread() {
      if (isUnread) {
        computed.add(className + "." + method);
      }
      isUnread = false;
    }
  }
}
