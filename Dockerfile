# Built and started without Docker by `npm run image:test`, which reads this file.
FROM node:26.10.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages packages
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build.ts

FROM node:26.10.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages packages
# Without scripts the package `node` stays empty: the image brings Node.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:26.10.0-bookworm-slim
# V8's cache of the compiled server is kept in the volume.
ENV NODE_ENV=production HOST=0.0.0.0 STORAGE_DIR=/storage NODE_COMPILE_CACHE=/storage/compile-cache
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY packages packages
COPY app app
COPY web/styles/tokens.css web/styles/tokens.css
COPY deploy/health-check.js deploy/health-check.js
COPY --from=build /app/dist dist
RUN install -d -m 700 -o node -g node /storage
VOLUME /storage
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "deploy/health-check.js"]
CMD ["node", "--min-semi-space-size=8", "dist/server/main.js"]
