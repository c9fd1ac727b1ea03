#!/bin/sh
# Creates a folder with more than 500 MB of real text for KeywordSpeed. The text consists of the
# sources of a JDK, and of the sources and javadoc of well-known libraries from Maven Central.
# Usage: real-texts.sh FOLDER SRC_ZIP
# FOLDER must be empty or must not exist. SRC_ZIP is the file lib/src.zip of a JDK.
set -e
[ -n "$1" ] && [ -f "$2" ] || { echo "usage: real-texts.sh FOLDER SRC_ZIP"; exit 2; }
source_zip=$(realpath "$2")
mkdir -p "$1"
folder=$(cd "$1" && pwd)
jars=$(mktemp -d)
trap 'rm -r "$jars"' EXIT

fetch() {
  mvn -q -B dependency:copy -Dartifact="$1" -DoutputDirectory="$jars"
}

for library in \
  org.apache.lucene:lucene-core:10.3.1 \
  org.apache.lucene:lucene-analysis-common:10.3.1 \
  org.springframework:spring-core:6.2.11 \
  org.springframework:spring-beans:6.2.11 \
  org.springframework:spring-context:6.2.11 \
  org.springframework:spring-web:6.2.11 \
  org.springframework:spring-webmvc:6.2.11 \
  org.springframework:spring-test:6.2.11 \
  org.springframework.boot:spring-boot-autoconfigure:3.5.6 \
  org.hibernate.orm:hibernate-core:7.1.1.Final \
  io.netty:netty-common:4.2.6.Final \
  io.netty:netty-codec-http:4.2.6.Final \
  com.google.guava:guava:33.5.0-jre \
  com.fasterxml.jackson.core:jackson-databind:2.20.0 \
  org.apache.pdfbox:pdfbox:3.0.6 \
  org.apache.poi:poi:5.4.1 \
  org.apache.poi:poi-ooxml-full:5.4.1 \
  org.apache.commons:commons-math3:3.6.1 \
  org.jetbrains.kotlin:kotlin-stdlib:2.2.20 \
  org.eclipse.jetty:jetty-server:12.1.1 \
  org.apache.kafka:kafka-clients:4.1.0 \
  org.scala-lang:scala-library:2.13.16
do
  fetch "$library:jar:sources"
done
for library in \
  org.apache.lucene:lucene-core:10.3.1 \
  com.google.guava:guava:33.5.0-jre \
  org.apache.commons:commons-math3:3.6.1 \
  org.apache.commons:commons-lang3:3.19.0 \
  com.fasterxml.jackson.core:jackson-databind:2.20.0 \
  org.apache.pdfbox:pdfbox:3.0.6
do
  fetch "$library:jar:javadoc"
done

for archive in "$jars"/*.jar "$source_zip"; do
  here=$folder/$(basename "$archive")
  mkdir -p "$here"
  (cd "$here" && jar xf "$archive")
done
# Keep only text. Delete fonts, the scripts of the javadoc pages, classes and images.
find "$folder" -type f ! -name '*.java' ! -name '*.kt' ! -name '*.scala' ! -name '*.html' ! -name '*.md' ! -name '*.xml' \
  ! -name '*.properties' -delete
du -sm "$folder"
