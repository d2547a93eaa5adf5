# The image for both kinds of processors that servers have, for a registry of yours:
#
#   docker buildx bake -f deploy/docker-bake.hcl --set '*.tags=REGISTRY/cairn-server:VERSION' --push

target "default" {
  context   = "."
  platforms = ["linux/amd64", "linux/arm64"]
}
