package acceptance

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/acigen/acigen/internal/emit/emittest"
)

// TestAnArtifactIsPushed pushes the bundle to a registry on this machine, twice, and
// reads it back.
func TestAnArtifactIsPushed(t *testing.T) {
	if _, err := exec.LookPath("docker-registry"); err != nil {
		emittest.Lack(t, "docker-registry is not installed")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	host := listener.Addr().String()
	_ = listener.Close()
	work := t.TempDir()
	config := filepath.Join(work, "registry.yml")
	text := fmt.Sprintf("version: 0.1\nlog:\n  level: error\nstorage:\n  filesystem:\n    rootdirectory: %s\nhttp:\n  addr: %s\n", filepath.Join(work, "data"), host)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	server := exec.Command("docker-registry", "serve", config)
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	}()
	get := func(path, accept string) []byte {
		t.Helper()
		request, err := http.NewRequest(http.MethodGet, "http://"+host+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Accept", accept)
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = response.Body.Close() }()
		data, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s %v\n%s", path, response.Status, err, data)
		}
		return data
	}
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		response, err := http.Get("http://" + host + "/v2/")
		if err == nil {
			_ = response.Body.Close()
			break
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
	dir, bin := checkout(t)
	publish := func(tag string) string {
		t.Helper()
		cmd := exec.Command(filepath.Join(bin, "acigen"), "publish", "--target", "oci", "--out", filepath.Join(work, "out"), "--push", host+"/contracts/evidence"+tag, "--plain-http")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "DOCKER_CONFIG="+work)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		_, digest, _ := strings.Cut(string(out), "@")
		return strings.TrimSpace(digest)
	}
	first, second := publish(""), publish(":stable")
	if first != second || !strings.HasPrefix(first, "sha256:") {
		t.Errorf("the same bundle is %q, then %q", first, second)
	}
	var manifest struct {
		ArtifactType string
		Layers       []struct{ MediaType, Digest string }
	}
	if err := json.Unmarshal(get("/v2/contracts/evidence/manifests/stable", "application/vnd.oci.image.manifest.v1+json"), &manifest); err != nil {
		t.Fatal(err)
	}
	if manifest.ArtifactType != "application/vnd.acigen.bundle.v1" || len(manifest.Layers) != 1 {
		t.Fatalf("%+v", manifest)
	}
	want, err := os.ReadFile(filepath.Join(work, "out", "contract.oci", "blobs", strings.Replace(manifest.Layers[0].Digest, ":", "/", 1)))
	if err != nil {
		t.Fatal(err)
	}
	if got := get("/v2/contracts/evidence/blobs/"+manifest.Layers[0].Digest, "*/*"); string(got) != string(want) {
		t.Error("the registry has another bundle")
	}
}
