# The image: a release (tools/scripts/release.mjs) on a bare Debian. docs/operating.md explains how to run it.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts
COPY . .
RUN npm run release && mv release/signalpost-*/ /signalpost

# The release brings its own Node, and nothing else runs here: no npm, no compiler, no development dependency.
FROM debian:12.12-slim
COPY --from=build /signalpost /opt/signalpost
WORKDIR /opt/signalpost
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/tmp/signalpost NODE_COMPILE_CACHE=/tmp/node
# The user "nobody", as a number, so that Kubernetes can check that it isn't root.
USER 65534:65534
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/ready`).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
CMD ["bin/node", "tools/scripts/serve.mjs"]
