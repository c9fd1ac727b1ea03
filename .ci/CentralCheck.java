import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Checks that a folder in the layout of a Maven repository has everything that Maven Central requires
 * of a release. Prints each problem with its artifact, and exits with 1 if there is one. Signatures
 * are checked with the key ring of gpg.
 */
class CentralCheck {
  private static final Map<String, String> CHECKSUMS =
      Map.of("md5", "MD5", "sha1", "SHA-1", "sha256", "SHA-256", "sha512", "SHA-512");

  /** The URL of one of our artifacts in a bill of materials. */
  private static final Pattern OWN_ARTIFACT = Pattern.compile("pkg:maven/dev\\.arag/([^@\"]+)@");

  private final Path group;
  private final String version;

  /** The POM of each artifact. */
  private final Map<String, Element> poms = new TreeMap<>();

  private int problems;
  private int files;

  CentralCheck(Path repository, String version) {
    this.group = repository.resolve("dev/arag");
    this.version = version;
  }

  public static void main(String[] args) throws Exception {
    CentralCheck check = new CentralCheck(Path.of(args[0]), args[1]);
    check.run();
    System.exit(check.problems == 0 ? 0 : 1);
  }

  private void run() throws Exception {
    List<Path> artifacts = children(group);
    for (Path artifact : artifacts) {
      readPom(artifact.getFileName().toString());
    }
    for (String artifact : poms.keySet()) {
      checkPom(artifact);
      if (isJar(artifact)) {
        checkJars(artifact);
      }
      checkFiles(artifact);
    }
    checkBom();
    checkBillOfMaterials();
    System.out.printf(
        "%d artifacts of version %s, %d signed files: %d problems%n",
        poms.size(), version, files, problems);
  }

  private void report(String artifact, String problem) {
    System.out.println("PROBLEM " + artifact + ": " + problem);
    problems++;
  }

  private static List<Path> children(Path folder) throws Exception {
    try (Stream<Path> paths = Files.list(folder)) {
      return paths.sorted().toList();
    }
  }

  private Path file(String artifact, String suffix) {
    return group.resolve(artifact).resolve(version).resolve(artifact + "-" + version + suffix);
  }

  private void readPom(String artifact) throws Exception {
    Path pom = file(artifact, ".pom");
    if (!Files.exists(pom)) {
      report(artifact, "has no " + pom.getFileName());
      return;
    }
    if (Files.readString(pom).contains("SNAPSHOT")) {
      report(artifact, "the POM names a snapshot version");
    }
    poms.put(
        artifact,
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(pom.toFile())
            .getDocumentElement());
  }

  /** Returns the text of all elements at a path, such as {@code scm/url}. */
  private static List<String> texts(Element element, String path) {
    List<String> found = new ArrayList<>();
    for (Element child : elements(element, path)) {
      found.add(child.getTextContent().strip());
    }
    return found;
  }

