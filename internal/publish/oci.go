package publish

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/opencontainers/go-digest"
	"github.com/opencontainers/image-spec/specs-go"
	ocispec "github.com/opencontainers/image-spec/specs-go/v1"
	"oras.land/oras-go/v2"
	"oras.land/oras-go/v2/content"
	"oras.land/oras-go/v2/content/memory"
	"oras.land/oras-go/v2/registry"
	"oras.land/oras-go/v2/registry/remote"
	"oras.land/oras-go/v2/registry/remote/auth"
	"oras.land/oras-go/v2/registry/remote/credentials"
	"oras.land/oras-go/v2/registry/remote/errcode"
	"oras.land/oras-go/v2/registry/remote/retry"
)

// ArtifactType is the type of an OCI artifact that holds a bundle, and LayerType that of its one layer.
const (
	ArtifactType = "application/vnd.acigen.bundle.v1"
	LayerType    = "application/vnd.acigen.bundle.v1.tar+gzip"
)

// Artifact is a bundle as an OCI artifact (image specification 1.1).
type Artifact struct {
	Version  string
	store    *memory.Store
	manifest ocispec.Descriptor
}

// NewArtifact makes an artifact of a bundle.
func NewArtifact(ctx context.Context, p Package, bundle []byte) (*Artifact, error) {
	a := &Artifact{Version: p.Version, store: memory.New()}
	layer := content.NewDescriptorFromBytes(LayerType, bundle)
	layer.Annotations = map[string]string{ocispec.AnnotationTitle: "contract.tar.gz"}
	if err := a.store.Push(ctx, layer, bytes.NewReader(bundle)); err != nil {
		return nil, err
	}
	var err error
	a.manifest, err = oras.PackManifest(ctx, a.store, oras.PackManifestVersion1_1, ArtifactType, oras.PackManifestOptions{
		Layers: []ocispec.Descriptor{layer},
		ManifestAnnotations: map[string]string{
			// Without a time of its own, the same bundle is the same artifact.
			ocispec.AnnotationCreated:     epoch.Format("2006-01-02T15:04:05Z"),
			ocispec.AnnotationDescription: p.Description,
			ocispec.AnnotationVersion:     p.Version,
		},
	})
	if err != nil {
		return nil, err
	}
	return a, a.store.Tag(ctx, a.manifest, p.Version)
}

// Digest is that of the artifact's manifest.
func (a *Artifact) Digest() string { return a.manifest.Digest.String() }

// Layout is the artifact as an OCI image layout, its index last.
func (a *Artifact) Layout(ctx context.Context) ([]File, error) {
	var files []File
	seen := map[digest.Digest]bool{}
	var add func(d ocispec.Descriptor) error
	add = func(d ocispec.Descriptor) error {
		if seen[d.Digest] {
			return nil
		}
		seen[d.Digest] = true
		data, err := content.FetchAll(ctx, a.store, d)
		if err != nil {
			return err
		}
		files = append(files, File{"blobs/" + d.Digest.Algorithm().String() + "/" + d.Digest.Encoded(), data})
		below, err := content.Successors(ctx, a.store, d)
		if err != nil {
			return err
		}
		for _, b := range below {
			if err := add(b); err != nil {
				return err
			}
		}
		return nil
	}
	if err := add(a.manifest); err != nil {
		return nil, err
	}
	sortFiles(files)
	tagged := a.manifest
	tagged.Annotations = map[string]string{ocispec.AnnotationRefName: a.Version}
	index, err := json.Marshal(ocispec.Index{Versioned: specs.Versioned{SchemaVersion: 2}, MediaType: ocispec.MediaTypeImageIndex, Manifests: []ocispec.Descriptor{tagged}})
	if err != nil {
		return nil, err
	}
	layout, err := json.Marshal(ocispec.ImageLayout{Version: ocispec.ImageLayoutVersion})
	if err != nil {
		return nil, err
	}
	return append(files, File{ocispec.ImageLayoutFile, layout}, File{ocispec.ImageIndexFile, index}), nil
}

// ParseReference reads HOST/REPOSITORY[:TAG].
func ParseReference(text string) (registry.Reference, error) {
	ref, err := registry.ParseReference(text)
	if err != nil {
		return ref, err
	}
	if ref.Reference != "" {
		err = ref.ValidateReferenceAsTag()
	}
	return ref, err
}

// Denied tells that a registry asked for credentials, or refused those that it got.
func Denied(err error) bool {
	var response *errcode.ErrorResponse
	return errors.As(err, &response) && (response.StatusCode == http.StatusUnauthorized || response.StatusCode == http.StatusForbidden) ||
		errors.Is(err, auth.ErrBasicCredentialNotFound)
}

// Push sends the artifact to a registry under a reference, HOST/REPOSITORY[:TAG]; without
// a tag it is the version. Credentials are those that docker or podman are logged in
// with. PlainHTTP speaks to a registry without TLS.
func (a *Artifact) Push(ctx context.Context, reference string, plainHTTP bool) (string, error) {
	ref, err := ParseReference(reference)
	if err != nil {
		return "", err
	}
	if ref.Reference == "" {
		ref.Reference = a.Version
	}
	repository, err := remote.NewRepository(ref.Registry + "/" + ref.Repository)
	if err != nil {
		return "", err
	}
	store, err := credentials.NewStoreFromDocker(credentials.StoreOptions{})
	if err != nil {
		return "", err
	}
	repository.PlainHTTP = plainHTTP
	repository.Client = &auth.Client{
		Client: retry.DefaultClient, Header: http.Header{"User-Agent": {"acigen"}}, Cache: auth.NewCache(),
		Credential: credentials.Credential(store),
	}
	if _, err := oras.Copy(ctx, a.store, a.Version, repository, ref.Reference, oras.DefaultCopyOptions); err != nil {
		var copied *oras.CopyError
		if errors.As(err, &copied) {
			err = copied.Err
		}
		return "", err
	}
	return ref.Registry + "/" + ref.Repository + ":" + ref.Reference + "@" + a.Digest(), nil
}
