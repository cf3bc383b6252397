# The host as an image. Configuration is by environment (`docs/operations.md`); state lives in the database that
# DATABASE_URL names, or in the volume at /state when there is none. The digest decides, not the tag: `docs/operations.md`
# says how to check and renew it.
FROM node:20.20.2-bookworm-slim@sha256:2cf067cfed83d5ea958367df9f966191a942351a2df77d6f0193e162b5febfc0 AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json tsconfig.base.json tsconfig.test.json tsup.config.ts ./
COPY .ci .ci
COPY packages packages
COPY payments payments
COPY README.md CONTRIBUTING.md ./
COPY docs docs
COPY models models
COPY site site
RUN npm ci && npm run build && npm run docs \
  && npm ci --omit=dev --legacy-peer-deps --workspace packages && npm ci --prefix payments

FROM node:20.20.2-bookworm-slim@sha256:2cf067cfed83d5ea958367df9f966191a942351a2df77d6f0193e162b5febfc0
ENV NODE_ENV=production BAROGRAPH_HOST=0.0.0.0 BAROGRAPH_PORT=8787 BAROGRAPH_DATA_DIR=/state
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/packages packages
COPY --from=build /app/payments payments
COPY models models
RUN mkdir /state && chown node:node /state
USER node
VOLUME /state
EXPOSE 8787
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8787/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is process 1 and gets the signals: SIGTERM finishes the work in hand.
CMD ["node", "packages/host/dist/main.js"]