  private static List<Element> elements(Element element, String path) {
    List<Element> found = new ArrayList<>();
    String name = path.replaceFirst("/.*", "");
    for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element child && child.getTagName().equals(name)) {
        if (name.equals(path)) {
          found.add(child);
        } else {
          found.addAll(elements(child, path.substring(name.length() + 1)));
        }
      }
    }
    return found;
  }

  private boolean isJar(String artifact) {
    return texts(poms.get(artifact), "packaging").stream().allMatch("jar"::equals);
  }

  private void checkPom(String artifact) {
    Element pom = poms.get(artifact);
    for (String own : List.of("name", "description", "artifactId", "modelVersion")) {
      if (texts(pom, own).stream().allMatch(String::isEmpty)) {
        report(artifact, "the POM has no " + own);
      }
    }
    List<Element> inherited = new ArrayList<>(List.of(pom));
    for (String parent : texts(pom, "parent/artifactId")) {
      if (poms.containsKey(parent)) {
        inherited.add(poms.get(parent));
      } else {
        report(artifact, "the parent " + parent + " is not published");
      }
    }
    for (String required :
        List.of(
            "groupId",
            "version",
            "url",
            "licenses/license/name",
            "licenses/license/url",
            "developers/developer/name",
            "developers/developer/url",
            "scm/connection",
            "scm/developerConnection",
            "scm/url")) {
      if (inherited.stream()
          .flatMap(it -> texts(it, required).stream())
          .allMatch(String::isEmpty)) {
        report(artifact, "the POM and its parent have no " + required);
      }
    }
    for (String path : List.of("version", "parent/version")) {
      if (!texts(pom, path).stream().allMatch(version::equals)) {
        report(artifact, "the version is " + texts(pom, path));
      }
    }
    for (Element dependency : elements(pom, "dependencies/dependency")) {
      String name = String.join("", texts(dependency, "artifactId"));
      boolean ours = texts(dependency, "groupId").contains("dev.arag");
      if (ours && !texts(dependency, "scope").contains("test") && !poms.containsKey(name)) {
        report(artifact, "the dependency " + name + " is not published");
      }
    }
  }

  private void checkJars(String artifact) throws Exception {
    Set<String> main = entries(artifact, ".jar");
    Set<String> sources = entries(artifact, "-sources.jar");
    Set<String> javadoc = entries(artifact, "-javadoc.jar");
    for (String required : List.of("META-INF/LICENSE", "META-INF/NOTICE")) {
      if (!main.contains(required)) {
        report(artifact, "the jar has no " + required);
      }
    }
    boolean hasClasses = main.stream().anyMatch(name -> name.endsWith(".class"));
    if (hasClasses && sources.stream().noneMatch(name -> name.endsWith(".java"))) {
      report(artifact, "the sources jar has no source file");
    }
    if (hasClasses && !javadoc.contains("index.html")) {
      report(artifact, "the javadoc jar has no index.html");
    }
  }

  private Set<String> entries(String artifact, String suffix) throws Exception {
    File file = file(artifact, suffix).toFile();
    if (!file.exists()) {
      report(artifact, "has no " + file.getName());
      return Set.of();
    }
    try (JarFile jar = new JarFile(file)) {
      Set<String> names =
          jar.stream().filter(it -> !it.isDirectory()).map(it -> it.getName()).collect(Collectors.toSet());
      if (names.stream().allMatch("META-INF/MANIFEST.MF"::equals)) {
        report(artifact, file.getName() + " is empty");
      }
      boolean named = jar.getManifest().getMainAttributes().getValue("Automatic-Module-Name") != null;
      if (suffix.equals(".jar") && !named) {
        report(artifact, "the jar has no Automatic-Module-Name");
      }
      return names;
    }
  }

  /** Each file has a signature and checksums. A signature needs checksums, but no signature. */
  private void checkFiles(String artifact) throws Exception {
    for (Path file : children(group.resolve(artifact).resolve(version))) {
      String name = file.getFileName().toString();
      if (!name.startsWith(artifact + "-" + version)) {
        report(artifact, "contains the foreign file " + name);
      }
      String extension = name.substring(name.lastIndexOf('.') + 1);
      if (CHECKSUMS.containsKey(extension) || extension.equals("asc")) {
        continue;
      }
      files++;
      for (String required : List.of(".md5", ".sha1", ".asc")) {
        if (!Files.exists(Path.of(file + required))) {
          report(artifact, name + required + " is missing");
        }
      }
      for (Map.Entry<String, String> checksum : CHECKSUMS.entrySet()) {
        Path expected = Path.of(file + "." + checksum.getKey());
        byte[] digest = MessageDigest.getInstance(checksum.getValue()).digest(Files.readAllBytes(file));
        if (Files.exists(expected)
            && !Files.readString(expected).strip().equals(HexFormat.of().formatHex(digest))) {
          report(artifact, expected.getFileName() + " is not the checksum of the file");
        }
      }
      if (Files.exists(Path.of(file + ".asc")) && !isSigned(file)) {
        report(artifact, name + ".asc is not a valid signature");
      }
    }
  }

  private static boolean isSigned(Path file) throws Exception {
    return new ProcessBuilder("gpg", "--batch", "-q", "--verify", file + ".asc", file.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }

  /** The BOM manages the published jars, and nothing else. */
  private void checkBom() {
    if (!poms.containsKey("arag-bom")) {
      report("arag-bom", "is not published");
      return;
    }
    Set<String> managed =
        new TreeSet<>(
            texts(poms.get("arag-bom"), "dependencyManagement/dependencies/dependency/artifactId"));
    Set<String> jars = new TreeSet<>(poms.keySet());
    jars.removeIf(artifact -> !isJar(artifact));
    if (!managed.equals(jars)) {
      report("arag-bom", "manages " + managed + " but the published jars are " + jars);
    }
  }

  /** The software bill of materials lists exactly the published artifacts, and no test library. */
  private void checkBillOfMaterials() throws Exception {
    Path file = file("arag-parent", "-cyclonedx.json");
    if (!Files.exists(file)) {
      report("arag-parent", "has no " + file.getFileName());
      return;
    }
    String materials = Files.readString(file);
    for (String artifact : poms.keySet()) {
      if (!materials.contains("pkg:maven/dev.arag/" + artifact + "@" + version)) {
        report("arag-parent", "the bill of materials does not contain " + artifact);
      }
    }
    Matcher own = OWN_ARTIFACT.matcher(materials);
    Set<String> unpublished = new TreeSet<>();
    while (own.find()) {
      if (!poms.containsKey(own.group(1))) {
        unpublished.add(own.group(1));
      }
    }
    for (String artifact : unpublished) {
      report("arag-parent", "the bill of materials contains the unpublished artifact " + artifact);
    }
    for (String library : List.of("org.junit", "org.assertj", "SNAPSHOT")) {
      if (materials.contains(library)) {
        report("arag-parent", "the bill of materials contains " + library);
      }
    }
  }
}
