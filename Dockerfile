FROM node:26-slim AS build
WORKDIR /app
ENV CI=true TURBO_TELEMETRY_DISABLED=1
COPY . .
# The image brings the right Node, so that no install script needs to run.
RUN npx --yes pnpm@10.34.9 install --frozen-lockfile --ignore-scripts \
  && npx --yes pnpm@10.34.9 --filter @timezone-registry/web run build
# Once more with what the API needs to run, and nothing else.
RUN rm -rf node_modules apps/*/node_modules packages/*/node_modules \
  && npx --yes pnpm@10.34.9 install --frozen-lockfile --ignore-scripts --prod --filter '@timezone-registry/api...'

FROM node:26-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
RUN mkdir /data && chown node:node /data
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/packages ./packages
COPY --from=build /app/apps/api ./apps/api
COPY --from=build /app/apps/web/dist ./apps/web/dist
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/livez').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Directly, so that SIGTERM reaches it.
CMD ["node", "apps/api/src/main.ts"]
