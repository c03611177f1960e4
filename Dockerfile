FROM node:26-slim AS build
WORKDIR /app
ENV CI=true TURBO_TELEMETRY_DISABLED=1
COPY . .
# The base image provides Node 26, so no install script has to run.
RUN npx --yes pnpm@10.34.9 install --frozen-lockfile --ignore-scripts \
  && npx --yes pnpm@10.34.9 --filter @timezone-registry/web run build
# Reinstall only what the API needs at run time.
RUN rm -rf node_modules apps/*/node_modules packages/*/node_modules packages/test-servers \
  && npx --yes pnpm@10.34.9 install --frozen-lockfile --ignore-scripts --prod --filter-prod '@timezone-registry/api...'
# For `docker exec`, the same command as the entry point.
RUN mkdir bin \
  && printf '#!/bin/sh\nexec node /app/apps/api/src/cli/registry.ts "$@"\n' > bin/registry \
  && chmod +x bin/registry

FROM node:26-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data PATH=/app/bin:$PATH
RUN mkdir /data && chown node:node /data
COPY --from=build /app/bin ./bin
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/packages ./packages
COPY --from=build /app/apps/api ./apps/api
COPY --from=build /app/apps/web/dist ./apps/web/dist
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# No shell and no npm in between, so that SIGTERM reaches the service.
ENTRYPOINT ["node", "/app/apps/api/src/cli/registry.ts"]
CMD ["serve"]
