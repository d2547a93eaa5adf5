# Builds the image for amd64 and arm64, for your own registry:
#
#   docker buildx bake -f deploy/docker-bake.hcl --set '*.tags=REGISTRY/cairn-server:VERSION' --push

target "default" {
  context   = "."
  platforms = ["linux/amd64", "linux/arm64"]
}
