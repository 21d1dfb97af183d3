# The production image: Node and the app, without npm, build tools and PostgreSQL. How to run it:
# docs/operations/deploy.md. Only the instructions FROM, WORKDIR, COPY, RUN, ENV, USER, VOLUME,
# EXPOSE, STOPSIGNAL, HEALTHCHECK and CMD are used, because a test parses them.
FROM node:24-trixie-slim AS build
WORKDIR /src
COPY . .
RUN node server/boot.mjs build --to /app && mkdir /data

FROM gcr.io/distroless/cc-debian13
COPY --from=build /usr/local/bin/node /usr/local/bin/node
# Limits the processes that read pictures of strangers.
COPY --from=build /usr/bin/dash /bin/sh
COPY --from=build /app /app
COPY --from=build --chown=10001:10001 /data /data
WORKDIR /app
ENV NODE_ENV=production HOME=/tmp CT_DEMO=0 CT_MIGRATE=0 CT_DATA_DIR=/data
USER 10001:10001
VOLUME /data /tmp
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/livez').then((it) => process.exit(it.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/boot.mjs", "start"]
