# The sync server. Its entry point is bin/cairn-server, the same that runs from a checkout.

FROM node:24-bookworm-slim AS build
WORKDIR /cairn
COPY . .
# A clone under a strict umask is closed to the user that the server runs as.
RUN chmod -R go=u-w . && npm run setup

# Only what the bundle does not contain: the embedded database.
FROM build AS dependencies
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
COPY --from=dependencies /cairn/packages/cloud/package.json packages/cloud/package.json
COPY --from=dependencies /cairn/packages/cloud/node_modules packages/cloud/node_modules
COPY --from=build /cairn/packages/cloud/dist packages/cloud/dist
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=15s --timeout=5s --retries=4 --start-period=45s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.CAIRN_SERVER_PORT + '/healthz').then((r) => process.exit(Number(!r.ok)))"]
ENTRYPOINT ["/cairn/bin/cairn-server"]
