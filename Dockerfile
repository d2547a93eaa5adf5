# The sync server. Its entry point is bin/cairn-server, as in a checkout.

# Only the files that decide which dependencies are installed, so that this layer is rebuilt seldom.
FROM node:24-bookworm-slim AS installed
WORKDIR /cairn
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY scripts scripts
COPY packages/bench/package.json packages/bench/
COPY packages/client/package.json packages/client/
COPY packages/cloud/package.json packages/cloud/
COPY packages/core/package.json packages/core/
COPY packages/dashboard/package.json packages/dashboard/
COPY packages/local-daemon/package.json packages/local-daemon/
COPY packages/schema/package.json packages/schema/
COPY packages/static-embedder/package.json packages/static-embedder/
COPY tests/support/package.json tests/support/
RUN node scripts/run.mjs exec node --version

FROM installed AS build
COPY . .
# In a clone under a strict umask, the files are not readable by the user that the server runs as.
RUN chmod -R go=u-w LICENSE package.json bin packages && npm run setup

# Only the dependency that the bundle does not contain: the embedded database.
FROM installed AS dependencies
ENV CI=true
RUN rm -rf node_modules packages/*/node_modules \
  && .tools/node_modules/.bin/pnpm install --prod --frozen-lockfile --offline --filter @cairn/cloud

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
  CAIRN_SERVER_HOST=0.0.0.0 \
  CAIRN_SERVER_PORT=8787 \
  CAIRN_SERVER_DATA=/data
WORKDIR /cairn
COPY --from=build /cairn/LICENSE /cairn/package.json ./
COPY --from=build /cairn/bin/cairn-server bin/cairn-server
COPY --from=dependencies /cairn/node_modules node_modules
COPY --from=build /cairn/packages/cloud/package.json packages/cloud/package.json
COPY --from=dependencies /cairn/packages/cloud/node_modules packages/cloud/node_modules
COPY --from=build /cairn/packages/cloud/dist packages/cloud/dist
RUN install -d -o node -g node -m 0700 /data /backups
LABEL org.opencontainers.image.title="cairn-server" \
  org.opencontainers.image.description="The sync server of Cairn, one memory for all of a person's AI agents" \
  org.opencontainers.image.licenses="MIT"
USER node
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=15s --timeout=5s --retries=4 --start-period=45s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.CAIRN_SERVER_PORT + '/healthz').then((r) => process.exit(Number(!r.ok)))"]
ENTRYPOINT ["/cairn/bin/cairn-server"]
