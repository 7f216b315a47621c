package publish

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"regexp"
	"strings"
)

var mavenName = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]*$`)

// Coordinates are a package's names in a Maven repository.
type Coordinates struct{ Group, Artifact string }

// ParseCoordinates reads GROUP:ARTIFACT, or ARTIFACT alone, whose group is then the
// one given.
func ParseCoordinates(name, group string) (Coordinates, error) {
	c := Coordinates{group, name}
	if g, a, both := strings.Cut(name, ":"); both {
		c = Coordinates{g, a}
	}
	if !mavenName.MatchString(c.Group) || !mavenName.MatchString(c.Artifact) {
		return c, fmt.Errorf("%q is no name for a Maven package: write GROUP:ARTIFACT", name)
	}
	return c, nil
}

// mavenVersion is a version as Maven writes it.
func mavenVersion(version string) string {
	if version == Snapshot {
		return "0.0.0-SNAPSHOT"
	}
	return version
}

// Maven are the files of a Maven package: the jar, the jar of sources, and the POM. The
// resources lie in both jars beside the classes. JavaPackage is what the
// sources are in.
func Maven(p Package, c Coordinates, javaPackage string, sources, classes, resources []File) ([]File, error) {
	pom := p.pom(c)
	folder := strings.ReplaceAll(javaPackage, ".", "/") + "/"
	var beside []File
	for _, f := range resources {
		beside = append(beside, File{folder + f.Path, f.Data})
	}
	beside = append(beside, File{"META-INF/maven/" + c.Group + "/" + c.Artifact + "/pom.xml", pom})
	// Lines of a manifest have up to 72 bytes; a longer one goes on behind a space.
	manifest := "Manifest-Version: 1.0\r\n" + folded("Automatic-Module-Name: "+javaPackage) + "\r\n"
	jar := func(content []File) ([]byte, error) {
		files := append(append([]File(nil), content...), beside...)
		sortFiles(files)
		return Zip(append([]File{{"META-INF/MANIFEST.MF", []byte(manifest)}}, files...))
	}
	stem := c.Artifact + "-" + mavenVersion(p.Version)
	binary, err := jar(classes)
	if err != nil {
		return nil, err
	}
	source, err := jar(sources)
	if err != nil {
		return nil, err
	}
	return []File{{stem + ".jar", binary}, {stem + "-sources.jar", source}, {stem + ".pom", pom}}, nil
}

func folded(line string) string {
	var b strings.Builder
	for len(line) > 70 {
		b.WriteString(line[:70] + "\r\n ")
		line = line[70:]
	}
	return b.String() + line + "\r\n"
}

func (p Package) pom(c Coordinates) []byte {
	escape := func(s string) string {
		var b bytes.Buffer
		_ = xml.EscapeText(&b, []byte(s)) // a buffer takes everything
		return b.String()
	}
	return []byte(fmt.Sprintf(`<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>%s</groupId>
  <artifactId>%s</artifactId>
  <version>%s</version>
  <packaging>jar</packaging>
  <description>%s</description>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
  </properties>
  <dependencies>
    <dependency>
      <groupId>com.fasterxml.jackson.core</groupId>
      <artifactId>jackson-databind</artifactId>
      <version>%s</version>
    </dependency>
  </dependencies>
</project>
`, escape(c.Group), escape(c.Artifact), mavenVersion(p.Version), escape(p.Description), Jackson))
}
